"""The short way to a module that was compiled before: files that look as they did are not read again.

Takes: a Source that is a text, and a target.
Gives: what was made of it, where hcpy, its tools, and every file that was read have the size, the times
and the inode that they had then. Anything else takes hcc's own way, which compares contents (unit_cache).
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from hcpy.cache.store import Cache
from hcpy.cache.unit_cache import ENVIRONMENT
from hcpy.core.model import Toolchain


class Source(Protocol):
    """What is compiled from Python, and how."""

    @property
    def text(self) -> str:
        """Empty for a file."""

    @property
    def name(self) -> str:
        """In diagnostics."""

    @property
    def options(self) -> tuple[str, ...]:
        """hcc's."""

    @property
    def instances(self) -> tuple[str, ...]:
        """Of kernel templates."""


# Options that name no folder in which a new file could come before one that was read.
_PLAIN = ("-D", "-U", "-O", "-std=", "-f", "-W", "-w", "-hc-check")


def key_of(source: Source, target: str, tools: Toolchain) -> str | None:
    """Where a result is kept; None: this source takes hcc's way."""
    if not source.text or not all(option.startswith(_PLAIN) for option in source.options):
        return None
    if "__has_include" in source.text:
        return None  # whether a file is there shows in the stamp of no file that was read
    words = [
        "python 1",
        _installation(tools),
        source.name,
        target,
        source.options,
        source.instances,
        [os.environ.get(name, "") for name in ENVIRONMENT],
        source.text,
    ]
    return hashlib.sha256(json.dumps(words).encode("utf-8", "surrogatepass")).hexdigest()


@functools.cache
def _installation(tools: Toolchain) -> str:
    """The look of hcpy's own files and of the tools."""
    package = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for folder, _, names in sorted(os.walk(package)):
        if not folder.endswith("__pycache__") and not folder.startswith(f"{package}/_prefix/include"):
            digest.update(repr([stamp(os.path.join(folder, name)) for name in sorted(names)]).encode())
    parts = (tools.clang, tools.libclang, tools.libdevice, tools.linker)
    digest.update(repr([stamp(str(tool)) for tool in parts if tool is not None]).encode())
    return digest.hexdigest()


def stamp(name: str) -> list[Any]:
    """What changes where a file changes."""
    try:
        status = os.stat(name)
    except OSError:
        return [name, 0, 0, 0, 0]
    return [name, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def find(store: Cache, key: str) -> Any:
    """What was kept there; None: nothing, or a file has changed."""
    payload = store.get(key)
    if payload is None:
        return None
    kept: dict[str, Any] = pickle.loads(payload)
    return kept["made"] if all(stamp(known[0]) == known for known in kept["files"]) else None


def keep(store: Cache, key: str, made: object, files: Iterable[str], started: float) -> None:
    """Keeps it, unless a file is so new that it may have changed while it was read."""
    stamps = [stamp(name) for name in sorted(set(files))]
    newest = max((max(known[2:4]) for known in stamps), default=0)
    if stamps and newest < (started - 0.01) * 1e9 and all(known[4] for known in stamps):
        store.put(key, pickle.dumps({"files": stamps, "made": made}, protocol=pickle.HIGHEST_PROTOCOL))
