"""HC: kernels that capture an array_view by reference take a copy of it, which names the same elements; those
that capture other local variables so carry their names, as not every accelerator reaches them. Those that
capture `this` carry it, and whether they change the object.

Takes: Kernels, and the ParsedUnit and the UnitText that they are of.
Gives: Edits of the lambdas' introducers: `[&]` becomes `[&, v]`, `[&v]` becomes `[v]`, and `[=, &v]` becomes
`[=]`; of others `[&]` becomes `[&, hcrt_locals = ::hcrt::detail::ByReference("x, y")]`; `[this]` becomes
`[hcrt_this = ::hcrt::detail::this_object<true>(this), this]`, where the launch meets it before `this` itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.core.model import Dialect, Edit
from hcpy.frontend.captures import is_view
from hcpy.frontend.clang_ast import ParsedUnit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.text.annotations import Lambda
from hcpy.frontend.text.edits import blank, insert
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.this_captures import ThisUses


def view_capture_edits(kernels: Iterable[Kernel], parsed: ParsedUnit, text: UnitText) -> Iterator[Edit]:
    """The edits of all kernels; C++ AMP has a rule against such captures."""
    if text.unit.dialect is not Dialect.HC:
        return
    for kernel in kernels:
        known = text.lambda_at(kernel.location) if kernel.is_lambda else None
        views = [use.capture for use in kernel.captures if use.capture.by_reference and is_view(use.capture)]
        others = [use.capture.name for use in kernel.captures if not use.allowed]
        if known is None:
            continue
        source, item = known[0].source, known[1]
        this = ThisUses(parsed, kernel.cursor) if _may_capture_this(source, item) else None
        has_this = this is not None and this.is_used()
        if not (views or others or has_this):
            continue
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
                yield _added(source, item.close, f", {view.name}")
        if others:
            names = ", ".join(f"'{name}'" for name in others)
            yield _added(source, item.close, f', hcrt_locals = ::hcrt::detail::ByReference("{names}")')
        if this is not None and has_this:
            yield _this(source, item, this.is_read_only())


def _this(source: SourceText, item: Lambda, is_read: bool) -> Edit:
    capture = f"hcrt_this = ::hcrt::detail::this_object<{'true' if is_read else 'false'}>(this)"
    if source.text_of(item.open + 1) in ("=", "&") and source.text_of(item.open + 2) in ("]", ","):
        return _added(source, item.open + 2, f", {capture}")
    # Before `this`: what comes first may be blanked, and what is put there with it.
    own = next(i for i in range(item.open + 1, item.close) if source.text_of(i) == "this")
    return _added(source, own, f"{capture}, ")


def _may_capture_this(source: SourceText, item: Lambda) -> bool:
    """[this], or a capture default, but not [*this]."""
    words = [source.text_of(i) for i in range(item.open + 1, item.close)]
    if "this" in words:
        return "*" not in words[max(0, words.index("this") - 1) : words.index("this")]
    return words[:1] in (["="], ["&"]) and words[1:2] in ([], [","])


def _added(source: SourceText, at: int, capture: str) -> Edit:
    """A capture before a token of an introducer."""
    return insert(source, source.tokens[at].begin, capture, bool(source.tokens[at].directive))
