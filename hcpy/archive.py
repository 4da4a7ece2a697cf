"""Reads static archives: their members, also those of thin archives, which only name their files.

Takes: an archive's bytes and path.
Gives: members with their contents. A damaged archive is an ArchiveError.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hcpy.errors import HcpyError

_MAGIC, _THIN_MAGIC = b"!<arch>\n", b"!<thin>\n"
_HEADER_BYTES = 60
_SYMBOL_TABLES = frozenset(("/", "/SYM64/", "__.SYMDEF", "__.SYMDEF SORTED"))


class ArchiveError(HcpyError):
    """A file is a damaged archive."""


@dataclass(frozen=True)
class Member:
    """One file of an archive."""

    name: str
    data: bytes


def is_archive(data: bytes) -> bool:
    """Do a file's first bytes say that it is an archive?"""
    return data[:8] in (_MAGIC, _THIN_MAGIC)


def members(data: bytes, path: Path) -> Iterator[Member]:
    """All members, in order."""
    is_thin = data[:8] == _THIN_MAGIC
    names = b""
    at = len(_MAGIC)
    while at + _HEADER_BYTES <= len(data):
        header = data[at : at + _HEADER_BYTES]
        name, size_text = header[:16].rstrip(b" "), header[48:58].strip()
        if header[58:] != b"`\n" or not size_text.isdigit():
            raise ArchiveError(f"{path}: damaged archive (no member's header at {at})")
        size = int(size_text)
        begin = at + _HEADER_BYTES
        plain = name.decode("utf-8", "surrogateescape")
        has_content = not is_thin or plain in _SYMBOL_TABLES or plain == "//"
        if has_content and begin + size > len(data):
            raise ArchiveError(f"{path}: damaged archive (a member reaches behind its end)")
        content = data[begin : begin + size] if has_content else b""
        at = begin + (size + (size & 1) if has_content else 0)
        if plain == "//":
            names = content
        elif plain not in _SYMBOL_TABLES:
            yield _member(plain, content, names, is_thin, path)


def _member(name: str, content: bytes, names: bytes, is_thin: bool, path: Path) -> Member:
    if name.startswith("#1/") and name[3:].isdigit():  # BSD's long names stand in front of the content
        length = int(name[3:])
        name, content = content[:length].rstrip(b"\0").decode("utf-8", "surrogateescape"), content[length:]
    elif name.startswith("/") and name[1:].isdigit():
        begin = int(name[1:])
        end = names.find(b"\n", begin)
        name = names[begin : end if end >= 0 else len(names)].decode("utf-8", "surrogateescape")
        name = name.removesuffix("/")
    else:
        name = name.removesuffix("/")
    if is_thin:
        file = path.parent / name
        try:
            content = file.read_bytes()
        except OSError as error:
            raise ArchiveError(
                f"{path}: cannot read '{file}', which this thin archive names: {error.strerror}"
            ) from None
    return Member(name, content)
