"""What programs written for Visual C++ need beyond clang's reading of them.

Takes: a TranslationUnit; reads the user's files by their tokens.
Gives: the unit with the flags it needs, edits for what flags can't do, and notes and errors about the text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Set
from pathlib import Path

from hcpy.core.dataclass import replace
from hcpy.core.include_path import compatibility_folder
from hcpy.core.model import Diagnostic, Dialect, Edit, Location, Part, TranslationUnit
from hcpy.frontend.microsoft.brought_headers import missing_headers
from hcpy.frontend.microsoft.conditions import defined_macros, live_code
from hcpy.frontend.microsoft.evidence import ENTRIES, evidence, own_entries, place, windows_headers
from hcpy.frontend.microsoft.words import D3D_FUNCTIONS
from hcpy.frontend.text.edits import BOTH_PARTS, blank
from hcpy.frontend.text.extension_names import hiding_flags
from hcpy.frontend.text.lexer import SourceText, Token
from hcpy.frontend.text.sources import Scan, scan

_WIDE_STDIO = re.compile(r"\b(?:v?f?wprintf|swprintf|fputws|putwchar)\b")
_WIDE_STREAM = re.compile(r"\b(?:wcout|wcerr|wclog)\b")
_D3D_HEADER = re.compile(r"(?:.*[/\\])?(?:d3d|dxgi|d2d1|dxerr|xnamath|directx)\w*\.(?:h|inl)$", re.IGNORECASE)
_D3D_TYPE = re.compile(r"(?:ID3D1\d\w+|IDXGI\w+)$")
_ANY_D3D = re.compile(r"ID3D1|IDXGI|direct3d")
_USING_D3D = re.compile(r"\busing\s+namespace\s+[\w:\s]*\bdirect3d\s*;")
_UNKNOWN_NAME = re.compile(
    r"error: (?:\033\[[0-9;]*m)*(?:use of undeclared identifier|unknown type name) '(\w+)'"
)
_ERROR_PLACE = re.compile(
    r"^(?:\033\[[0-9;]*m)*([^\n:]+):(\d+):\d+: (?:\033\[[0-9;]*m)*(?:fatal )?error: ", re.MULTILINE
)
_MISSING_WORD = re.compile(
    r"^(?:\033\[[0-9;]*m)*([^\n:]+):(\d+):(\d+): (?:\033\[[0-9;]*m)*error: (?:\033\[[0-9;]*m)*"
    r"missing '(typename|template)' (?:prior|keyword)",
    re.MULTILINE,
)
_I64 = re.compile(r"(?<=%)([-+ #0]*[\d*]*(?:\.[\d*]+)?)I64(?=[diouxX])")
_SHELL = re.compile(r'"\s*(?:pause|cls|color\s+\w+|title\s.*?)\s*"', re.IGNORECASE)

# fmt: off
_FLAGS = (
    # Names are looked up in dependent bases; `typename` and `.template` may be missing.
    "-fms-compatibility", "-fms-compatibility-version=19.28", "-fms-extensions",
    # What clang's own mode takes from the system's headers.
    "-fgnuc-version=4.2.1", "-D__STDC__=1", "-D__STRICT_ANSI__=1",
    "-Wno-microsoft", "-Wno-assume", "-Wno-typename-missing", "-Wno-c++20-extensions",
    "-Wno-c++11-narrowing",
    "-Wno-writable-strings",
)
# fmt: on
_EXTENSIONS = ("-fms-extensions", "-Wno-microsoft", "-Wno-assume")
_BEFORE_TYPES = frozenset(("typedef", ";", "{", "}", "(", ":", "const", "static"))
# With these Visual C++ reads templates as the standard has it (/permissive-).
_TWO_PHASES = ("c++20", "c++2a", "c++23", "c++2b", "c++26", "c++2c", "gnu++2")


def with_compat(unit: TranslationUnit, asked: bool | None) -> TranslationUnit:
    """The unit with the flags that its text asks for; `asked`: -fms-compat, -fno-ms-compat or neither."""
    found = scan(unit)
    compat = asked if asked is not None else unit.dialect is Dialect.AMP and evidence(unit, found) is not None
    arguments = hiding_flags(found.files.values())
    defined = defined_macros(tuple(found.files.values()), unit.clang_args)
    headers: list[str] = []
    if compat:
        # Visual C++ had no HC, whose device part does not fit with its reading of lambdas.
        language = _language_flags(unit) if unit.dialect is Dialect.AMP else _EXTENSIONS
        arguments += (*language, "-isystem", str(compatibility_folder()))
        headers += ["hcrt_ms_prelude.hpp", *windows_headers(unit, found)]
    if any(_WIDE_STREAM.search(live_code(source, defined)) for source in _mentioning(found, "wc")):
        headers.append("hcrt/detail/wide_streams.hpp")
    if any(_WIDE_STDIO.search(live_code(source, defined)) for source in _mentioning(found, "w")):
        headers.append("hcrt/detail/wide_stdio.hpp")
    if unit.dialect is Dialect.AMP:
        headers += missing_headers(found.files.values(), defined)
    return replace(
        unit,
        clang_args=(*unit.clang_args, *arguments),
        language_standard=_standard(unit.language_standard) if compat else unit.language_standard,
        ms_compat=compat,
        forced_headers=tuple(headers),
    )


def _standard(asked: str) -> str:
    """Visual C++ knows nothing older than C++14."""
    return re.sub(r"^(c|gnu)\+\+(?:98|03|0x|11)$", r"\g<1>++14", asked)


def _mentioning(found: Scan, word: str) -> list[SourceText]:
    return [source for source in found.files.values() if word in source.text]


def _language_flags(unit: TranslationUnit) -> Iterator[str]:
    """Visual C++'s reading of the language."""
    yield from _FLAGS
    if not unit.language_standard.startswith(_TWO_PHASES):
        # Bodies of templates are read where they are first used, or never: names may be declared after them.
        yield "-fdelayed-template-parsing"
    if "-fno-exceptions" not in unit.clang_args:
        yield "-D__EXCEPTIONS=1"


# --- edits ---------------------------------------------------------------------------------------------
def compat_edits(unit: TranslationUnit, found: Scan) -> list[Edit]:
    """What makes clang read the files as Visual C++ does."""
    edits = [
        Edit(source.path, 0, 0, "")  # makes clang read the text in the file's place
        for source in found.files.values()
        if source.converted
    ]
    respelled = [*found.respelled, *(found.stand_ins if unit.ms_compat else ())]
    for item in respelled:
        line = item.line
        if item.spelling != line.name:
            edits.append(Edit(line.source.path, line.begin, line.end, item.spelling))
    for source in found.files.values():
        if "comment" in source.text and "pragma" in source.text:
            edits += _pragma_edits(source)
        if unit.ms_compat:
            entries = {"main", *ENTRIES} - own_entries(unit, found) if source.path == unit.source else set()
            edits += _token_edits(source, entries)
    return edits


def _pragma_edits(source: SourceText) -> Iterator[Edit]:
    """`#pragma comment(lib, ...)` names libraries of Windows, for which the linker would look here."""
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.text == "pragma" and source.text_of(i + 1) == "comment" and token.directive:
            last = i
            while last + 1 < len(tokens) and tokens[last + 1].directive == token.directive:
                last += 1
            yield blank(source, tokens[i - 1].begin, tokens[last].end)


def _token_edits(source: SourceText, entries: Set[str]) -> Iterator[Edit]:
    tokens = source.tokens
    for i, token in enumerate(tokens):
        if token.kind == "string" and ("I64" in token.text or tokens[i - 1].text == "("):
            yield from _string_edits(source, i)
        elif token.kind == "name" and token.text in entries and _is_entry(source, i):
            yield from _entry_edits(source, i)
        elif token.text == "each" and source.text_of(i - 1) == "for" and source.text_of(i + 1) == "(":
            yield from _for_each_edits(source, i)
        elif token.text == "typename" and _is_idle(source, i):
            yield blank(source, token.begin, token.end)


def _string_edits(source: SourceText, index: int) -> Iterator[Edit]:
    token = source.tokens[index]
    if source.text_of(index - 2) in ("system", "_tsystem") and _SHELL.fullmatch(token.text.lstrip("L")):
        # Commands of Windows' shell; `:` does nothing in ours.
        yield Edit(source.path, token.begin, token.end, '":"'.ljust(len(token.text)), BOTH_PARTS)
    for match in _I64.finditer(token.text):
        at = token.begin + match.end(1)
        yield Edit(source.path, at, at + 3, "ll", BOTH_PARTS)


def _is_idle(source: SourceText, index: int) -> bool:
    """Is this `typename` before a name without `::`, in no list of template parameters? clang warns of it,
    or takes it for a mistake."""
    following = source.tokens[index + 1 : index + 2]
    if source.text_of(index - 1) not in _BEFORE_TYPES or not following or following[0].kind != "name":
        return False
    end = index + 2
    if source.text_of(end) == "<":
        end = source.skip_angles(end)
    return source.text_of(end) != "::"


def _for_each_edits(source: SourceText, index: int) -> Iterator[Edit]:
    """`for each (type name in range)` is `for (type name : range)`."""
    at, closing = index + 2, source.partners[index + 1]
    while at < closing and source.text_of(at) != "in":
        at = max(at, source.partners[at]) + 1
    if source.text_of(at + 1) == "in":  # a variable called so
        at += 1
    if at < closing:
        each, inside = source.tokens[index], source.tokens[at]
        yield blank(source, each.begin, each.end)
        yield Edit(source.path, inside.begin, inside.end, ": ", BOTH_PARTS)


def _is_entry(source: SourceText, index: int) -> bool:
    """Is this the program's entry in a form that clang does not know, being defined?"""
    token = source.tokens[index]
    if token.directive or source.text_of(index + 1) != "(":
        return False
    closing = source.partners[index + 1]
    if closing < 0 or source.text_of(closing + 1) != "{":
        return False
    before = source.text_of(index - 1)
    return before == "void" if token.text == "main" else before in ("int", "void", "__cdecl")


def _entry_edits(source: SourceText, index: int) -> Iterator[Edit]:
    token = source.tokens[index]
    name = token.text
    if name == "main":
        name = "hcrt_ms_main"
        yield Edit(source.path, token.begin, token.end, name)
    caller = f"\nint main(int argc, char** argv) {{ return hcrt_ms::run_program(&{name}, argc, argv); }}\n"
    end = len(source.text)
    yield Edit(source.path, end, end, caller, frozenset((Part.HOST,)))


# --- what the user is shown ----------------------------------------------------------------------------
def notes(unit: TranslationUnit, asked: bool | None) -> Iterator[Diagnostic]:
    """Where the text was read otherwise than written; each once."""
    if "-w" in unit.clang_args:
        return
    found = scan(unit)
    if unit.ms_compat and asked is None:
        why = evidence(unit, found)
        if why is not None and why[1].lower() not in STAND_INS:
            text = f"'{why[1]}' is Microsoft's: compiled as with -fms-compat (-fno-ms-compat turns this off)"
            yield Diagnostic("note", why[0], text)
    for source in found.files.values():
        if source.encoding:
            yield Diagnostic("note", Location(str(source.path), 1), f"converted from {source.encoding}")
    told: set[str] = set()
    for item in found.respelled:
        if item.line.name not in told:
            told.add(item.line.name)
            where = place(item.line.source, item.line.begin)
            yield Diagnostic("note", where, f"'{item.line.name}' is read as '{item.spelling}'")
    for item in found.stand_ins if unit.ms_compat else ():
        name = Path(item.spelling).name
        if name in STAND_INS and name not in told:
            told.add(name)
            where = place(item.line.source, item.line.begin)
            yield Diagnostic(
                "note",
                where,
                f"'{item.line.name}' was not found: a stand-in takes its place, as with -fms-compat",
            )


# Precompiled headers of Visual Studio's project templates.
STAND_INS = frozenset(("stdafx.h", "pch.h", "targetver.h"))


def hint(unit: TranslationUnit) -> Iterator[Diagnostic]:
    """For a unit that clang refused: the first name that -fms-compat would declare."""
    found = None if unit.ms_compat else evidence(unit, scan(unit))
    if found is not None:
        yield Diagnostic("note", found[0], f"'{found[1]}' is Microsoft's: compile with -fms-compat")


def missing_word(unit: TranslationUnit, messages: str) -> Diagnostic | None:
    """Of a unit that clang refused: the first `typename` or `template` that Visual C++ does without. Its name
    may be dependent, which the text does not show."""
    match = _MISSING_WORD.search(messages) if unit.dialect is Dialect.AMP and not unit.ms_compat else None
    if match is None:
        return None
    text = f"'{match[4]}' is missing, as Visual C++ allows"
    text += ": compiled as with -fms-compat (-fno-ms-compat turns this off)"
    return Diagnostic("note", Location(match[1], int(match[2]), int(match[3])), text)


def direct3d(unit: TranslationUnit, messages: str) -> Diagnostic | None:
    """Direct3D, at the first place that clang calls an error: what the preprocessor drops is none."""
    found = scan(unit)
    if not any(_ANY_D3D.search(s.text) for s in found.files.values()) and not found.missing:
        return None
    places = {(os.path.realpath(file), int(line)) for file, line in _ERROR_PLACE.findall(messages)}
    for diagnostic in _direct3d(found, frozenset(_UNKNOWN_NAME.findall(messages))):
        where = diagnostic.location
        if where is not None and (os.path.realpath(where.file), where.line) in places:
            return diagnostic
    return None


def _direct3d(found: Scan, unknown: frozenset[str]) -> Iterator[Diagnostic]:
    """All of it in the files; the unknown names count alone where a using-directive brings Direct3D's."""
    reason = "Direct3D interop is not supported: {} of Windows"
    brought = any(_USING_D3D.search(source.text) for source in found.files.values())
    alone = unknown & D3D_FUNCTIONS if brought else frozenset()
    for line in found.missing:
        if _D3D_HEADER.match(line.name):
            yield _error(line.source, line.begin, reason.format(f"'{line.name}' is a header"))
    for source in found.files.values():
        if alone or _ANY_D3D.search(source.text):
            for i, token in enumerate(source.tokens):
                if token.kind == "name" and (token.text in alone or _is_d3d(source, i, token)):
                    yield _error(
                        source, token.begin, reason.format(f"'{token.text}' belongs to an interface")
                    )


def _is_d3d(source: SourceText, index: int, token: Token) -> bool:
    if _D3D_TYPE.match(token.text):
        return True
    return (
        token.text in D3D_FUNCTIONS
        and source.text_of(index - 1) == "::"
        and source.text_of(index - 2) == "direct3d"
    )


def _error(source: SourceText, offset: int, text: str) -> Diagnostic:
    return Diagnostic("error", place(source, offset), text)
