"""Turns the bytes of a source into the UTF-8 that clang and the scan of the text read.

Takes: a file's bytes, as editors on Windows write them.
Gives: UTF-8 bytes, one latin-1 character each, and the name of the encoding where they were converted.
"""

from __future__ import annotations

import re

from hcpy.core.dataclass import dataclass

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8", "UTF-8"),
    (b"\xff\xfe", "utf-16-le", "UTF-16"),
    (b"\xfe\xff", "utf-16-be", "UTF-16"),
)
_END_OF_FILE = "\x1a"  # Ctrl+Z ends a text file of DOS
# A comment's trailing backslash that is the second byte of a character of a double-byte code page; strings
# and other comments are matched to be stepped over. Compiled where they are used: few sources need them.
_LITERAL = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|/\*.*?\*/'
_SKIPPED = _LITERAL + r"|(?P<comment>//[^\n]*?[\x80-\xff])\\(?=\r?\n)|//[^\n]*"
_WIDE_STRING = r"(?P<wide>\bL(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'))|//[^\n]*|" + _LITERAL


@dataclass(frozen=True)
class Decoded:
    """A source's text; `encoding` is set where its bytes were in another one than UTF-8."""

    text: str
    changed: bool = False  # clang must read the text in the file's place
    encoding: str = ""


def decode(data: bytes) -> Decoded:
    """Read a source. Marks at its start go away, lines end with a line feed; nothing is an error."""
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(codec, "replace") if codec != "utf-8" else None
            body = data[len(mark) :] if text is None else text.encode()
            return Decoded(_plain(body.decode("latin-1")), True, "" if text is None else name)
    codec = _unmarked_utf16(data)
    if codec:
        return Decoded(_plain(data.decode(codec, "replace").encode().decode("latin-1")), True, "UTF-16")
    text = data.decode("latin-1")
    plain = _plain(text)
    if not data.isascii() and not _is_utf8(data):
        plain = _from_code_page(plain)
    return Decoded(plain, plain != text)


def _plain(text: str) -> str:
    """Without what ends a DOS file, and with line feeds where a lone carriage return ends lines."""
    end = text.find(_END_OF_FILE)
    if end >= 0:
        text = text[:end]
    return re.sub(r"\r(?!\n)", "\n", text) if "\r" in text else text


def _unmarked_utf16(data: bytes) -> str:
    """UTF-16 without a mark: source text is mostly ASCII, so every other byte is zero."""
    head = data[:256]
    if len(head) < 4 or len(data) % 2 or b"\0" not in head:
        return ""
    half = len(head) // 2
    if head[1::2].count(0) > 0.8 * half and head[::2].count(0) == 0:
        return "utf-16-le"
    if head[::2].count(0) > 0.8 * half and head[1::2].count(0) == 0:
        return "utf-16-be"
    return ""


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _from_code_page(text: str) -> str:
    """Text in a Windows code page: narrow strings keep their bytes, which clang warns about.

    Wide strings are read as Windows-1252, as clang refuses them otherwise. A comment goes on to the next line
    only where its backslash is a separate character.
    """
    text = re.sub(_SKIPPED, lambda m: f"{m['comment']} " if m["comment"] else m[0], text, flags=re.DOTALL)
    return re.sub(_WIDE_STRING, _wide_string, text, flags=re.DOTALL)


def _wide_string(match: re.Match[str]) -> str:
    found = match[0]
    if not match["wide"] or _is_utf8(found.encode("latin-1")):
        return found
    return found.encode("latin-1").decode("cp1252", "replace").encode().decode("latin-1")
