"""Reads static archives (`ar`), thin ones included.

Takes: the archive's bytes and path.
Gives: its members' names and bytes; damage is an ObjectError.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hcpy.objects.objfile import ObjectError

_MAGIC, _THIN = b"!<arch>\n", b"!<thin>\n"
_HEADER_BYTES = 60


def is_archive(data: bytes) -> bool:
    return data.startswith((_MAGIC, _THIN))


def members(data: bytes, path: Path) -> Iterator[tuple[str, bytes]]:
    """Every member but the symbol tables, in order."""
    thin = data.startswith(_THIN)
    long_names = b""
    offset = len(_MAGIC)
    while offset < len(data):
        header = data[offset : offset + _HEADER_BYTES]
        if len(header) < _HEADER_BYTES or header[58:] != b"`\n" or not header[48:58].strip().isdigit():
            raise ObjectError(f"{path}: damaged archive (header at {offset})")
        name, size = header[:16].rstrip(), int(header[48:58])
        begin = offset + _HEADER_BYTES
        is_table = name in (b"/", b"//", b"/SYM64/")
        stored = size if is_table or not thin else 0
        content = data[begin : begin + stored]
        if len(content) < stored:
            raise ObjectError(f"{path}: damaged archive (member at {offset} is cut off)")
        offset = begin + stored + stored % 2
        if name == b"//":
            long_names = content
        elif not is_table:
            shown = _name(name, long_names).decode("utf-8", "surrogateescape")
            yield shown, _outside(path, shown) if thin else content


def _name(name: bytes, long_names: bytes) -> bytes:
    if name.startswith(b"/") and name[1:].isdigit():
        return long_names[int(name[1:]) :].split(b"\n", 1)[0].removesuffix(b"/")
    return name.removesuffix(b"/")


def _outside(path: Path, name: str) -> bytes:
    """A thin archive holds the names of files beside it."""
    try:
        return (path.parent / name).read_bytes()
    except OSError as error:
        raise ObjectError(f"{path}: cannot read its member '{name}': {error.strerror}") from None
