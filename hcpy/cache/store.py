"""A folder of finished compilations, shared by the processes of one user.

Takes: a key (hex of a SHA-256) and bytes.
Gives: the bytes of an earlier `put`, or None. What is damaged, or not provably this user's own, is absent.

An entry is executed by any reader, so the folder is trusted only where nobody else can write into it:
every check is made on what is open, by descriptor, never on a name. Entries are written to a temporary file
beside their final name, flushed to the disk and renamed; readers see a whole entry or none. An entry's digest
covers its name: one that was moved to another name is damaged. docs/cache.md has the whole of it.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import pwd
import secrets
import stat
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from pathlib import Path
from typing import Literal, TypeVar

from hcpy.cache.folder import FOLDER, Unsafe, open_folder, require_own
from hcpy.core import config
from hcpy.core.dataclass import dataclass

T = TypeVar("T")
_MAGIC = b"HCPYC002"
_HEADER = struct.Struct("<8s32sQ")  # magic, SHA-256 of name and payload, length of the payload
_SUFFIX = ".entry"
_FILE = ".file"  # named after the SHA-256 and the CRC-32 of its content
_TEMPORARY = ".new-"
_STALE_SECONDS = 3600.0
_LIMIT = "limit"  # a file with the size that `hcc-cache limit` set
_DEFAULT_LIMIT = 2048  # MiB
_PUTS_UNSEEN = 64  # after so many the folder is measured again, as others write into it too


@dataclass(frozen=True)
class Entry:
    """One entry on the disk; `used` is the time of its last use in seconds since the epoch."""

    name: str
    size: int
    used: float


def file_digest(content: bytes) -> str:
    """By which a cache finds the file of this content."""
    return f"{hashlib.sha256(content).hexdigest()}-{zlib.crc32(content):08x}"


def default_folder() -> Path | None:
    """Where the cache lies; None where it has no place."""
    if os.geteuid() == os.getuid() and os.getegid() == os.getgid():  # else the environment is somebody else's
        if chosen := config.CACHE_DIR.get():
            return Path(chosen)
        if base := os.environ.get("XDG_CACHE_HOME"):
            return Path(base) / "hcpy"
        home = os.environ.get("HOME", "")
    else:
        home = pwd.getpwuid(os.geteuid()).pw_dir
    return Path(home) / ".cache" / "hcpy" if home.startswith("/") and home != "/" else None


class Cache:
    """The store. Where its folder is unsafe or cannot be made, entries live in this process's memory only.

    Thread contract: all methods may be called from any thread.
    """

    def __init__(
        self,
        folder: Path | None,
        warn: Callable[[str], None] = lambda text: None,
        note: Callable[[str], None] = lambda text: None,
        limit: int | None = None,
    ) -> None:
        """`warn` hears once what somebody else could have written, `note` of each entry that is not used;
        `limit` is in bytes."""
        self._warn: Callable[[str], None] | None = warn
        self._note = note
        self._memory: dict[str, bytes] = {}
        self._fd: int | None = None
        self._room = -1  # bytes below the limit when the folder was last measured, less what was put since
        self._puts = 0
        self.folder = folder
        if folder is not None:
            try:
                self._fd = open_folder(folder)
            except Unsafe as fault:
                self._alarm(f"the cache is not used: {fault}")
            except OSError as error:
                note(f"the cache is not used: {folder}: {error.strerror}")
        self.limit = self._chosen_limit() if limit is None else limit  # bytes

    @property
    def on_disk(self) -> bool:
        return self._fd is not None

    def close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def set_limit(self, mebibytes: int) -> None:
        """Sets the limit for all processes whose environment says nothing else; removes what is above it."""
        if self._fd is not None:
            self._store(_LIMIT, str(mebibytes).encode())
        self.limit = self._chosen_limit()
        self._trim()

    def _chosen_limit(self) -> int:
        """In bytes: the environment's, else what set_limit wrote, else the default."""
        chosen = config.CACHE_SIZE.get()
        if chosen is None and self._fd is not None:
            with contextlib.suppress(OSError, Unsafe, ValueError):
                chosen = int(self._content(_LIMIT))
        return (_DEFAULT_LIMIT if chosen is None else chosen) << 20

    def get(self, key: str) -> bytes | None:
        """The payload; a damaged entry is removed."""
        return self._memory.get(key) if self._fd is None else self._use(key + _SUFFIX, self._read)

    def put(self, key: str, payload: bytes) -> None:
        """Keeps it; failing to write loses the entry, nothing else."""
        if self._fd is None:
            if self.folder is not None:
                self._memory[key] = payload
            return
        if len(payload) <= self.limit:
            name = key + _SUFFIX
            self._put(name, _HEADER.pack(_MAGIC, _digest(name, payload), len(payload)) + payload)

    def put_file(self, content: bytes) -> str:
        """Keeps a file that other programs read by its path; gives its digest, by which `file` finds it."""
        digest = file_digest(content)
        if self._fd is not None and len(content) <= self.limit:
            self._put(digest + _FILE, content)
        return digest

    def file(self, digest: str) -> Path | None:
        """The path of a file with this content."""
        name = digest + _FILE
        if self._fd is None or self.folder is None or self._use(name, self._is_whole) is None:
            return None
        return Path(os.path.abspath(self.folder)) / FOLDER / name

    def kept_file(self, content: bytes) -> Path | None:
        """The path of a file with this content; None where none can be kept."""
        return self.file(file_digest(content)) or self.file(self.put_file(content))

    def entries(self) -> list[Entry]:
        """All entries, the longest unused first."""
        return _by_use(self._scan())

    def verify(self) -> tuple[int, int]:
        """Reads every entry and removes the bad ones; gives how many were good and how many bad."""
        good = bad = 0
        for entry in self.entries():
            try:
                sound = self._read(entry.name) is not None
            except FileNotFoundError:
                continue
            except (OSError, Unsafe):
                sound = False
            good += sound
            bad += not sound
            if not sound:
                self._remove(entry.name)
        return good, bad

    def clear(self) -> int:
        """Removes every entry and what dead processes left; gives the number of entries."""
        found = list(self._scan())
        for entry in found:
            self._remove(entry.name)
        return len(_by_use(found))

    def _alarm(self, text: str) -> None:
        """The first time a warning."""
        (self._warn or self._note)(text)
        self._warn = None

    def _use(self, name: str, read: Callable[[str], T | None]) -> T | None:
        """What `read` gives of an entry, None where it is damaged; sets the time of its last use."""
        try:
            payload = read(name)
        except FileNotFoundError:
            return None
        except Unsafe as fault:
            self._alarm(f"a cache entry is not used: {self.folder}/{FOLDER}/{name}: {fault}")
            return None
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.EMLINK):
                self._alarm(f"a cache entry is not used: {self.folder}/{FOLDER}/{name} is a symbolic link")
            else:
                self._note(f"cache entry {name} is not used: {error.strerror}")
            return None
        if payload is None:
            self._note(f"cache entry {name} was damaged; it is made anew")
            self._remove(name)
            return None
        with contextlib.suppress(OSError):
            os.utime(name, dir_fd=self._fd, follow_symlinks=False)
        return payload

    def _read(self, name: str) -> bytes | None:
        """The payload, None where it is damaged."""
        data = self._content(name)
        if name.endswith(_FILE):
            return data if file_digest(data) == name.removesuffix(_FILE) else None
        if len(data) < _HEADER.size:
            return None
        magic, digest, length = _HEADER.unpack_from(data)
        payload = data[_HEADER.size :]
        if magic != _MAGIC or length != len(payload) or _digest(name, payload) != digest:
            return None
        return payload

    def _is_whole(self, name: str) -> Literal[True] | None:
        """Checks a file by its CRC: files are large and used often, and damage is no attack."""
        crc, buffer = 0, memoryview(bytearray(1 << 18))
        with self._open(name) as file:
            while count := file.readinto(buffer):
                crc = zlib.crc32(buffer[:count], crc)
        return True if name.endswith(f"-{crc:08x}{_FILE}") else None

    def _content(self, name: str) -> bytes:
        with self._open(name) as file:
            return file.read()

    def _open(self, name: str) -> FileIO:
        """A file; raises Unsafe where others could have written it."""
        assert self._fd is not None
        fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=self._fd)
        file = open(fd, "rb", buffering=0)  # noqa: SIM115  (the caller closes it)
        try:
            status = os.fstat(fd)
            require_own(status, stat.S_ISREG, "file")
            if status.st_nlink > 1:  # none: another process has just put the same there
                raise Unsafe("it has a second name")
        except Unsafe:
            file.close()
            raise
        return file

    def _put(self, name: str, content: bytes) -> None:
        """Stores an entry, and makes room where there may be none: measuring a full folder takes time."""
        stored = self._store(name, content)
        self._puts += 1
        self._room -= len(content)
        if not stored or self._room < 0 or self._puts % _PUTS_UNSEEN == 0:
            self._trim()

    def _store(self, name: str, content: bytes) -> bool:
        temporary = f"{_TEMPORARY}{os.getpid()}-{secrets.token_hex(8)}"
        try:
            self._write(temporary, content)
            os.rename(temporary, name, src_dir_fd=self._fd, dst_dir_fd=self._fd)
        except OSError as error:
            self._note(f"cache entry {name} could not be written: {error.strerror}")
            self._remove(temporary)
            return False
        except BaseException:  # a signal that ends this process
            self._remove(temporary)
            raise
        return True

    def _write(self, name: str, content: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        fd = os.open(name, flags, 0o600, dir_fd=self._fd)
        with open(fd, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(fd)

    def _remove(self, name: str) -> None:
        # Readers that have the entry open go on reading it.
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=self._fd)

    def _scan(self) -> Iterator[Entry]:
        if self._fd is None:
            return
        with os.scandir(self._fd) as found:
            for item in found:
                with contextlib.suppress(OSError):
                    status = item.stat(follow_symlinks=False)
                    yield Entry(item.name, status.st_size, status.st_mtime)

    def _trim(self) -> None:
        """Removes the longest unused entries above the limit, and temporary files of processes that died."""
        found = list(self._scan())
        now = time.time()
        for entry in found:
            if entry.name.startswith(_TEMPORARY) and now - entry.used > _STALE_SECONDS:
                self._remove(entry.name)
        entries = _by_use(found)
        self._room = self.limit - sum(e.size for e in entries)
        for entry in entries:
            if self._room >= 0:
                return
            self._remove(entry.name)
            self._room += entry.size


def _by_use(found: Iterable[Entry]) -> list[Entry]:
    """The entries among the folder's files, the longest unused first."""
    return sorted((e for e in found if e.name.endswith((_SUFFIX, _FILE))), key=lambda e: e.used)


def _digest(name: str, payload: bytes) -> bytes:
    digest = hashlib.sha256(name.encode() + b"\0")
    digest.update(payload)
    return digest.digest()


__all__ = ["FOLDER", "Cache", "Entry", "Unsafe", "default_folder"]
