"""Opens the cache's folder: every step of its path is checked when it is open, by descriptor, never by name.

Takes: a path.
Gives: a descriptor; Unsafe where somebody else could write there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

FOLDER = "v3"  # below the cache's folder; another layout gets another number
_MOST_LINKS = 40  # symbolic links in a path, as in the kernel


class Unsafe(Exception):
    """The folder, or an entry, could have been written by somebody else; the text says how."""


def open_folder(folder: Path, below: str = FOLDER) -> int:
    """A descriptor of the folder for entries, or of one beside it, made where it is missing; Unsafe where
    others could write.

    Every folder of the path is opened in the one before it and checked when it is open. Links are
    followed above the cache's own folder only, and only those of root or of this user; their targets take the
    same way.
    """
    path = Path(os.path.abspath(folder))
    parts = [below, *path.parts[:0:-1]]  # the next one last
    links = 0
    fd = _open_directory("/")
    try:
        while parts:
            part = parts.pop()
            is_own = len(parts) < 2  # the folder that was asked for, and the one for entries
            target = _link(part, fd)
            if target is None:
                try:
                    inner = _enter(part, fd)
                except NotADirectoryError:  # also a link that was put there a moment ago
                    raise Unsafe(f"{path}: '{part}' is no folder") from None
            elif is_own:
                raise Unsafe(f"{path}: '{part}' is a symbolic link")
            else:
                links += 1
                if links > _MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                parts += Path(target).parts[: 0 if target.startswith("/") else None : -1]
                inner = _open_directory("/") if target.startswith("/") else os.dup(fd)
            os.close(fd)
            fd = inner
            if target is None:
                check = _require_own_folder if is_own else _require_unshared
                check(os.fstat(fd), f"{path}: '{part}'")
        return fd
    except BaseException:
        os.close(fd)
        raise


def _open_directory(name: str, folder: int | None = None) -> int:
    return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)


def _enter(name: str, folder: int) -> int:
    """Opens a folder in another one; makes it where it is missing."""
    try:
        return _open_directory(name, folder)
    except FileNotFoundError:
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=folder)
        return _open_directory(name, folder)


def _link(name: str, folder: int) -> str | None:
    """Where a symbolic link leads to; None: it is none. Unsafe where somebody else made it."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if not stat.S_ISLNK(status.st_mode):
        return None
    if status.st_uid not in (0, os.geteuid()):
        raise Unsafe(f"the symbolic link '{name}' on the way belongs to another user")
    return os.readlink(name, dir_fd=folder)


def _require_own_folder(status: os.stat_result, what: str) -> None:
    require_own(status, stat.S_ISDIR, what)


def require_own(status: os.stat_result, kind: Callable[[int], bool], what: str) -> None:
    """Unsafe where an open file or folder is another kind, or others could have written it."""
    if not kind(status.st_mode):
        raise Unsafe(f"{what} is of another kind")
    if status.st_uid != os.geteuid():
        raise Unsafe(f"{what} belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise Unsafe(f"{what} can be written by others (chmod go-w)")


def _require_unshared(status: os.stat_result, what: str) -> None:
    """A folder above the cache: nobody but root and this user may rename what is in it."""
    if status.st_uid not in (0, os.geteuid()):
        raise Unsafe(f"{what} belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX:
        raise Unsafe(f"{what} can be written by others")
