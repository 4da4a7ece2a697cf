"""C++ AMP: explicit instantiations of functions, as `template int f<char>(char) restrict(amp);`.

libclang shows them nowhere: functions that name the instances are read along with them. And classes that a
signature or a pointer names, and clang has no need to look into, as in `int f(box<short>) restrict(amp);`.

Takes: a UnitText, and the classes' names; then a parse with the edits.
Gives: Edits for the check of the rules alone; then the instances, with a note that shows where each is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.core.model import Edit, Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.text.annotations import DEVICE, Annotations
from hcpy.frontend.text.edits import BOTH_PARTS, insert
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import attribute
from hcpy.frontend.text.unit_text import UnitText

_PREFIX = "hcpy_instance_"
_UNNAMED = "(anonymous namespace)::"  # as libclang spells it
_CLASS = frozenset(("class", "struct", "union"))
_SPECIFIERS = frozenset(("inline", "static", "constexpr"))


def instantiation_edits(text: UnitText) -> list[Edit]:
    """After each explicit instantiation with a clause, a function that names what is made."""
    return [edit for found in text.annotations.values() for edit in _in_file(found)]


def size_edits(text: UnitText, names: Iterable[str]) -> list[Edit]:
    """At the unit's end the sizes of classes, by their full names: where they are local they have none, and
    unnamed namespaces are left out."""
    full = sorted(name.replace(_UNNAMED, "") for name in names)
    asks = [f'static_assert(sizeof({name}) > 0, "");' for name in full if "(" not in name]
    source = text.sources[text.unit.source]
    end = len(source.text)
    return [Edit(source.path, end, end, "\n" + " ".join(asks) + "\n", BOTH_PARTS)] if asks else []


def instances(parsed: ParsedUnit) -> Iterator[tuple[Cursor, Note]]:
    """What the functions of the edits name."""
    for declaration in parsed.declarations():
        if not declaration.spelling.startswith(_PREFIX):
            continue
        for cursor in parsed.walk(declaration):
            target = parsed.called(cursor) if cursor._kind_id == ast.DECL_REF else None
            if target is not None and target._kind_id in ast.FUNCTIONS:
                line, column = declaration.spelling.removeprefix(_PREFIX).split("_")[:2]
                place = Location(parsed.place(declaration).file, int(line), int(column))
                yield target, Note(place, f"'{target.spelling}' is instantiated here")
                break


def _in_file(found: Annotations) -> Iterator[Edit]:
    source = found.source
    for i, token in enumerate(source.tokens):
        if token.text != "template" or token.directive or source.text_of(i + 1) in {"<", *_CLASS}:
            continue
        if source.text_of(i - 1) in (".", "->", "::", "extern"):
            continue
        end = i
        while end < len(source.tokens) and source.text_of(end) not in (";", "{", "}"):
            end = max(end, source.partners[end]) + 1
        made = _naming(found, i, end) if source.text_of(end) == ";" else ""
        if made:
            yield insert(source, source.tokens[end].end, made)


def _naming(found: Annotations, first: int, end: int) -> str:
    """The functions for the declaration of the tokens [first, end), as a member and as none: clang takes one
    of the two. Empty: it has no clause for amp."""
    source = found.source
    clauses = [c for c in found.clauses if first <= c.first < end]
    opening = _parameters(source, first + 1, end)
    if opening < 0 or not any(c.restriction.device for c in clauses):
        return ""
    name = _name(source, first, opening)
    dropped = {i for c in clauses for i in range(c.first, c.last)}
    kind = _joined(source, (i for i in range(first + 1, name) if source.text_of(i) not in _SPECIFIERS))
    function = _joined(source, range(name, opening))
    behind = _joined(source, (i for i in range(opening, end) if i not in dropped))
    owner = function.rpartition("::")[0].rstrip()
    line, column = source.line_column(source.tokens[name].begin)
    texts = (
        f"inline {attribute(DEVICE)} void {_PREFIX}{line}_{column}_{number}() "
        f"{{ static_cast<{kind} ({scope}*) {behind}>(&{function}); }}"
        for number, scope in enumerate(("", f"{owner}::") if owner else ("",))
    )
    return " ".join(texts) if kind else ""


def _parameters(source: SourceText, at: int, end: int) -> int:
    """The token that opens a declarator's parameters; -1: there is none."""
    while at < end:
        if source.text_of(at) == "<":
            at = source.skip_angles(at)
        elif source.text_of(at) == "operator":
            return -1 if source.text_of(at + 1) == "(" else at + 2
        elif source.text_of(at) == "(":
            return at if source.tokens[at - 1].kind == "name" or source.text_of(at - 1) == ">" else -1
        else:
            at += 1
    return -1


def _name(source: SourceText, first: int, opening: int) -> int:
    """The first token of the qualified name before the parameters."""
    at = opening - 1
    if source.text_of(at - 1) == "operator":
        at -= 1
    while at > first:
        if source.text_of(at) == ">":
            depth = 0
            while at > first:
                depth += {">": 1, "<": -1}.get(source.text_of(at), 0)
                at -= 1
                if depth == 0:
                    break
        if source.text_of(at - 1) != "::":
            return at
        at -= 2
    return at


def _joined(source: SourceText, tokens: Iterator[int] | range) -> str:
    return " ".join(source.text_of(i) for i in tokens)
