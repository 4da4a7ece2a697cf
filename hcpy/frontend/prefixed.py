"""The precompiled prefix of a unit: the dialect's header, and on top of it the unit's standard headers.

Takes: a unit's part and its clang flags.
Gives: the flag that makes clang read the prefix from the cache; nothing where the program's text could make
the header mean something else, or where there is no cache.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hcpy.cache.prefix import Maker, extended
from hcpy.cache.store import Cache, default_folder
from hcpy.core import config
from hcpy.core.errors import ToolFailed
from hcpy.core.flags import HEADER_LIST, HOST_PART, cc1, dependency_file, forced, without_dependencies
from hcpy.core.model import Toolchain, TranslationUnit
from hcpy.core.words import takes_value
from hcpy.frontend.prefix_headers import prefix_headers
from hcpy.frontend.run import run_clang

PREFIX_FILE = "hcpy-prefix-{}.pch"
FOLDER = Path("include", "hcrt", "prefix")
_MESSAGES = ("-W", "-ferror-limit=", "-fdiagnostics-", "-fno-diagnostics-")
_FOR_PARTS = ("-Wp,", "-Wa,", "-Wl,")  # they hand words on


def prefix_flags(
    unit: TranslationUnit, tools: Toolchain, part: str, arguments: Sequence[str]
) -> tuple[str, ...]:
    """The flags for one part; `arguments` are its command without action, output and input.

    Two that run side by side have two names, also where they read the same prefix.
    """
    # With a prefix clang describes fewer types in the debug information: the object would reveal the cache.
    described = unit.debug and part == HOST_PART
    headers = prefix_headers(unit) if not (config.NO_CACHE.get() or described) else None
    if headers is None:
        return ()
    # clang reads forced headers after the prefix where the prefix was made without them.
    arguments = _without_messages(_without(tuple(without_dependencies(arguments)), forced(unit)))
    with contextlib.closing(Cache(default_folder())) as store:
        if not store.on_disk:
            return ()
        maker = Maker(store, unit, tools, part, arguments)
        prefix = maker.obtain(tools.prefix / FOLDER / headers.dialect)
        if prefix is not None:
            prefix = extended(maker, prefix, headers.further) or prefix
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


def _without_messages(words: Iterable[str]) -> tuple[str, ...]:
    """The words without those that only decide about clang's messages: a prefix is made without any, and
    serves units with all of them."""
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if takes_value(word):
            kept += [word, *itertools.islice(rest, 1)]
        elif not (word == "-w" or word.startswith(_MESSAGES)) or word.startswith(_FOR_PARTS):
            kept.append(word)
    return tuple(kept)


def _without(words: tuple[str, ...], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """The words without this run of them."""
    for at in range(len(words) - len(left_out) + 1) if left_out else ():
        if words[at : at + len(left_out)] == left_out:
            return words[:at] + words[at + len(left_out) :]
    return words
