"""hcc's own warnings: what can be said of kernels that compile, and that will not do what was meant.

Takes: a ParsedUnit, its UnitText and its Kernels.
Gives: Diagnostics, each with the name of its -W flag; docs/driver.md lists the flags.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from hcpy.core.model import Diagnostic, Dialect, Location, TranslationUnit
from hcpy.core.words import WARNINGS
from hcpy.frontend.clang_ast import ParsedUnit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.text.kernel_text import Region, launch_regions, regions, statement_end
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.warnings.kernels import KernelWarnings
from hcpy.frontend.warnings.text import Finding, text_findings

_HOST_MEMORY = "kernel-host-memory"
# What names a variable whose class owns memory of the host; the parse knows better.
_CONTAINER = re.compile(
    r"\b(?:vector|string|deque|list|map|set|unordered_\w+|function|shared_ptr|unique_ptr|valarray|stack|queue)\b"
)

_POINTER = re.compile(r"\*\s*(?:const)?\s*$")

_HEADS = frozenset(("if", "for", "while", "switch", "catch", "constexpr"))  # before ( but no function's name

_DESTRUCTOR = re.compile(r"~\s*(\w+)\s*\(")


def warnings(parsed: ParsedUnit, text: UnitText, kernels: Sequence[Kernel]) -> tuple[Diagnostic, ...]:
    """All that the unit's flags ask for, each place once."""
    levels = warning_levels(text.unit)
    if all(level == "ignored" for level in levels.values()):
        return ()
    started = {kernel.location: kernel for kernel in kernels}
    found = [
        *KernelWarnings(parsed, text).find(kernels),
        *(f for f in _of_text(text) if _holds(f, started)),
    ]
    made: dict[object, Diagnostic] = {}
    for one in found:
        level = levels[one.flag]
        if level != "ignored":
            message = f"{one.message} [-W{one.flag}]"
            made.setdefault((one.flag, one.location), Diagnostic(level, one.location, message, one.notes))
    return tuple(made.values())


def _of_text(text: UnitText) -> Iterator[Finding]:
    return text_findings(text.annotations.values(), text.unit.dialect, text.launches)


def _holds(finding: Finding, kernels: dict[Location, Kernel]) -> bool:
    """Is the lambda expression a kernel, which captures the pointer that it was found to write through?"""
    if finding.kernel is None or finding.flag == "dangling-view":
        return True
    kernel = kernels.get(finding.kernel)
    if kernel is None:
        return False
    captured = [use.capture for use in kernel.captures if use.capture.name == finding.captured]
    return not finding.captured or any(_POINTER.search(capture.type) for capture in captured)


def warning_levels(unit: TranslationUnit) -> dict[str, str]:
    """For each warning "ignored", "warning" or "error"; of several flags the last one counts."""
    levels = dict.fromkeys(WARNINGS, "warning")
    levels[_HOST_MEMORY] = "error"  # on the host, too: the launch's copy of the object ends before the kernel
    for word in unit.clang_args:
        name = word[2:].removeprefix("no-").removeprefix("error=")
        if word.startswith("-W") and name in WARNINGS:
            if word.startswith("-Wno-error="):
                levels[name] = "warning" if levels[name] == "error" else levels[name]
            elif word.startswith("-Wno-"):
                levels[name] = "ignored"
            else:
                asked = "error" if word.startswith("-Werror=") else "warning"
                levels[name] = "error" if levels[name] == "error" else asked
    return levels


def may_warn(text: UnitText) -> bool:
    """HC: do the tokens show that the parse would find a warning? It costs as much as a compiler run."""
    unit = text.unit
    if unit.dialect is not Dialect.HC:
        return True
    found = text.annotations.values()
    if any(True for _ in _of_text(text)):
        return True
    for launched in launch_regions(text.launches):
        words = {*launched.names, *launched.words(*launched.parameters)}
        if not words.isdisjoint(_owners(launched.source)):
            return True
    for one in found:
        owners = _owners(one.source)
        if any(_is_suspicious(region, owners) for region in regions(one)):
            return True
    return False


def _is_suspicious(region: Region, owners: frozenset[str]) -> bool:
    """May it hold memory of the host, or `this`, or tile_static without tiles?"""
    item = region.item
    if "tile_static" in region.names and not _has_tiles(region):
        return True
    if item is None:
        return False
    introducer = set(region.words(item.open + 1, item.close))
    if "this" in introducer and "*" not in introducer:
        return True
    if introducer & {"=", "&"} and "this" not in introducer and _in_member(region):
        return True
    return not region.names.isdisjoint(owners)


def _has_tiles(region: Region) -> bool:
    return any("tile" in word or word == "auto" for word in region.words(*region.parameters))


def _owners(source: SourceText) -> frozenset[str]:
    """The names after `std::vector<float>`, `Owner`, those that `auto` declares from such, and of functions
    that use them or call such functions."""
    known = {*_CONTAINER.findall(source.text), *_DESTRUCTOR.findall(source.text)}
    declared = frozenset(_declared(source, known)) if known else frozenset()
    while declared:
        using = declared | frozenset(_using(source, declared))
        if using == declared:
            break
        declared = using
    return declared


def _using(source: SourceText, names: frozenset[str]) -> Iterator[str]:
    """The functions in whose bodies one of the names is."""
    tokens, partners = source.tokens, source.partners
    uses = [i for i, token in enumerate(tokens) if token.text in names]
    for i, token in enumerate(tokens):
        at = i - 1
        while token.text == "{" and source.text_of(at) in ("const", "noexcept", "override", "final", "]"):
            at = partners[at] - 1 if source.text_of(at) == "]" else at - 1
        if token.text == "{" and source.text_of(at) == ")" and partners[at] > 0:
            if source.text_of(partners[at] - 1) in _HEADS:
                continue
            first = bisect_left(uses, i)
            if first < len(uses) and uses[first] < partners[i]:
                yield source.text_of(partners[at] - 1)


def _declared(source: SourceText, known: set[str]) -> Iterator[str]:
    for i, token in enumerate(source.tokens):
        if token.text in known and token.kind == "name":
            at = source.skip_angles(i + 1) if source.text_of(i + 1) == "<" else i + 1
            while source.text_of(at) in ("&", "const"):
                at += 1
            if at < len(source.tokens) and source.tokens[at].kind == "name":
                yield source.tokens[at].text
        elif token.text == "auto" and source.text_of(i + 2) == "=":
            made = (t.text for t in source.tokens[i + 3 : statement_end(source, i)])
            if not known.isdisjoint(made):
                yield source.text_of(i + 1)


def _in_member(region: Region) -> bool:
    """Is the lambda expression in a class, or in a function whose name is qualified?"""
    source = region.source
    at = region.first - 1
    while at > 0:
        text = source.tokens[at].text
        if text in ")]}" and source.partners[at] >= 0:
            at = source.partners[at]
        elif text == "{" and _heads_member(source, at):
            return True
        at -= 1
    return False


def _heads_member(source: SourceText, brace: int) -> bool:
    """Is it the { of a class, or of a function as `Owner::run`?"""
    at = brace - 1
    while at > 0 and source.text_of(at) not in (";", "{", "}"):
        text = source.text_of(at)
        if text in ("class", "struct"):
            return True
        if text == ")" and source.partners[at] >= 0:
            at = source.partners[at]
            if source.text_of(at - 2) == "::":
                return True
        at -= 1
    return False
