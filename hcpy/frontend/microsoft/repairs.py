"""Visual C++'s ways that clang has no mode for: the places that clang names are respelled, and read again.

Takes: a unit, its texts and libclang's messages about them.
Gives: Edits for what Visual C++ takes; none for errors that are errors there, too. Without -fms-compat, and
in HC, only names that are ambiguous after using-directives are mended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hcpy.core.model import Edit
from hcpy.frontend.clang_ast import Message
from hcpy.frontend.text.edits import BOTH_PARTS, blank, insert, wrap
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.warnings.finding import Finding

ROUNDS = 8  # what one round mends may uncover more

_AMBIGUOUS = re.compile(r"reference to '(\w+)' is ambiguous")
_CANDIDATE = re.compile(r"candidate found by name lookup is '((?:\w+::)*)\w+[^']*'")
_OURS = ("hc::", "Kalmar::", "Concurrency::")
_NO_TYPE = re.compile(r"typename specifier refers to non-type member '(\w+)'")
_NO_TYPENAME = re.compile(r"missing 'typename' prior to|did you forget 'typename'\?")
# What clang says after a dependent type that it took for a value.
_AFTER_TYPE = re.compile(
    r"expected ';' (?:after expression|in 'for' statement)|use of undeclared identifier '"
)
_MACRO_ARGUMENTS = "too many arguments provided to function-like macro invocation"
DROPPED = "macro-arguments"  # the flag
_DROPPED = f"{_MACRO_ARGUMENTS}; those beyond its parameters are dropped, as by Visual C++"
_NO_MATCH = re.compile(r"no matching (?:member function|function|constructor|conversion for functional)\b")
_LVALUE = re.compile(r"not viable: expects an lvalue for (?:(\d+)\w\w|single|object) ")
_FILE_STREAM = re.compile(
    r"no matching (?:constructor for initialization of '(?:std::)?w?[io]?fstream'"
    r"|member function for call to 'open')"
)
_WIDE_NAME = re.compile(
    r"no known conversion from '.*\bw(?:char_t|string)\b.* to 'const char \*' for (?:1st|first) argument"
)
_BINDING = re.compile(r"non-const lvalue reference to type .* cannot bind to a (?:temporary|value) of type")
_NO_EXCEPTION = re.compile(
    r"no matching (?:constructor for initialization of|conversion for functional-style cast .* to)"
    r" '(?:std::)?exception'"
)
_NO_TEMPLATE = re.compile(r"missing 'template' keyword prior to dependent template name '(\w+)'")
# What clang says of `a.b<4>(c)` where it took the `<` for less.
_NO_CALL = re.compile(
    r"reference to non-static member function must be called|expected (?:expression|';' (?:at|after)|'\)'$)"
)
# As long as the name that they replace: columns stay.
_EXCEPTION, _WITH_TEXT = "exception", "_MsExcept"
_LISTED = frozenset(("::", ",", "+", "-", "*", "/", "%"))  # beside names and numbers in template arguments
_BASE = frozenset(("public", "protected", "private", "virtual", ":", ","))

Repair = Callable[[Message, SourceText, int], Iterator[Edit]]


def repairs(text: UnitText, messages: list[Message]) -> list[Edit]:
    """The edits of one round; each place once."""
    found: dict[tuple[object, int], Edit] = {}
    for message in messages:
        place = message.written or message.location
        path = text.file_of(place) if place else None
        if not message.is_error or place is None or path is None:
            continue
        source = text.sources[path]
        at = source.token_of(place)
        for repair in _REPAIRS if text.unit.ms_compat else _OF_BOTH:
            made = list(repair(message, source, at))
            # What meets another's edits waits for the next round.
            if not any((edit.file, edit.begin) in found for edit in made):
                found.update({(edit.file, edit.begin): edit for edit in made})
    return list(found.values())


def dropped_arguments(text: UnitText, messages: list[Message]) -> list[Finding]:
    """What a repair drops of what macros of the program's are given: Visual C++ warns of that. The text in
    `assert(x, "text")` says what it is there for."""
    return [
        Finding(DROPPED, message.location, _DROPPED, message.notes)
        for message in messages
        if message.text == _MACRO_ARGUMENTS
        and message.location is not None
        and any(n.location is not None and text.file_of(n.location) is not None for n in message.notes)
    ]


def is_ambiguous(messages: list[Message]) -> bool:
    """Does a name mean several things that using-directives bring?"""
    return any(m.is_error and _AMBIGUOUS.search(m.text) for m in messages)


def _insert(source: SourceText, token: int, text: str) -> Edit:
    place = source.tokens[token]
    return insert(source, place.begin, text, bool(place.directive))


def _as(source: SourceText, first: int, last: int, call: str) -> Iterator[Edit]:
    """The expression of the tokens first to last as the argument of a call."""
    begin, end = source.tokens[first], source.tokens[last]
    if begin.directive or end.directive:
        yield _insert(source, first, call)
        yield insert(source, end.end, ")", True)
    else:
        yield from wrap(source, begin.begin, end.end, call, ")")


def _qualified(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """Of several the program's is meant; else C++ AMP's, and not the standard library's."""
    match = _AMBIGUOUS.search(message.text)
    if match is None or source.text_of(at) != match[1] or source.text_of(at - 1) == "::":
        return
    scopes = {c[1] for note in message.notes if (c := _CANDIDATE.match(note.message)) is not None}
    others = {scope for scope in scopes if not scope.startswith("std::")}
    meant = {scope for scope in others if not scope.startswith(_OURS)} or others
    if len(meant) == 1 and len(scopes) > 1:
        yield _insert(source, at, meant.pop() or "::")


def _of_this(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """A member of a dependent base as an argument, which clang took for a parameter's type."""
    match = _NO_TYPE.search(message.text)
    if match is not None and source.text_of(at) == match[1]:
        yield _insert(source, at, "this->")


def _typename(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """`typename` before a dependent type."""
    if _AFTER_TYPE.match(message.text):
        end = at - 1
        while source.text_of(end) in ("*", "&", "const"):
            end -= 1
        at = _dependent_name(source, end)
    elif _NO_TYPENAME.search(message.text) is None:
        return
    if at >= 0 and source.text_of(at - 1) != "typename":
        yield _insert(source, at, "typename ")


def _dependent_name(source: SourceText, end: int) -> int:
    """The first token of the `name<...>::name` that ends with token `end`; -1: there is none."""
    at, arguments = end, 0
    while at > 2 and source.tokens[at].kind == "name" and source.text_of(at - 1) == "::":
        at -= 2
        if source.text_of(at) == ">":
            arguments += 1
            depth = 0
            while at > 0 and source.text_of(at) not in (";", "{", "}"):
                depth += {">": 1, "<": -1}.get(source.text_of(at), 0)
                at -= 1
                if depth == 0:
                    break
    return at if arguments and source.tokens[at].kind == "name" else -1


def _template(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """`template` before a dependent name."""
    match = _NO_TEMPLATE.search(message.text)
    if match is None:
        return
    end = at  # of a qualified name clang gives the first token
    while source.text_of(end) != match[1] or source.text_of(end + 1) != "<":
        if end + 1 >= len(source.tokens) or source.text_of(end) in (";", "{", "}"):
            return
        end += 1
    if end == at or source.text_of(end - 1) == "::":
        yield _insert(source, end, "template ")


def _template_call(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """`template` before the name of a dependent member that is called with template arguments which clang,
    as they are no types, took for operands: `view.extent.tile<16>()`."""
    if _NO_CALL.match(message.text) is None:
        return
    while at > 1 and source.text_of(at) not in (";", "{", "}"):
        if source.text_of(at + 1) == "<" and source.text_of(at - 1) in (".", "->"):
            end = source.skip_angles(at + 1)
            inside = source.tokens[at + 2 : end - 1]
            is_list = end > at + 3 and all(t.kind in ("name", "number") or t.text in _LISTED for t in inside)
            if is_list and source.text_of(end - 1) == ">" and source.text_of(end) == "(":
                yield _insert(source, at, "template ")
                return
        at -= 1


def _fewer_arguments(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """Visual C++ warns of a macro's further arguments and drops them: `assert(x, "text")`."""
    if message.text != _MACRO_ARGUMENTS:
        return
    while at >= 0 and source.text_of(at) != ",":
        at = source.partners[at] - 1 if 0 <= source.partners[at] < at else at - 1
    end = at
    while end < len(source.tokens) and source.text_of(end) != ")":
        end = max(end, source.partners[end]) + 1
    if 0 <= at < end < len(source.tokens):
        yield blank(source, source.tokens[at].begin, source.tokens[end].begin)


def _lvalue_argument(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """Temporaries of classes bind to references that are not const."""
    if _NO_MATCH.match(message.text) is None:
        return
    numbers = {m[1] or "1" for note in message.notes if (m := _LVALUE.search(note.message)) is not None}
    if len(numbers) != 1:
        return
    first, last = _argument_behind(source, at, int(numbers.pop()))
    if first < last and source.text_of(first) != "hcrt_ms":
        yield from _as(source, first, last - 1, "hcrt_ms::lvalue(")


def _wide_file_name(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """Streams open files by wide names, too."""
    wide = [n for n in message.notes if _WIDE_NAME.search(n.message) is not None]
    in_library = any(n.location is not None and n.location.file.endswith("/fstream") for n in wide)
    if _FILE_STREAM.match(message.text) is None or not in_library:
        return
    first, last = _argument_behind(source, at, 1)
    if first < last and source.text_of(first) != "hcrt_ms":
        yield from _as(source, first, last - 1, "hcrt_ms::file_name(")


def _lvalue_operand(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """The same for an operator's operands: lvalues stay what they are."""
    if not message.text.startswith("invalid operands to binary expression"):
        return
    if not any(_LVALUE.search(note.message) for note in message.notes):
        return
    for begin, end in message.ranges:
        first = source.token_of(begin)
        last = source.token_of(end) - 1
        if 0 <= first <= last < len(source.tokens) and source.text_of(first) != "hcrt_ms":
            yield from _as(source, first, last, "hcrt_ms::lvalue(")


def _argument_behind(source: SourceText, at: int, number: int) -> tuple[int, int]:
    """The tokens [first, last) of an argument in the list that follows token `at`; as many as none: there is
    no list."""
    opening = at
    while opening < len(source.tokens) and source.text_of(opening) not in ("(", "{", ";", "}"):
        opening = source.skip_angles(opening) if source.text_of(opening) == "<" else opening + 1
    if source.text_of(opening) not in ("(", "{") or source.partners[opening] < 0:
        return at, at
    return _argument(source, opening, number)


def _argument(source: SourceText, opening: int, number: int) -> tuple[int, int]:
    """The tokens [first, last) of an argument, counted from 1."""
    first = at = opening + 1
    closing = source.partners[opening]
    while at < closing:
        if source.text_of(at) == ",":
            if number == 1:
                return first, at
            number, first = number - 1, at + 1
        inner = source.skip_angles(at) if source.text_of(at) == "<" else at
        if source.text_of(at) == "<" and source.text_of(inner - 1) == ">" and inner <= closing:
            at = inner
        else:
            at = max(at, source.partners[at]) + 1
    return (first, closing) if number == 1 else (closing, closing)


def _extended(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """`type& name = temporary` keeps the temporary alive."""
    if (
        _BINDING.search(message.text)
        and source.text_of(at - 1) == "&"
        and source.text_of(at + 1) in ("=", "(")
    ):
        place = source.tokens[at - 1]
        yield Edit(source.path, place.begin, place.end, "&&", BOTH_PARTS)


def _with_text(message: Message, source: SourceText, at: int) -> Iterator[Edit]:
    """std::exception has constructors that take a text; the program's classes inherit them."""
    if _NO_EXCEPTION.search(message.text) is None:
        return
    while source.text_of(at) in ("std", "::"):
        at += 1
    for i, token in enumerate(source.tokens):
        if token.kind != "name" or token.text != _EXCEPTION:
            continue
        front = i
        while source.text_of(front - 1) in ("::", "std"):
            front -= 1
        is_base = source.text_of(front - 1) in _BASE and source.text_of(i + 1) in ("{", ",")
        if i == at or is_base:
            yield Edit(source.path, token.begin, token.end, _WITH_TEXT, BOTH_PARTS)


# libstdc++'s headers bring std::array along where others do not: all C++ AMP programs have its like mended.
_OF_BOTH: tuple[Repair, ...] = (_qualified,)
_REPAIRS: tuple[Repair, ...] = (
    *_OF_BOTH,
    _of_this,
    _typename,
    _template,
    _template_call,
    _fewer_arguments,
    _lvalue_argument,
    _wide_file_name,
    _lvalue_operand,
    _extended,
    _with_text,
)
