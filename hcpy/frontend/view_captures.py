"""HC: kernels that capture an array_view by reference take a copy of it, which names the same elements; those
that capture other local variables so carry their names, as not every accelerator reaches them.

Takes: Kernels and their UnitText.
Gives: Edits of the lambdas' introducers: `[&]` becomes `[&, v]`, `[&v]` becomes `[v]`, and `[=, &v]` becomes
`[=]`; of others `[&]` becomes `[&, hcrt_locals = ::hcrt::detail::ByReference("x, y")]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.frontend.captures import is_view
from hcpy.frontend.edits import blank, insert
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.lexer import SourceText
from hcpy.frontend.unit_text import UnitText
from hcpy.model import Dialect, Edit


def view_capture_edits(kernels: Iterable[Kernel], text: UnitText) -> Iterator[Edit]:
    """The edits of all kernels; C++ AMP has a rule against such captures."""
    if text.unit.dialect is not Dialect.HC:
        return
    for kernel in kernels:
        known = text.lambda_at(kernel.location) if kernel.is_lambda else None
        views = [use.capture for use in kernel.captures if use.capture.by_reference and is_view(use.capture)]
        others = [use.capture.name for use in kernel.captures if not use.allowed]
        if known is None or not (views or others):
            continue
        source, item = known[0].source, known[1]
        tokens = source.tokens
        explicit = {
            tokens[i].text: i for i in range(item.open + 2, item.close) if source.text_of(i - 1) == "&"
        }
        copies_all = source.text_of(item.open + 1) == "="
        for view in views:
            if view.name in explicit:
                at = explicit[view.name]
                is_named = copies_all and source.text_of(at + 1) != "="  # [=, v] is an error
                first, last = (tokens[at - 2], tokens[at]) if is_named else (tokens[at - 1], tokens[at - 1])
                yield blank(source, first.begin, last.end)
            else:
                yield _added(source, item.close, view.name)
        if others:
            names = ", ".join(f"'{name}'" for name in others)
            yield _added(source, item.close, f'hcrt_locals = ::hcrt::detail::ByReference("{names}")')


def _added(source: SourceText, close: int, capture: str) -> Edit:
    """A capture at the end of an introducer."""
    return insert(source, source.tokens[close].begin, f", {capture}", bool(source.tokens[close].directive))
