"""The files of a link line, as far as they hold device code that is not finished.

Takes: the link line.
Gives: objects and archive members with their device records.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from hcpy.core.dataclass import dataclass
from hcpy.core.errors import HcpyError
from hcpy.core.words import takes_value
from hcpy.objects.archive import is_archive, members
from hcpy.objects.device_record import SECTION, DeviceRecord, find_records

_MARK = SECTION.encode() + b"\0"
_SYSTEM_FOLDERS = ("/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/lib")


@dataclass(frozen=True)
class LinkInput:
    """An object, or an archive, on the link line."""

    path: Path
    is_optional: bool = False  # between --start-lib and --end-lib


@dataclass(frozen=True)
class DeviceInput:
    """One unit's device code in a file that takes part in the link, or may."""

    path: Path
    member: str  # of an archive; empty: the file is an object
    record: DeviceRecord
    is_optional: bool
    is_temporary: bool = False

    @property
    def name(self) -> str:
        """As people read it."""
        if self.is_temporary:
            return str(self.record.unit.source)
        return f"{self.path}({os.path.basename(self.member)})" if self.member else str(self.path)


def carries_device_code(line: Sequence[str]) -> bool:
    """Does a file of the line hold device code for other units, or need theirs? Files are only searched."""
    return any(_holds_mark(item.path) for item in link_inputs(line))


def device_inputs(line: Sequence[str], temporary: Collection[Path]) -> Iterator[DeviceInput]:
    """Every unit's device code, in the order of the line; a file that is there twice counts once.

    temporary: objects that this hcc made; people know their sources.
    """
    seen: set[str] = set()
    for item in link_inputs(line):
        real = os.path.realpath(item.path)
        if real in seen or not _holds_mark(item.path):
            continue
        seen.add(real)
        data = _read(item.path)
        if not is_archive(data):
            for record in find_records(data, str(item.path)):
                is_temporary = item.path in temporary
                yield DeviceInput(item.path, "", record, item.is_optional, is_temporary)
            continue
        for member, content in members(data, item.path):
            if content[:4] == b"\x7fELF" and _MARK in content:
                for record in find_records(content, f"{item.path}({member})"):
                    yield DeviceInput(item.path, member, record, True)


def link_inputs(line: Sequence[str]) -> Iterator[LinkInput]:
    """The objects and archives of a link line, looked up as the linker does; shared objects are left out."""
    folders: list[Path] = []
    is_static = is_optional = False
    for word in _linker_words(line):
        if word in ("--start-lib", "--end-lib"):
            is_optional = word == "--start-lib"
        elif word in ("-Bstatic", "-dn", "-non_shared", "-static", "-static-pie"):
            is_static = True
        elif word in ("-Bdynamic", "-dy", "-call_shared"):
            is_static = False
        elif word.startswith("-L"):
            folders.append(Path(word[2:]))
        elif word.startswith("--library-path="):
            folders.append(Path(word.partition("=")[2]))
        elif word.startswith(("-l", "--library=")):
            name = word.partition("=")[2] if word.startswith("--library=") else word[2:]
            path = _find_library(name, folders, is_static)
            if path is not None:
                yield LinkInput(path)
        elif not word.startswith("-") and Path(word).is_file():
            yield LinkInput(Path(word), is_optional)


def _linker_words(line: Sequence[str]) -> Iterator[str]:
    """The line as the linker sees it, values joined to their options."""
    words = iter(line)
    for word in words:
        if word.startswith("-Wl,"):
            yield from word[4:].split(",")
        elif word == "-Xlinker":
            yield next(words, "")
        elif word in ("-L", "-l"):
            yield word + next(words, "")
        elif takes_value(word):
            next(words, None)
        else:
            yield word


def _find_library(name: str, folders: Sequence[Path], is_static: bool) -> Path | None:
    """The archive that -lNAME means; None: a shared object, or none that is known here."""
    asked = filter(None, os.environ.get("LIBRARY_PATH", "").split(os.pathsep))
    for folder in (*folders, *map(Path, asked), *map(Path, _SYSTEM_FOLDERS)):
        if name.startswith(":"):
            names = [name[1:]]
        else:
            names = [f"lib{name}.a"] if is_static else [f"lib{name}.so", f"lib{name}.a"]
        for candidate in names:
            path = folder / candidate
            if path.is_file():
                return None if ".so" in candidate else path
    return None


def _holds_mark(path: Path) -> bool:
    """Is it an object or archive that holds the section's name? A thin archive's members are asked."""
    try:
        with path.open("rb") as file:
            first = file.read(20)
            if is_archive(first):
                if first.startswith(b"!<thin>"):
                    return any(_MARK in content for _, content in members(path.read_bytes(), path))
            elif first[:4] != b"\x7fELF" or first[16:18] != b"\x01\x00":  # ET_REL
                return False
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return content.find(_MARK) >= 0
    except (OSError, ValueError):
        return False  # the linker reports it


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise HcpyError(f"cannot read '{path}': {error.strerror}") from None
