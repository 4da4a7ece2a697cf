"""Compiles small sources with hcc's main function in forked children, for the tests of its cache.

Takes: a Source and the cache's folder. Gives: the object and what hcc said.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import forks
from compiler_fuzz import preload

SECONDS = 120
_TEXT = """#include <hc.hpp>
int scale(int value) [[hc]] { return value * %; }
void run(hc::array_view<int> view) {
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = scale(i[0]); });
}
"""


@dataclass(frozen=True)
class Source:
    """One of many sources that differ in a number in their kernel."""

    number: int

    @property
    def text(self) -> str:
        return _TEXT.replace("%", str(self.number))


@dataclass(frozen=True)
class Done:
    """How a compilation ended."""

    code: int
    output: str
    object: bytes


def compile_source(source: Source, folder: Path | None, output: Path) -> int:
    """Runs in a child; without a folder the cache is off. All compile in one place: objects show it."""
    from hcpy.driver import cli

    os.environ["HCPY_NO_CACHE"] = "0" if folder else "1"
    if folder:
        os.environ["HCPY_CACHE_DIR"] = str(folder)
    os.chdir(_sources())
    name = f"source{source.number}.cpp"
    return cli.main(["-hc", "-c", "-O1", "--targets=host:x86-64", name, "-o", str(output)])


@cache
def _sources() -> Path:
    """The folder that all sources are compiled in."""
    folder = tempfile.mkdtemp(prefix="hcpy-sources-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for number in range(10):
        source = Source(number)
        Path(folder, f"source{number}.cpp").write_text(source.text)
    return Path(folder)


def compiled(source: Source, folder: Path | None) -> Done:
    """One compilation."""
    preload()
    output = _sources() / f"{os.getpid()}.o"
    output.unlink(missing_ok=True)
    runs = forks.each([source], lambda one: compile_source(one, folder, output), SECONDS)
    _, ended = next(iter(runs))
    return Done(ended.code, ended.output, output.read_bytes() if output.exists() else b"")


@cache
def references(source: Source) -> frozenset[bytes]:
    """The right objects: made without a cache, and with the precompiled headers of an empty one, after which
    clang marks a section as writable that it else does not."""
    with tempfile.TemporaryDirectory(prefix="hcpy-cache-") as name:
        runs = (compiled(source, None), compiled(source, Path(name) / "cache"))
    for done in runs:
        if done.code:
            raise SystemExit(f"hcc fails with no other at work:\n{done.output}")
    return frozenset(done.object for done in runs)
