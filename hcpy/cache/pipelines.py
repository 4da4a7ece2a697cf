"""Vulkan's pipelines that libhcrt keeps below the cache's folder: a file for each device and driver version.

Takes: the cache's folder.
Gives: their number and size; removes them. libhcrt checks what it reads (runtime/core/kept_files.cpp); here
files are counted and removed alone, by the descriptor of a folder that nobody else can write.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from hcpy.cache.folder import Unsafe, open_folder
from hcpy.core.errors import HcpyError

_FOLDER = "runtime"  # runtime/core/kept_files.cpp
_PREFIX, _TEMPORARY = "vulkan-", ".new-"


def sizes(folder: Path) -> dict[str, int]:
    """The bytes of each file of pipelines, by its name."""
    if not (folder / _FOLDER).is_dir():
        return {}
    fd = _open(folder)
    try:
        return {name: size for name, size in _files(fd).items() if name.startswith(_PREFIX)}
    finally:
        os.close(fd)


def clear(folder: Path) -> int:
    """Removes them, and what dead processes left; gives the number of files of pipelines."""
    if not (folder / _FOLDER).is_dir():
        return 0
    fd = _open(folder)
    try:
        found = _files(fd)
        for name in found:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name, dir_fd=fd)
        return sum(name.startswith(_PREFIX) for name in found)
    finally:
        os.close(fd)


def _open(folder: Path) -> int:
    try:
        return open_folder(folder, _FOLDER)
    except Unsafe as fault:
        raise HcpyError(f"the folder of Vulkan's pipelines is left alone: {fault}") from None
    except OSError as error:
        raise HcpyError(f"{folder / _FOLDER}: {error.strerror}") from None


def _files(fd: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in os.listdir(fd):
        if name.startswith((_PREFIX, _TEMPORARY)):
            with contextlib.suppress(FileNotFoundError):
                status = os.stat(name, dir_fd=fd, follow_symlinks=False)
                if stat.S_ISREG(status.st_mode):
                    found[name] = status.st_size
    return found
