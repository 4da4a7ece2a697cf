"""Makes kernel names equal in both parts where the iterations count lambdas differently.

Takes: a kernel's mangled name.
Gives: the name that host and device part must agree on.
"""

from __future__ import annotations

import re

from hcpy.core.model import Location

_TAG = "hcpy_kernel_"
_TAGGED = re.compile(r"\d+" + _TAG + r"\d+_\d+")
# <lambda-sig> E [number] _ and Ut [number] _: the numbers count the closures and unnamed types of a scope.
_COUNTS = re.compile(r"(?<=E)\d+(?=_)|(?<=Ut)\d+(?=_)")


def kernel_tag(location: Location, is_main_file: bool) -> str:
    """The name of the tag type for the kernel at a place."""
    tag = f"{_TAG}{location.line}_{location.column}"
    if is_main_file:
        return tag
    # Headers may hold kernels at the same line and column.
    return (
        tag
        + "_"
        + "".join(c if c.isalnum() and c.isascii() else "_" for c in location.file.rpartition("/")[2])
    )


def normalise_kernel_name(name: str) -> str:
    """The name without counts of closures, where a tag identifies the kernel; any other name as it is."""
    return _COUNTS.sub("", name) if _TAGGED.search(name) else name
