"""What a compilation depends on besides its flags: the files that it read, and those that it looked for.

Takes: a TranslationUnit and the names of the files that clang read.
Gives: digests. A file that appears where the compiler looked in vain, or in a folder that it searches
earlier, changes the digest of what is present, without any file that was read having changed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from hcpy.core.include_path import include_path, system_folders
from hcpy.core.model import TranslationUnit

# Expands to something else each time.
_CLOCK = (b"__DATE__", b"__TIME__", b"__TIMESTAMP__")
# Reads files that clang does not list; looked for in the user's files alone.
_UNLISTED = re.compile(rb"\bincbin\b|(?:#|%:)\s*embed\b|__has_embed\b")
# What #include, #import and __has_include name. Text that only looks like it, as in a comment, adds names in
# vain. Each pattern begins with its word: re looks for one of many letters, but tries each place otherwise.
_NAMED = (
    re.compile(rb"include(?:_next)?\s*\(?[ \t]*(?:\"([^\"\n]+)\"|<([^>\n]+)>)"),
    re.compile(rb"import[ \t]*(?:\"([^\"\n]+)\"|<([^>\n]+)>)"),
)
_COMPUTED = 3  # parts of a read file's path that a computed #include is taken to name at most
# Folders of headers that clang takes from the environment.
FOLDER_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")


def reads_clock(text: bytes) -> bool:
    """Does it name a macro of the time?"""
    return any(word in text for word in _CLOCK)


def changes_by_itself(content: bytes, name: str) -> bool:
    """Can a file's meaning change while its bytes, and those of all files that clang lists, do not?"""
    if reads_clock(content):
        return True
    may_read = (b"incbin" in content or b"embed" in content) and not _is_system(name)
    return may_read and _UNLISTED.search(content) is not None


def names_asked(name: str, content: bytes) -> set[str]:
    """The names that a file includes, or asks for by __has_include, and its own."""
    found = (match for pattern in _NAMED for match in pattern.findall(content))
    asked = {os.fsdecode(quoted or angled) for quoted, angled in found}
    parts = [part for part in name.split(os.sep) if part not in ("", ".")]
    return asked | {os.sep.join(parts[-count:]) for count in range(1, _COMPUTED + 1)}


def present(unit: TranslationUnit, files: Iterable[str], names: Sequence[str]) -> str:
    """A digest of which names exist in the folders where the compiler looks."""
    below: dict[str, set[str]] = {}  # the last parts of the names by what precedes them
    for name in names:
        inner, _, last = name.rpartition("/")
        below.setdefault(inner, set()).add(last)
    found = []
    for folder in _folders(unit, files):
        listing = _listing(folder)
        entered = {*listing, "", ".", ".."}
        for inner, lasts in below.items():
            if inner.partition("/")[0] not in entered:
                continue  # most are: asking for what does not exist costs as much as for what does
            place = f"{folder}/{inner}" if inner else folder
            here = lasts.intersection(_listing(place) if inner else listing)
            if here:
                found.append(f"{place}: {sorted(here)}")
    return hashlib.sha256("\n".join(sorted(found)).encode("utf-8", "surrogateescape")).hexdigest()


def _listing(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _folders(unit: TranslationUnit, files: Iterable[str]) -> list[str]:
    """Where clang may look: a quoted name first beside the file that asks for it."""
    paths = include_path(unit.clang_args)
    found = [".", os.path.dirname(unit.source) or "."]
    found += map(str, (*paths.quoted, *paths.system, *system_folders()))
    for variable in FOLDER_VARIABLES:
        found += [folder or "." for folder in os.environ.get(variable, "").split(os.pathsep)]
    found += [os.path.dirname(name) or "." for name in files]
    return list(dict.fromkeys(found))


def _is_system(name: str) -> bool:
    """Is it a header of the system, of clang or of ours?"""
    plain = os.path.normpath(name)  # gcc's are named by a way through its own folder
    return "/lib/clang/" in plain or plain.startswith(_system_prefixes())


@cache
def _system_prefixes() -> tuple[str, ...]:
    return tuple(f"{folder}{os.sep}" for folder in system_folders())


def working_folder() -> str:
    """As clang writes it into debug information: $PWD where that is the folder, links kept."""
    named = os.environ.get("PWD", "")
    try:
        if os.path.isabs(named) and os.path.samefile(named, "."):
            return named
    except OSError:
        pass
    return os.getcwd()


@cache
def processor() -> str:
    """The processor that `-march=native` means."""
    try:
        text = Path("/proc/cpuinfo").read_text().partition("\n\n")[0]
    except OSError:
        return os.uname().machine
    kept = ("vendor_id", "cpu family", "model", "stepping", "flags")
    return "\n".join(line for line in text.splitlines() if line.startswith(kept))
