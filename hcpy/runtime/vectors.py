"""Arrays of numbers as arrays of short vectors: float32 of shape (n, 4) for the `float_4*` of a kernel.

Takes: a view, and what its parameter's elements are.
Gives: a view of the same memory whose elements are vectors, or the view as it is.
"""

from __future__ import annotations

import numpy as np

from hcpy.core.signature import Value
from hcpy.runtime.array_view import array_view


def as_vectors(view: array_view, element: Value) -> array_view:
    """The last dimension becomes the lanes where it has them all, side by side."""
    lanes = element.lanes
    if not lanes or view.dtype != np.dtype(element.lane_dtype) or view.shape[-1:] != (lanes,):
        return view
    if lanes * view.dtype.itemsize != element.bytes or view.steps[-1] != 1:
        return view
    if any(step % lanes for step in view.steps[:-1]):
        return view
    vectors = array_view._part(view, 0, view.shape[:-1], tuple(step // lanes for step in view.steps[:-1]))
    vectors.dtype = np.dtype(element.dtype)
    vectors._finish()
    return vectors
