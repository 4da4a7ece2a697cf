"""C++ AMP: the rules that clang's HIP mode checks by itself, told apart from errors of plain C++.

Takes: libclang's Messages.
Gives: Broken rules at places in the user's text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hcpy.core.model import Diagnostic, Location, Note
from hcpy.frontend.clang_ast import Message, ParsedUnit
from hcpy.frontend.header_errors import ASSERTION, asserted
from hcpy.frontend.rules.amp_words import THE_LAMBDA, in_words, no_candidate, translated
from hcpy.frontend.rules.bodies import Broken
from hcpy.frontend.text.restrict_words import MISPLACED
from hcpy.frontend.text.unit_text import UnitText

_NOTHROW = "reference to __host__ variable 'nothrow'"  # reported with its 'new'
_ACCESSOR = ("cannot find suitable getter for property ", "cannot find suitable setter for property ")
_UNKNOWN = re.compile(r"use of undeclared identifier '(\w+)'")
_NO_RESULT = "with an rvalue of type 'void'"  # of a lambda whose body clang gave up
_MAX_NOTES = 4
_INCLUDED = "in file included from"
_IMPLICIT = re.compile(r"candidate (?:constructor|function) \(the implicit ")  # nobody wrote it, or meant it
IN_HEADER = "header"  # the kind of an error that a header of ours found


# Errors of plain C++ that a type brings which the rules may refuse: its copies and operators are the host's.
_DOUBTFUL = re.compile(
    r"indirection requires pointer operand \('[\w: ]*\w<|invalid argument type '[^']*' to unary expression"
    r"|cannot (?:in|de)crement value of type|'\w+' causes a section type conflict with "
    r"|call to (?:implicitly-)?deleted (?:copy |move )?constructor of "
    r"|constructor for '[^']+' must explicitly initialize the (?:member|base class) "
)


def clang_findings(
    parsed: ParsedUnit, text: UnitText, messages: Sequence[Message]
) -> tuple[list[Broken], list[Message]]:
    """The broken rules, and the errors of plain C++ besides."""
    found: list[Broken] = []
    plain: list[Message] = []
    for message in messages:
        if not message.is_error or message.text.startswith(_NOTHROW):
            continue
        if message.text.startswith(_ACCESSOR) and any(b.location == message.location for b in found):
            continue  # its function was refused
        broken = _misplaced(message) or _amp_error(parsed, message) or _header_assertion(parsed, message)
        if broken is None:
            plain.append(message)
        elif all((broken.location, broken.message) != (b.location, b.message) for b in found):
            found.append(_named(text, broken))
    return found, plain


def _named(text: UnitText, broken: Broken) -> Broken:
    """clang calls the operators of classes and of lambdas alike: where they are declared tells them apart."""
    declared = broken.notes[0].location if broken.notes else None
    if declared is None or not broken.message.startswith(THE_LAMBDA) or text.lambda_at(declared) is not None:
        return broken
    return broken._replace(message=broken.message.replace(THE_LAMBDA, "'operator()'", 1))


def may_follow(text: UnitText, plain: Sequence[Message]) -> bool:
    """May a broken rule have brought all these errors? A capture that clang refused names no variable."""
    follows = False
    for message in plain:
        follows = (
            _DOUBTFUL.match(message.text) is not None
            or _is_capture(text, message)
            or (follows and message.text.endswith(_NO_RESULT))
        )
        if not follows:
            return False
    return True


def _is_capture(text: UnitText, message: Message) -> bool:
    """Is an unknown name that of a capture with an initialiser, of a lambda around it?"""
    name = _UNKNOWN.match(message.text)
    path = text.file_of(message.location) if message.location is not None else None
    if name is None or message.location is None or path not in text.annotations:
        return False
    found = text.annotations[path]
    source = found.source
    at = source.token_of(message.location)
    return any(
        source.text_of(i) == name[1] and source.text_of(i + 1) in ("=", "(", "{")
        for item in found.lambdas
        if item.body < at < item.body_end
        for i in range(item.open + 1, item.close)
    )


# What is reported only where nothing else is wrong in the line.
_FOLLOWERS = (
    "a string literal ",
    "a literal of the type ",
    "the address of a pointer ",
    "a local variable can't be restricted",
    "this function is not restricted",
    "the operator for ",
)

_TYPE_INFO = " of the type 'const std::type_info"  # of a typeid
_TYPE = re.compile(r" the type '([^']+)' is not allowed in amp-restricted code")
_OF_TYPE = " of the type '"
_WAY = re.compile(r"^kernel starts here$| is called from ")  # the way to a mistake is no mistake
_OF_USES = (
    "can't be used in amp-restricted code",
    "is not restricted to amp and can't be called",
    "is restricted to amp and can't be used",
    "' can't be captured: the type '",
)


def without_followers(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Of a mistake its first error: what an argument, an operator or a use adds to that says nothing new."""
    of_arguments = {id(d) for d in found if _is_of_argument(d, found) or _casts_for_variable(d, found)}
    lines = Counter(
        (d.location.file, d.location.line)
        for d in found
        if d.location and not _follows(d) and id(d) not in of_arguments
    )
    refused = {d.location for d in found} | {
        note.location
        for d in found
        if _OF_TYPE in d.message
        for note in d.notes
        if note.location and not _WAY.search(note.message)
    }
    # What a throw makes is no mistake besides.
    throws = {
        (d.location.file, d.location.line): d.location.column
        for d in found
        if d.location and d.message.startswith("'throw' ")
    }
    first: dict[tuple[str, int, str], Diagnostic] = {}
    for d in found:
        place = d.location or Location("", 0)
        follows = _follows(d) and lines[place.file, place.line]
        thrown = throws.get((place.file, place.line))
        follows = follows or (_is_use(d) and thrown is not None and place.column > thrown)
        follows = follows or id(d) in of_arguments
        if not follows and not (_is_use(d) and d.notes and d.notes[0].location in refused):
            first.setdefault((place.file, place.line, d.message), d)
    return tuple(first.values())


def _is_of_argument(diagnostic: Diagnostic, found: Sequence[Diagnostic]) -> bool:
    """Is it about an instance's type that an argument in the call brought, which was refused there?"""
    kind = _TYPE.search(diagnostic.message)
    call = next((note for note in diagnostic.notes if " is called from " in note.message), None)
    if kind is None or call is None or call.location is None:
        return False
    line = (call.location.file, call.location.line)
    return any(
        d is not diagnostic
        and d.location is not None
        and (d.location.file, d.location.line) == line
        and (f" type '{kind[1]}' " in d.message or _is_address(d.message, kind[1]))
        for d in found
    )


def _casts_for_variable(diagnostic: Diagnostic, found: Sequence[Diagnostic]) -> bool:
    """Is it about a cast to the type that was refused of a variable on its line?"""
    place = diagnostic.location
    kind = _TYPE.search(diagnostic.message)
    if kind is None or place is None or not diagnostic.message.startswith("a cast to "):
        return False
    refused = re.compile(f"{re.escape(_OF_TYPE)}(?:const )?{re.escape(kind[1])}(?: &{{1,2}})?' ")
    on_line = (
        d for d in found if d.location and (d.location.file, d.location.line) == (place.file, place.line)
    )
    return any(refused.search(d.message) for d in on_line)


def _is_address(message: str, kind: str) -> bool:
    """Is a message about the address that such a pointer, or a reference to a function, has?"""
    return ("**" in kind and message.startswith(_FOLLOWERS[2])) or (
        ("(*)" in kind or "(&)" in kind) and message.startswith("the address of the function ")
    )


def is_call(diagnostic: Diagnostic) -> bool:
    """Is it about a function that can't be called?"""
    return _OF_USES[1] in diagnostic.message


def _is_use(diagnostic: Diagnostic) -> bool:
    """Is it about the use of what its first note shows?"""
    return any(part in diagnostic.message for part in _OF_USES)


def _follows(diagnostic: Diagnostic) -> bool:
    return diagnostic.message.startswith(_FOLLOWERS) or _TYPE_INFO in diagnostic.message


def _misplaced(message: Message) -> Broken | None:
    """What `misplaced_clauses` made clang say of a clause that the preprocessor let through."""
    if message.text != MISPLACED or message.location is None:
        return None
    return Broken(message.location, MISPLACED)


def _header_assertion(parsed: ParsedUnit, message: Message) -> Broken | None:
    """A static_assert of hcpy's headers is about the user's line that led there."""
    match = ASSERTION.match(message.text)
    if match is None or message.location is None or parsed.is_users_file(message.location.file):
        return None
    place = _users_place(parsed, message)
    return Broken(place, in_words(asserted(match))) if place != message.location else None


def _amp_error(parsed: ParsedUnit, message: Message) -> Broken | None:
    text = translated(message.text) or no_candidate(message.text, (n.message for n in message.notes))
    if text is None or message.location is None:
        return None
    place = _users_place(parsed, message)
    notes = [
        Note(n.location, in_words(n.message))
        for n in message.notes
        if n.location is not None
        and n.location != place
        and parsed.is_users_file(n.location.file)
        and not n.message.startswith(("called by", _INCLUDED))
        and not _IMPLICIT.match(n.message)
    ]
    return Broken(place, text, tuple(notes[:_MAX_NOTES]), "" if place == message.location else IN_HEADER)


def _users_place(parsed: ParsedUnit, message: Message) -> Location:
    """Of an error in a header the innermost place of the user's that led there."""
    steps = [n.location for n in message.notes if not n.message.startswith(_INCLUDED)]
    for place in (message.location, *steps):
        if place is not None and parsed.is_users_file(place.file):
            return place
    return message.location or Location("", 0)
