"""The precompiled prefix: the dialect's header, parsed once for each set of flags and part.

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
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from hcpy import config, stage_times
from hcpy.cache import Cache, default_folder
from hcpy.errors import ToolFailed
from hcpy.frontend.flags import (
    HEADER_LIST,
    HOST_PART,
    STANDARD_INPUT,
    cc1,
    dependency_file,
    forced,
    language,
    without_dependencies,
)
from hcpy.frontend.run import run_clang
from hcpy.frontend.textual import unit_text
from hcpy.model import Toolchain, TranslationUnit

_LOCKS: dict[str, threading.Lock] = {}
PREFIX_FILE = "hcpy-prefix-{}.pch"
FOLDER = Path("include", "hcrt", "prefix")
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)[ \t]*([^\n]*)", re.MULTILINE)
_NAMED = re.compile(r'[<"]([^>"]+)[>"]')
# Macros that the standard headers or ours look at, and keywords: who defines one gets headers of his own.
_MATTERS = re.compile(
    r"_GLIBCXX|_GNU_SOURCE|_POSIX|_XOPEN|_BSD|_FILE_OFFSET|_LARGEFILE|__STDC|_ISOC|_DEFAULT_SOURCE|_REENTRANT"
    r"|_FORTIFY|_LIBCPP|__NO_|HCC_|HCPY_|HCRT_|__HCC|__KALMAR|KALMAR|_TIME_BITS|__CUDA|__HIP|__has|__GPU"
    r"|(?:private|protected|public|class|struct|const|static|inline|restrict|tile_static|index|extent|template"
    r"|typename|auto|int|long|unsigned|bool|char|short|float|double|virtual|explicit|operator|new|delete|this"
    r"|assert|noexcept|namespace|using|typedef|for|if|else|while|return|true|false|nullptr|override|final)\b"
)
_UNFORESEEN_FLAGS = ("-include", "-imacros", "-fmodule", "-save-temps", "--save-temps", "-x", "-Wp,", "-E")


os.register_at_fork(after_in_child=_LOCKS.clear)  # the threads that held them are the parent's


def prefix_flags(
    unit: TranslationUnit, tools: Toolchain, part: str, arguments: Sequence[str]
) -> tuple[str, ...]:
    """The flags for one part; `arguments` are its command without action, output and input.

    Two that run side by side have two names, also where they read the same prefix.
    """
    # With a prefix clang describes fewer types in the debug information: the object would tell of the cache.
    described = unit.debug and part == HOST_PART
    header = _header(unit, tools) if not (config.NO_CACHE.get() or described) else None
    if header is None:
        return ()
    # clang reads forced headers behind the prefix where the prefix was made without them.
    arguments = _without(tuple(without_dependencies(arguments)), forced(unit))
    with contextlib.closing(Cache(default_folder())) as store:
        if not store.on_disk:
            return ()
        key = _key(tools, header, arguments)
        with _lock(key):
            manifest = _current(store, key)
            path = store.file(manifest["digest"]) if manifest else None
            if path is None:
                manifest = _make(store, key, unit, tools, part, header, arguments)
                path = store.file(manifest["digest"]) if manifest else None
    if manifest is None or path is None:
        return ()
    link = unit.work_dir / PREFIX_FILE.format(part)
    link.unlink(missing_ok=True)
    link.symlink_to(path)
    if unit.lists_headers or dependency_file(unit) is not None:
        names = "\n".join(name for name, _, _ in manifest["headers"])
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


# --- which prefix ------------------------------------------------------------------------------------
def _header(unit: TranslationUnit, tools: Toolchain) -> Path | None:
    """The prefix that says what the unit's main file includes by itself, whatever the passes."""
    if unit.source.name == STANDARD_INPUT:
        return None  # its flags name the private folder: the prefix would be of no use to another run
    if unit.ms_compat or any(a.startswith(_UNFORESEEN_FLAGS) for a in unit.clang_args):
        return None
    sources = unit_text(unit).sources
    names = set(_unconditional(sources[unit.source].text))
    dialects = names & {"amp.h", "hc.hpp"}
    if not dialects or any(path.name in ("amp.h", "hc.hpp", "iostream") for path in sources):
        return None
    for source in sources.values():
        for word, rest in _DIRECTIVE.findall(source.text):
            if word in ("define", "undef") and _MATTERS.match(rest):
                return None
    stem = "both" if len(dialects) == 2 else dialects.pop().partition(".")[0]
    suffix = "_iostream" if "iostream" in names else ""
    return tools.prefix / FOLDER / f"{stem}{suffix}.hpp"


def _unconditional(text: str) -> Iterator[str]:
    """What a text includes outside of any #if."""
    depth = 0
    for word, rest in _DIRECTIVE.findall(text):
        if word.startswith("if"):
            depth += 1
        elif word == "endif":
            depth -= 1
        elif word == "include" and depth == 0 and (named := _NAMED.match(rest)):
            yield named[1]


def _without(words: tuple[str, ...], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """The words without this run of them."""
    for at in range(len(words) - len(left_out) + 1) if left_out else ():
        if words[at : at + len(left_out)] == left_out:
            return words[:at] + words[at + len(left_out) :]
    return words


# --- the store ---------------------------------------------------------------------------------------
def _lock(key: str) -> threading.Lock:
    """The split stage and the host target ask for the same prefix side by side."""
    return _LOCKS.setdefault(key, threading.Lock())


def _key(tools: Toolchain, header: Path, arguments: Sequence[str]) -> str:
    status = os.stat(tools.clang)
    words = ["prefix 1", str(header), str(status.st_size), str(status.st_mtime_ns), *arguments]
    words += [os.environ.get(name, "") for name in ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")]
    return hashlib.sha256(json.dumps(words).encode("utf-8", "surrogatepass")).hexdigest()


def _current(store: Cache, key: str) -> dict[str, Any] | None:
    """The manifest of a prefix none of whose headers has changed."""
    payload = store.get(key)
    if payload is None:
        return None
    manifest: dict[str, Any] = json.loads(payload)
    return manifest if all(_stamp(name) == [size, time] for name, size, time in manifest["headers"]) else None


def _make(
    store: Cache,
    key: str,
    unit: TranslationUnit,
    tools: Toolchain,
    part: str,
    header: Path,
    arguments: Sequence[str],
) -> dict[str, Any] | None:
    """Precompiles it; None where clang can't: the part itself then says why."""
    made = unit.work_dir / f"{part}.new.pch"
    listed = unit.work_dir / f"{part}.prefix"
    own = (
        "-emit-pch",
        "-fpch-instantiate-templates",
        "-header-include-file",
        str(listed),
        "-sys-header-deps",
    )
    command = (*arguments, "-w", "-c", "-o", str(made), *cc1(own), *language(unit), str(header))
    with stage_times.span("prefix", part):
        returncode, _ = stage_times.run(command)
    if returncode != 0 or not made.is_file() or not listed.is_file():
        return None
    names = dict.fromkeys((str(header), *listed.read_text("utf-8", "surrogateescape").splitlines()))
    stamps = [[name, *_stamp(name)] for name in names]
    manifest = {"digest": store.put_file(made.read_bytes()), "headers": stamps}
    store.put(key, json.dumps(manifest).encode("utf-8", "surrogatepass"))
    return manifest


def _stamp(name: str) -> list[int]:
    """Size and time of a file; of one that is not there, what no file has."""
    try:
        status = os.stat(name)
    except OSError:
        return [-1, -1]
    return [status.st_size, status.st_mtime_ns]
