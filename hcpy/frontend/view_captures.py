"""HC: kernels that capture an array_view by reference take a copy of it, which names the same elements.

Takes: Kernels and their UnitText.
Gives: Edits of the lambdas' introducers: `[&]` becomes `[&, v]`, and `[&v]` becomes `[v]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.frontend.captures import is_view
from hcpy.frontend.edits import blank, insert
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.unit_text import UnitText
from hcpy.model import Dialect, Edit


def view_capture_edits(kernels: Iterable[Kernel], text: UnitText) -> Iterator[Edit]:
    """The edits of all kernels; C++ AMP has a rule against such captures."""
    if text.unit.dialect is not Dialect.HC:
        return
    for kernel in kernels:
        known = text.lambda_at(kernel.location) if kernel.is_lambda else None
        views = [use.capture for use in kernel.captures if use.capture.by_reference and is_view(use.capture)]
        if known is None or not views:
            continue
        source, item = known[0].source, known[1]
        tokens = source.tokens
        explicit = {
            tokens[i].text: i for i in range(item.open + 2, item.close) if source.text_of(i - 1) == "&"
        }
        for view in views:
            if view.name in explicit:
                mark = tokens[explicit[view.name] - 1]
                yield blank(source, mark.begin, mark.end)
            else:
                inside = bool(tokens[item.close].directive)
                yield insert(source, tokens[item.close].begin, f", {view.name}", inside)
