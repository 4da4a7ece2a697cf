"""A tree of sources: its files, and where the files that they include lie in it.

Takes: a folder. Follows no links to folders, and opens regular files only: a FIFO would block.
Gives: the sources in order, the folders that a source needs as -I, and the dialect of what it includes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from hcpy.core.encoding import decode
from hcpy.core.include_path import compatibility_folder, in_system
from hcpy.core.words import CXX_SUFFIXES, HEADER_SUFFIXES
from hcpy.driver.dialects import dialect_name

SOURCES = CXX_SUFFIXES - HEADER_SUFFIXES
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_MOST_BYTES = 1 << 24  # a longer file is not what somebody wrote


class Tree:
    """The files below a folder. Thread contract: study() calls it from several threads; nothing changes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.unreadable: list[str] = []
        found = sorted(self._walk())
        self.sources = [path for path in found if path.suffix in SOURCES]
        self._by_name: dict[str, list[Path]] = {}
        for path in found:
            self._by_name.setdefault(path.name.lower(), []).append(path)

    def _walk(self) -> Iterator[Path]:
        def note(error: OSError) -> None:
            self.unreadable.append(f"{self.shown(error.filename)}: {error.strerror}")

        for folder, folders, names in os.walk(self.root, onerror=note):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                path = Path(folder, name)
                if not name.startswith(".") and path.is_file():
                    yield path

    def shown(self, path: str | Path) -> str:
        """A path as the page has it: relative to the tree where it lies in it."""
        return os.path.relpath(path, self.root) if self.holds(path) else str(path)

    def holds(self, path: str | Path) -> bool:
        """Does the file lie in the tree?"""
        return os.path.commonpath((self.root, os.path.abspath(path))) == str(self.root)

    # --- what a source includes ----------------------------------------------------------------------
    def include_folders(self, source: Path) -> tuple[Path, ...]:
        """The folders of the tree in which the source's includes are found, and nowhere else."""
        folders: dict[Path, None] = {}
        seen = {source}
        todo = [source]
        while todo:
            file = todo.pop()
            for quoted, name in self._includes(file):
                found = self._resolve(file, quoted, name, folders)
                if found is not None and found not in seen:
                    seen.add(found)
                    todo.append(found)
        return tuple(folders)

    def dialect(self, source: Path) -> str:
        """The dialect of the first file, of those that the source includes, that says which."""
        seen = {source}
        todo = [source]
        while todo:
            file = todo.pop(0)
            name = dialect_name(read(file))
            if name:
                return name
            for quoted, spelled in self._includes(file):
                found = self._resolve(file, quoted, spelled, {})
                if found is not None and found not in seen:
                    seen.add(found)
                    todo.append(found)
        return ""

    def _includes(self, file: Path) -> Iterator[tuple[bool, str]]:
        text = decode(read(file)).text
        for bracket, name in _INCLUDE.findall(text):
            spelled = name.encode("latin-1", "replace").decode("utf-8", "surrogateescape")
            yield bracket == '"', spelled.replace("\\", "/").strip()

    def _resolve(self, file: Path, quoted: bool, name: str, folders: dict[Path, None]) -> Path | None:
        """The file of the tree that is included; its folder is added where only -I finds it."""
        beside = file.parent / name
        if quoted and beside.is_file():
            return beside.resolve() if self.holds(beside.resolve()) else None
        known = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if known is not None:
            return known.resolve()
        if not quoted and in_system(name, (compatibility_folder(),)):
            return None
        found = self._nearest(file, name)
        if found is not None:
            is_beside = os.path.normpath(beside).lower() == str(found).lower()  # hcc respells it
            folder = None if quoted and is_beside else _folder_for(found, name)
            if folder is not None:
                folders[folder] = None
        return found

    def _nearest(self, file: Path, name: str) -> Path | None:
        """The file whose path ends as the include does, in letters of any case."""
        parts = [part.lower() for part in _parts(name)]
        candidates = [
            path
            for path in self._by_name.get(parts[-1] if parts else "", ())
            if [part.lower() for part in path.parts[-len(parts) :]] == parts and path != file
        ]
        shared = {path: len(os.path.commonpath((path, file))) for path in candidates}
        return max(candidates, key=lambda path: (shared[path], -len(path.parts)), default=None)


def _parts(name: str) -> list[str]:
    return [part for part in name.split("/") if part not in ("", ".", "..")]


def _folder_for(found: Path, name: str) -> Path | None:
    """The folder from which the include's spelling leads to the file, if there is one."""
    depth, ups = len(_parts(name)), name.split("/").count("..")
    base = found.parents[depth - 1]
    within = found.relative_to(base).parent.parts
    return base.joinpath(*within[:ups]) if len(within) >= ups else None


def read(file: Path) -> bytes:
    """A file's bytes; none of a file that cannot be read or that is no source by its length."""
    try:
        return file.read_bytes() if file.stat().st_size <= _MOST_BYTES else b""
    except OSError:
        return b""
