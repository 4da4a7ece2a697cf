"""Names that hcc and Visual C++ did not have in their namespaces, and that a program may have of its own.

Takes: the user's files of a unit.
Gives: the flags by which ours stay away (include/hcrt/detail/config.hpp) where one of the files declares such
a name outside of functions and classes, where it is found without `::` beside ours, and the program does not
ask for ours by hc::.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from hcpy.frontend.text.lexer import SourceText

# By the macro that hides them. Of the global maths functions, phi is no other library's, and a usual name.
_NAMES = {
    "HCRT_HIDES_EXTENSIONS": frozenset(
        "task_graph graph_argument graph_recording value_future when_all when_any".split()
    ),
    "HCRT_HIDES_PHI": frozenset(("phi",)),
}
_ANY = re.compile(rf"\b(?:{'|'.join(sorted(name for names in _NAMES.values() for name in names))})\b")
_OURS = frozenset(("hc", "Kalmar", "Concurrency", "concurrency"))
_CLASSES = frozenset(("class", "struct", "union", "enum"))
_AFTER_TYPES = frozenset(("*", "&", "&&", ">", "]"))
_AFTER_DECLARED = frozenset(("(", "=", ";", "[", "{", ",", ":"))
_AFTER_CLASS = _AFTER_DECLARED | {"<", "final"}
_NO_TYPES = frozenset("return using namespace new delete throw goto case typename operator".split())


def hiding_flags(files: Iterable[SourceText]) -> tuple[str, ...]:
    """Makes clang leave out those of our names that the program declares itself."""
    known = list(files)
    sources = [source for source in known if _ANY.search(source.text)]
    if not sources:
        return ()
    # Also where a file that has none of the names opens the namespace.
    opened = {name for source in known for name in _opened(source)} | _OURS
    return tuple(f"-D{macro}=1" for macro, names in _NAMES.items() if _own(sources, names, opened))


def _own(sources: list[SourceText], names: frozenset[str], opened: Set[str]) -> bool:
    if any(_asks_for_ours(source, names) for source in sources):
        return False
    return any(
        (not around or around in opened) and _declares(source, at, names)
        for source in sources
        for at, around in _in_namespaces(source)
    )


def _asks_for_ours(source: SourceText, names: frozenset[str]) -> bool:
    return any(
        token.text in names and source.text_of(i - 1) == "::" and source.text_of(i - 2) in _OURS
        for i, token in enumerate(source.tokens)
    )


def _opened(source: SourceText) -> Iterator[str]:
    """The namespaces that `using namespace a::b;`, `using a::name;` and `namespace c = a;` speak of."""
    for at, token in enumerate(source.tokens):
        if token.text == "using" and source.text_of(at + 1) == "namespace":
            yield source.text_of(_end_of_name(source, at + 2))
        elif token.text == "using":
            end = _end_of_name(source, at + 1)
            if source.text_of(end - 1) == "::":
                yield source.text_of(end - 2)
        elif token.text == "namespace" and source.text_of(at + 2) == "=":
            yield source.text_of(_end_of_name(source, at + 3))


def _end_of_name(source: SourceText, at: int) -> int:
    """The last token of `::a::b`, which begins at the token."""
    at += source.text_of(at) == "::"
    while source.text_of(at + 1) == "::":
        at += 2
    return at


def _in_namespaces(source: SourceText) -> Iterator[tuple[int, str]]:
    """The tokens outside of classes, functions, parentheses and template parameters, and their namespace."""
    at = 0
    around: list[tuple[int, str]] = []  # where each ends, and its name
    while at < len(source.tokens):
        text = source.text_of(at)
        while around and at > around[-1][0]:
            around.pop()
        yield at, around[-1][1] if around else ""
        name = _opens_namespace(source, at) if text == "{" else None
        if name:
            around.append((source.partners[at], name))
        if text in ("(", "[") or (text == "{" and name is None):
            at = max(at, source.partners[at])
        elif text == "<" and source.text_of(at - 1) == "template":
            at = max(at, source.skip_angles(at) - 1)
        at += 1


def _opens_namespace(source: SourceText, brace: int) -> str | None:
    """b of `namespace a::b {`, nothing of `namespace {`, `inline namespace b {`, `extern "C" {`, or None."""
    at = brace - 1
    if source.tokens[at].kind == "string":
        return "" if source.text_of(at - 1) == "extern" else None
    while source.text_of(at) == "::" or (source.tokens[at].kind == "name" and at >= 0):
        if source.text_of(at) == "namespace":
            is_open = at == brace - 1 or source.text_of(at - 1) == "inline"
            return "" if is_open else source.text_of(brace - 1)
        at -= 1
    return None


def _declares(source: SourceText, at: int, names: frozenset[str]) -> bool:
    token, before, behind = source.tokens[at], source.text_of(at - 1), source.text_of(at + 1)
    if token.kind != "name" or token.text not in names or token.directive:
        return False
    if before in _CLASSES:
        return behind in _AFTER_CLASS
    if before == "using":
        return behind == "="
    is_type = before in _AFTER_TYPES or (at > 0 and source.tokens[at - 1].kind == "name")
    return is_type and before not in _NO_TYPES and behind in _AFTER_DECLARED
