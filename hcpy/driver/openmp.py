"""Where a link with -fopenmp finds LLVM's OpenMP library, which clang's code calls and no wheel of clang has.

Takes: the tool chain and the link's line.
Gives: arguments for the linker; nothing where the user's own folders have the library.
"""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

from hcpy.core.errors import ToolMissing
from hcpy.core.flags import HOST_TRIPLE
from hcpy.core.model import Toolchain
from hcpy.core.words import asks_for_openmp

_NAME = "libomp.so"
_SYSTEMS = (Path("/usr/lib/x86_64-linux-gnu"), Path("/usr/lib64"), Path("/usr/lib"), Path("/usr/local/lib"))


def openmp_arguments(tools: Toolchain, line: Sequence[str]) -> tuple[str, ...]:
    """The folder of the library, also for when the program starts."""
    if not asks_for_openmp(line) or "-r" in line:
        return ()
    if any((folder / _NAME).exists() for folder in (*_users(line), *_SYSTEMS)):
        return ()
    for folder in _usual(tools):
        if (folder / _NAME).exists():
            return (f"-L{folder}", f"-Wl,-rpath,{folder}")
    remedy = "apt-get install libomp-dev, or pip install cmeel-libomp"
    raise ToolMissing(f"-fopenmp needs LLVM's OpenMP library, {_NAME}", remedy)


def _users(line: Sequence[str]) -> Iterator[Path]:
    for word, following in zip(line, (*line[1:], ""), strict=True):
        if word.startswith("-L"):
            yield Path(word[2:] or following)
    yield from (Path(name) for name in os.environ.get("LIBRARY_PATH", "").split(":") if name)


def _usual(tools: Toolchain) -> Iterator[Path]:
    own = tools.clang.parent.parent / "lib"
    yield from (own, own / HOST_TRIPLE, Path(sysconfig.get_path("purelib")) / "cmeel.prefix" / "lib")
    # Debian's packages: the newest reads all that older and newer versions of clang write.
    versions = Path("/usr/lib").glob("llvm-*/lib")
    yield from sorted(
        versions, key=lambda folder: (len(folder.parent.name), folder.parent.name), reverse=True
    )
