"""Makes and applies the edits that adapt a user's file to clang's mode, keeping lines and columns.

Takes: edits on files.
Gives: edited texts, and -ivfsoverlay files that put them in the place of the user's.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from hcpy.core.dataclass import replace
from hcpy.core.errors import HcpyError
from hcpy.core.model import Edit, Part
from hcpy.frontend.text.lexer import SourceText

# Beside an overlay: files whose names are no UTF-8, each as clang's -remap-file takes it.
_REMAP = ".remap"
_OUR_LINE = re.compile(r"^#line (\d+)$", re.MULTILINE)
# A character beyond the first 65,536, as JSON escapes it.
_PAIR = re.compile(r"\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}")
BOTH_PARTS = frozenset((Part.HOST, Part.DEVICE))
_ENDS = frozenset(("elif", "elifdef", "elifndef", "else", "endif"))
_BEGINS = (_ENDS - {"endif"}) | {"if", "ifdef", "ifndef"}


def blank_text(text: str) -> str:
    """Blanks of the same shape."""
    return "".join(c if c in "\n\r\t" else " " for c in text)


def blank(source: SourceText, begin: int, end: int, parts: frozenset[Part] = BOTH_PARTS) -> Edit:
    """Takes bytes out of the text."""
    return Edit(source.path, begin, end, blank_text(source.text[begin:end]), parts)


def insert(
    source: SourceText, at: int, text: str, in_directive: bool = False, parts: frozenset[Part] = BOTH_PARTS
) -> Edit:
    """Puts text before a byte; what follows keeps its line and column.

    A macro's body can't be cut into lines: there the columns move.
    """
    if in_directive:
        return Edit(source.path, at, at, f" {text} ", parts)
    line, column = source.line_column(at)
    return Edit(source.path, at, at, f" {text}\n#line {line}\n{' ' * (column - 1)}", parts)


def wrap(source: SourceText, begin: int, end: int, before: str, after: str) -> tuple[Edit, Edit]:
    """Puts text on both sides of an expression, outside of directives.

    What clang says of the wrapped expression is at the columns of the bare one, so it can be wrapped again.
    """
    return _at_own_columns(source, begin, 0, before), _at_own_columns(source, end, len(after), after)


def _at_own_columns(source: SourceText, at: int, width: int, text: str) -> Edit:
    line, column = source.line_column(at)
    move, pad = f"\n#line {line}\n", " " * (column - 1)
    return Edit(source.path, at, at, f"{move}{pad[width:]}{text}{move}{pad}", BOTH_PARTS)


def apply(text: str, edits: Iterable[Edit], part: Part) -> str:
    """The text as one part sees it. Edits inside of a larger blanked range vanish with it."""
    pieces: list[str] = []
    position = 0
    # Larger ranges first: what starts inside them is dropped below. Insertions keep their order.
    for edit in sorted((e for e in edits if part in e.parts), key=lambda e: (e.begin, -e.end)):
        if edit.begin < position:
            continue
        pieces += [text[position : edit.begin], edit.text]
        position = edit.end
    return "".join((*pieces, text[position:]))


def edited_texts(
    sources: Mapping[Path, SourceText], edits: Iterable[Edit], part: Part, own_lines: bool = False
) -> dict[Path, str]:
    """The files that differ in one part.

    own_lines: with the files' own names and lines, regardless of their #line directives.
    """
    by_file: dict[Path, list[Edit]] = {}
    for edit in edits:
        if part in edit.parts:
            directives = sources[edit.file].line_directives
            shown = _renumbered(edit, sources[edit.file]) if directives and not own_lines else edit
            by_file.setdefault(edit.file, []).append(shown)
    for path, source in sources.items() if own_lines else ():
        for directive in source.line_directives:
            by_file.setdefault(path, []).append(blank(source, directive.begin, directive.end))
    for path, found in by_file.items():
        shown_again = _numbers_behind_conditionals(sources[path], found)
        if sources[path].line_directives and not own_lines:
            shown_again = [_renumbered(edit, sources[path]) for edit in shown_again]
        found[:0] = shown_again  # before what is at the line's start
    return {path: apply(sources[path].text, found, part) for path, found in by_file.items()}


def _numbers_behind_conditionals(source: SourceText, edits: Iterable[Edit]) -> list[Edit]:
    """The number of the line after each #else and #endif that ends a part with insertions: where the
    preprocessor drops the part, it drops their #line, and counts their lines."""
    places = [edit.begin for edit in edits if edit.begin == edit.end and "\n" in edit.text]
    made = []
    for begin, closing in _conditional_parts(source) if places else ():
        if any(begin < place < source.tokens[closing].begin for place in places):
            last, tokens = closing, source.tokens
            while last + 1 < len(tokens) and tokens[last + 1].directive == tokens[closing].directive:
                last += 1
            end = source.text.find("\n", tokens[last].end) + 1
            if end:
                made.append(Edit(source.path, end, end, f"#line {source.line_column(end)[0]}\n", BOTH_PARTS))
    return made


def _conditional_parts(source: SourceText) -> Iterator[tuple[int, int]]:
    """Of each #if, #elif and #else its first byte, and the token that begins the directive that ends it."""
    opened: list[int] = []
    for i, token in enumerate(source.tokens):
        if token.text != "#" or not token.directive:
            continue
        word = source.text_of(i + 1)
        if opened and word in _ENDS:
            yield opened.pop(), i
        if word in _BEGINS:
            opened.append(token.begin)


def _renumbered(edit: Edit, source: SourceText) -> Edit:
    """An edit whose #line goes on as the file's #line directives have it."""
    text = _OUR_LINE.sub(lambda m: f"#line {source.presumed(int(m[1]))[1]}", edit.text)
    return replace(edit, text=text)


def overlay_words(overlay: Path) -> tuple[str, ...]:
    """Makes clang read the edited files of an overlay."""
    remap = overlay.with_suffix(_REMAP)
    pairs = os.fsdecode(remap.read_bytes()).split("\0") if remap.is_file() else []
    others = (("-Xclang", "-remap-file", "-Xclang", pair) for pair in pairs)
    return ("-ivfsoverlay", str(overlay), *(word for words in others for word in words))


def _is_text(name: str) -> bool:
    """Can an overlay, which is UTF-8, have this file's name?"""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def write_overlay(
    texts: Mapping[Path, str], part: Part, folder: Path, aliases: Mapping[Path, Iterable[str]]
) -> Path:
    """Write the edited files and the overlay that names them; `aliases` are further spellings of a path."""
    folder.mkdir(parents=True, exist_ok=True)
    roots = []
    unnameable = []
    for path, text in texts.items():
        digest = hashlib.sha256(os.fsencode(os.path.abspath(path))).hexdigest()[:12]
        copy = folder / f"{part.value}-{digest}-{path.name}"
        _put(copy, text.encode("latin-1"))
        absolute = os.path.abspath(path)
        for name in dict.fromkeys((absolute, os.path.realpath(path), *aliases.get(path, ()))):
            if not _is_text(name):
                if ";" in str(path):
                    raise HcpyError(
                        f"cannot edit '{path}': its name has a semicolon and is no UTF-8; rename it"
                    )
                unnameable.append(f"{path};{copy}")
                break
            roots.append({"type": "file", "name": name, "external-contents": os.path.abspath(copy)})
    overlay = folder / f"{part.value}.vfs.yaml"
    if unnameable:
        _put(overlay.with_suffix(_REMAP), os.fsencode("\0".join(unnameable)))
    # Without external names diagnostics and dependency files keep the user's.
    described = {"version": 0, "case-sensitive": True, "use-external-names": False, "roots": roots}
    # clang's YAML reader takes the halves of a pair for two characters, neither of which there is.
    text = _PAIR.sub(lambda pair: json.loads(f'"{pair.group()}"'), json.dumps(described, indent=1))
    _put(overlay, text.encode())
    return overlay


def _put(path: Path, data: bytes) -> None:
    """Write a file in one step: another part's clang may be reading what was there."""
    new = path.with_name(f"new.{threading.get_ident()}")
    new.write_bytes(data)
    new.replace(path)
