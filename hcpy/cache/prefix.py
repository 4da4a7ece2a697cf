"""The precompiled prefix: the dialect's header, parsed once for each set of flags and part.

On top of it a second one holds the unit's standard headers, parsed once for each set of them.

Takes: a unit's part and its clang flags.
Gives: the flag that makes clang read the prefix from the cache; nothing where the program's text could make
the header mean something else, or where there is no cache.

clang checks by itself that no header has changed; the manifest beside the prefix tells so before clang fails.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hcpy.cache.store import Cache, default_folder
from hcpy.core import config, stage_times
from hcpy.core.errors import ToolFailed
from hcpy.core.flags import (
    HEADER_LIST,
    HOST_PART,
    cc1,
    dependency_file,
    forced,
    language,
    without_dependencies,
)
from hcpy.core.model import Toolchain, TranslationUnit
from hcpy.frontend.prefix_headers import prefix_headers
from hcpy.frontend.run import run_clang

_LOCKS: dict[str, threading.Lock] = {}
PREFIX_FILE = "hcpy-prefix-{}.pch"
FOLDER = Path("include", "hcrt", "prefix")

os.register_at_fork(after_in_child=_LOCKS.clear)  # the threads that held them are the parent's


def prefix_flags(
    unit: TranslationUnit, tools: Toolchain, part: str, arguments: Sequence[str]
) -> tuple[str, ...]:
    """The flags for one part; `arguments` are its command without action, output and input.

    Two that run side by side have two names, also where they read the same prefix.
    """
    # With a prefix clang describes fewer types in the debug information: the object would tell of the cache.
    described = unit.debug and part == HOST_PART
    headers = prefix_headers(unit) if not (config.NO_CACHE.get() or described) else None
    if headers is None:
        return ()
    # clang reads forced headers behind the prefix where the prefix was made without them.
    arguments = _without(tuple(without_dependencies(arguments)), forced(unit))
    with contextlib.closing(Cache(default_folder())) as store:
        if not store.on_disk:
            return ()
        maker = _Maker(store, unit, tools, part, arguments)
        prefix = maker.obtain(tools.prefix / FOLDER / headers.dialect)
        if prefix is not None:
            prefix = _extended(maker, prefix, headers.further) or prefix
    if prefix is None:
        return ()
    link = unit.work_dir / PREFIX_FILE.format(part)
    link.unlink(missing_ok=True)
    link.symlink_to(prefix.path)
    if unit.lists_headers or dependency_file(unit) is not None:
        names = "\n".join(prefix.headers)
        (unit.work_dir / f"{part}-prefix{HEADER_LIST}").write_text(names, "utf-8", "surrogateescape")
    return tuple(cc1(("-include-pch", str(link))))


def run_prefixed(
    unit: TranslationUnit,
    tools: Toolchain,
    part: str,
    arguments: Sequence[str],
    command: Callable[[Sequence[str]], Sequence[str]],
) -> str:
    """Runs a part's command, which is made of the prefix's flags; gives clang's messages.

    A header that changes at this very moment makes clang refuse the prefix: the part then does without.
    """
    prefix = prefix_flags(unit, tools, part, arguments)
    try:
        return run_clang(command(prefix), tools, unit.dialect)
    except ToolFailed as error:
        if not prefix or not is_refusal(error.stderr):
            raise
        return run_clang(command(()), tools, unit.dialect)


def is_refusal(message: str) -> bool:
    """Does clang's message say that a prefix does not fit?"""
    return "precompiled" in message or "PCH file" in message


def _without(words: tuple[str, ...], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """The words without this run of them."""
    for at in range(len(words) - len(left_out) + 1) if left_out else ():
        if words[at : at + len(left_out)] == left_out:
            return words[:at] + words[at + len(left_out) :]
    return words


def _lock(key: str) -> threading.Lock:
    """The split stage and the host target ask for the same prefix side by side."""
    return _LOCKS.setdefault(key, threading.Lock())


# --- the store ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Prefix:
    """One that can be read."""

    digest: str
    path: Path
    headers: tuple[str, ...]  # what it holds


@dataclass(frozen=True)
class _Maker:
    """Finds the prefixes of one part, and makes those that are not there."""

    store: Cache
    unit: TranslationUnit
    tools: Toolchain
    part: str
    arguments: tuple[str, ...]

    def obtain(self, header: Path, base: _Prefix | None = None, holds: str = "") -> _Prefix | None:
        """The prefix of a header, on top of another; None where clang can't make it: the part then says why.

        holds: what makes a header of the cache's own another one.
        """
        key = self._key(holds or str(header), base)
        with _lock(key):
            return self._current(key, base) or self._make(key, header, base)

    def _key(self, header: str, base: _Prefix | None) -> str:
        status = os.stat(self.tools.clang)
        words = [
            "prefix 2",
            header,
            base.digest if base else "",
            str(status.st_size),
            str(status.st_mtime_ns),
        ]
        words += self.arguments
        words += [os.environ.get(name, "") for name in ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")]
        return hashlib.sha256(json.dumps(words).encode("utf-8", "surrogatepass")).hexdigest()

    def _current(self, key: str, base: _Prefix | None) -> _Prefix | None:
        """One none of whose headers has changed."""
        payload = self.store.get(key)
        if payload is None:
            return None
        manifest: dict[str, Any] = json.loads(payload)
        if any(_stamp(name) != [size, time] for name, size, time in manifest["headers"]):
            return None
        return self._found(manifest, base)

    def _make(self, key: str, header: Path, base: _Prefix | None) -> _Prefix | None:
        made = self.unit.work_dir / f"{self.part}.new.pch"
        listed = self.unit.work_dir / f"{self.part}.prefix"
        own = ["-emit-pch", "-fpch-instantiate-templates", "-header-include-file", str(listed)]
        own += ["-sys-header-deps"]
        if base is not None:  # the time of a file of the cache is that of its last use
            own += ["-include-pch", str(base.path), "-fno-pch-timestamp"]
        # clang crashes on what -fdelayed-template-parsing left in a prefix; the headers need no such reading.
        arguments = [a for a in self.arguments if a != "-fdelayed-template-parsing"]
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

    def _found(self, manifest: dict[str, Any], base: _Prefix | None) -> _Prefix | None:
        path = self.store.file(manifest["digest"])
        if path is None:
            return None
        names = tuple(name for name, _, _ in manifest["headers"])
        return _Prefix(manifest["digest"], path, (*base.headers, *names) if base else names)


def _extended(maker: _Maker, base: _Prefix, further: Sequence[str]) -> _Prefix | None:
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
