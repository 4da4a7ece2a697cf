"""hcc-info: the tool chain, the targets, and the accelerators with the reason why one cannot be used.

Takes: nothing, or --json for the accelerators alone.
Gives: text; exit code 1 where the tool chain is incomplete.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hcpy import __version__
from hcpy.core.errors import HcpyError, ToolMissing
from hcpy.core.lazy import lazy
from hcpy.core.model import Toolchain
from hcpy.core.tools import INSTALL_LIBDEVICE, find_prefix, find_toolchain, library_folder

if TYPE_CHECKING:
    from hcpy import targets
else:
    targets = lazy("hcpy.targets")

_HELP = """usage: hcc-info [--json]

Shows the tool chain, the targets and the accelerators; --json: accelerators only.
"""


def run(arguments: Sequence[str]) -> int:
    """Print what is there, and what is missing with the command that installs it."""
    if "-h" in arguments or "--help" in arguments:
        print(_HELP, end="")
        return 0
    unknown = [argument for argument in arguments if argument != "--json"]
    if unknown:
        print(f"hcc-info: error: unknown option '{unknown[0]}'; --help lists them", file=sys.stderr)
        return 1
    try:
        if arguments:
            print(_accelerators("--json"), end="")
            return 0
        print(f"hcpy {__version__}")
        complete = _print_toolchain()
        _print_targets()
        print("accelerators:")
        print(_indented(_accelerators()), end="")
        return 0 if complete else 1
    except HcpyError as error:
        print(f"hcc-info: error: {error}", file=sys.stderr)
        return error.exit_code


def _print_toolchain() -> bool:
    print("tool chain:")
    try:
        tools = find_toolchain()
    except HcpyError as error:
        print(f"  incomplete: {error}")
        return False
    for name, value in _parts(tools):
        print(f"  {name:10} {value}")
    return True


def _parts(tools: Toolchain) -> list[tuple[str, object]]:
    missing = f"not found: no PTX target; install it with: {INSTALL_LIBDEVICE}"
    return [
        ("clang", tools.clang),
        ("libclang", tools.libclang),
        ("linker", tools.linker or "the system's ld"),
        ("libdevice", tools.libdevice or missing),
        ("prefix", tools.prefix),
    ]


def _print_targets() -> None:
    print("targets:")
    for kind in targets.TARGETS:
        names = ", ".join(f"{kind.name}:{arch}" if arch else kind.name for arch in kind.default_archs)
        print(f"  {kind.name:10} {names}{f' ({kind.note})' if kind.note else ''}")


def _accelerators(*arguments: str) -> str:
    prefix = find_prefix(os.environ)
    program = library_folder(prefix).parent / "bin" / "hcrt-info"
    if not program.is_file():
        raise ToolMissing(f"{program} was not found", "pip install --force-reinstall hcpy")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise HcpyError(f"{program} failed: {done.stderr.strip() or done.returncode}")
    return done.stdout


def _indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


def main() -> int:
    """The console script."""
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
