"""Finds an included file the way Windows does: letters of either case, backslashes between folders.

Takes: the name in an #include line, and the folders to look in.
Gives: the spelling under which the file exists here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from hcpy.core.include_path import compatibility_folder, system_folders


def as_windows_finds(name: str, users: Iterable[Path], further: Iterable[Path]) -> tuple[Path, str] | None:
    """The folder, the user's first, and the file's spelling below it."""
    parts = [part for part in name.replace("\\", "/").split("/") if part]
    if not parts or "/" in name[:1]:
        return None
    for folder in (*users, *further, *system_folders(), compatibility_folder()):
        found = _below(folder, parts)
        if found is not None:
            return folder, found
    return None


def _below(folder: Path, parts: list[str]) -> str | None:
    """The path below a folder whose parts differ from these at most in case."""
    place, spelled = folder, []
    for part in parts:
        if part not in (".", ".."):
            found = _entry(place, part)
            if found is None:
                return None
            spelled.append(found)
        else:
            spelled.append(part)
        place = place / spelled[-1]
    return "/".join(spelled) if os.path.isfile(place) else None


def _entry(folder: Path, name: str) -> str | None:
    if os.path.exists(folder / name):
        return name
    return _entries(str(folder)).get(name.lower())


@lru_cache(maxsize=256)
def _entries(folder: str) -> dict[str, str]:
    """A folder's entries by their lower-case names; the first in order where several differ in case alone."""
    try:
        return {name.lower(): name for name in sorted(os.listdir(folder), reverse=True)}
    except OSError:
        return {}
