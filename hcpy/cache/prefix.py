"""The precompiled prefixes: a header, parsed once for each set of flags and part.

Takes: a header, another prefix that it comes on top of, and clang's flags.
Gives: the file that clang reads in their place.

clang checks by itself that no header has changed; the manifest beside the prefix shows it before clang fails.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hcpy.cache.idle_flags import Flags, mattering
from hcpy.cache.store import Cache
from hcpy.core import stage_times
from hcpy.core.dataclass import dataclass
from hcpy.core.flags import cc1, language
from hcpy.core.model import Toolchain, TranslationUnit

_LOCKS: dict[str, threading.Lock] = {}

os.register_at_fork(after_in_child=_LOCKS.clear)  # the threads that held them are the parent's


def _lock(key: str) -> threading.Lock:
    """The split stage and the host target ask for the same prefix side by side."""
    return _LOCKS.setdefault(key, threading.Lock())


@dataclass(frozen=True)
class Prefix:
    """One that can be read."""

    digest: str
    path: Path
    headers: tuple[str, ...]  # what it holds
    own: tuple[tuple[str, int, int], ...]  # those that the one below it has not, with size and time


@dataclass(frozen=True)
class Maker:
    """Finds the prefixes of one part, and makes those that are not there."""

    store: Cache
    unit: TranslationUnit
    tools: Toolchain
    part: str
    arguments: tuple[str, ...]

    def obtain(self, header: Path, base: Prefix | None = None, holds: str = "") -> Prefix | None:
        """The prefix of a header, on top of another; None where clang can't make it: the part then says why.

        holds: what makes a header of the cache's own another one.
        """
        flags = Flags(self.arguments, str(self.tools.prefix / "include"))
        idle = flags.in_question()
        while True:
            arguments = flags.without(idle)
            key = self._key(holds or str(header), base, arguments)
            with _lock(key):
                prefix = self._current(key, base) or self._make(key, header, base, arguments)
            if not idle:
                return prefix
            matter = idle
            if prefix is not None:
                names = [str(header), *(name for name, _, _ in prefix.own)]
                matter = mattering(self.store, names, json.dumps([holds, prefix.own]), idle)
                if not matter:
                    return prefix
            idle -= matter

    def _key(self, header: str, base: Prefix | None, arguments: Sequence[str]) -> str:
        status = os.stat(self.tools.clang)
        words = [
            "prefix 2",
            header,
            base.digest if base else "",
            str(status.st_size),
            str(status.st_mtime_ns),
        ]
        words += (*arguments, *language(self.unit))
        words += [os.environ.get(name, "") for name in ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")]
        return hashlib.sha256(json.dumps(words).encode("utf-8", "surrogatepass")).hexdigest()

    def _current(self, key: str, base: Prefix | None) -> Prefix | None:
        """One none of whose headers has changed."""
        payload = self.store.get(key)
        if payload is None:
            return None
        manifest: dict[str, Any] = json.loads(payload)
        if any(_stamp(name) != [size, time] for name, size, time in manifest["headers"]):
            return None
        return self._found(manifest, base)

    def _make(self, key: str, header: Path, base: Prefix | None, arguments: Sequence[str]) -> Prefix | None:
        made = self.unit.work_dir / f"{self.part}.new.pch"
        listed = self.unit.work_dir / f"{self.part}.prefix"
        own = ["-emit-pch", "-fpch-instantiate-templates", "-header-include-file", str(listed)]
        own += ["-sys-header-deps"]
        if base is not None:  # the time of a file of the cache is that of its last use
            own += ["-include-pch", str(base.path), "-fno-pch-timestamp"]
        # clang crashes on what -fdelayed-template-parsing left in a prefix; the headers need no such reading.
        arguments = [a for a in arguments if a != "-fdelayed-template-parsing"]
        command = (*arguments, "-w", "-c", "-o", str(made), *cc1(own), *language(self.unit), str(header))
        with stage_times.span("prefix", self.part):
            returncode, _ = stage_times.run(command)
        if returncode != 0 or not made.is_file() or not listed.is_file():
            return None
        names = dict.fromkeys(listed.read_text("utf-8", "surrogateescape").splitlines())
        if base is None:
            names = {str(header): None, **names}
        stamps = [[name, *_stamp(name)] for name in names]
        manifest = {"digest": self.store.put_file(made.read_bytes()), "headers": stamps}
        self.store.put(key, json.dumps(manifest).encode("utf-8", "surrogatepass"))
        return self._found(manifest, base)

    def _found(self, manifest: dict[str, Any], base: Prefix | None) -> Prefix | None:
        path = self.store.file(manifest["digest"])
        if path is None:
            return None
        own = tuple(map(tuple, manifest["headers"]))
        names = (*(base.headers if base else ()), *(name for name, _, _ in own))
        return Prefix(manifest["digest"], path, names, own)


def extended(maker: Maker, base: Prefix, further: Sequence[str]) -> Prefix | None:
    """One with further headers on top of the dialect's; None where that has them all, or it can't be made."""
    further = [name for name in further if not any(held.endswith(f"/{name}") for held in base.headers)]
    if not further:
        return None
    text = "".join(f"#include <{name}>\n" for name in further)
    header = maker.store.kept_file(text.encode())
    return None if header is None else maker.obtain(header, base, text)


def _stamp(name: str) -> list[int]:
    """Size and time of a file; of one that is not there, what no file has."""
    try:
        status = os.stat(name)
    except OSError:
        return [-1, -1]
    return [status.st_size, status.st_mtime_ns]
