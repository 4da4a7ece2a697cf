"""hcc-config, and clamp-config under its other name: the flags that build a program with hcc or with clang.

Takes: option names.
Gives: one line of flags, in the order of the options.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy import __version__
from hcpy.core.errors import HcpyError
from hcpy.core.lazy import lazy
from hcpy.core.tools import find_prefix, library_folder

if TYPE_CHECKING:
    from hcpy.driver import clangd_config
else:
    clangd_config = lazy("hcpy.driver.clangd_config")

_HELP = """usage: {name} [--cxxflags] [--ldflags] [--shared] [--prefix] [--version] [--cmakedir] [--clangd]

  --cxxflags  flags that compile a source (with hcc)
  --ldflags   flags that link objects with hcc; another C++ compiler takes those from -L on
  --shared    flags that make a shared object
  --prefix    the folder that holds include/, lib/ and bin/, whose clang++ is hcc
  --version   the version of hcpy
  --cmakedir  the folder of the CMake package, for hcc_DIR
  --clangd    the text of a .clangd file, with which clangd understands HC and C++ AMP sources
"""


def _mode(name: str) -> str:
    return " -std=c++amp" if "clamp" in name else " -hc -std=c++amp"


def _cxxflags(name: str, prefix: Path) -> str:
    return f"{_mode(name)} -I{prefix / 'include'}"


def _ldflags(name: str, prefix: Path) -> str:
    libraries = library_folder(prefix)
    return f"{_mode(name)} -L{libraries} -Wl,--rpath={libraries} -lhcrt -ldl -lm -lpthread"


def _cmake_folder(prefix: Path) -> Path:
    """Of an installation, or of a checkout."""
    installed = prefix / "lib" / "cmake" / "hcc"
    return installed if installed.is_dir() else prefix / "cmake"


def _clangd(prefix: Path) -> str:
    return clangd_config.clangd_text(prefix)


_OPTIONS: dict[str, Callable[[str, Path], str]] = {
    "--cxxflags": _cxxflags,
    "--ldflags": _ldflags,
    "--shared": lambda name, prefix: " -shared -fPIC",
    "--prefix": lambda name, prefix: str(prefix),
    "--cmakedir": lambda name, prefix: str(_cmake_folder(prefix)),
    "--clangd": lambda name, prefix: _clangd(prefix),
    "--version": lambda name, prefix: __version__,
    # Accepted as hcc's program did; an installation has only one kind of each.
    "--install": lambda name, prefix: "",
    "--build": lambda name, prefix: "",
    "--verbose": lambda name, prefix: "",
    "--brief": lambda name, prefix: "",
}


def run(name: str, arguments: Sequence[str]) -> int:
    """Print what the options ask for."""
    if not arguments or "-h" in arguments or "--help" in arguments:
        print(_HELP.format(name=name), end="")
        return 0
    unknown = [argument for argument in arguments if argument not in _OPTIONS]
    if unknown:
        print(f"{name}: error: unknown option '{unknown[0]}'; --help lists them", file=sys.stderr)
        return 1
    try:
        prefix = find_prefix(os.environ)
        print("".join(_OPTIONS[argument](name, prefix) for argument in arguments))
    except HcpyError as error:
        print(f"{name}: error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def main() -> int:
    """The console script; its name decides the dialect."""
    return run(Path(sys.argv[0]).name, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
