"""The command hcc.

Takes: sys.argv.
Gives: an exit code. No traceback reaches the user: what was not foreseen goes to a crash report.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

from hcpy import __version__
from hcpy.driver.options import Invocation, parse
from hcpy.errors import HcpyError, ToolFailed

INTERNAL_ERROR = 70  # EX_SOFTWARE

_HELP = """usage: hcc [options] file...

Compiles single-source HC and C++ AMP programs for GPUs, OpenCL devices and the host CPU.
Options that are not listed reach clang untouched and in order.

  -hc                     the sources are HC
  -std=c++amp             the sources are C++ AMP (-hc wins); without either, each source decides
  -std=c++11|14|17|20     language standard (default c++17)
  -c, -E, -S, -o FILE     as in clang; -E -o x.i writes the device text to x.gpu.i
  -fms-compat             Microsoft's names, headers (-fno-ms-compat: never; else where needed)
  -shared                 make a shared object (it uses libhcrt.so)
  --device-link -o FILE   make an object that finishes the device code of others, for a plain linker
  --targets=LIST          device targets KIND[:ARCH],... (default host,spirv,ptx)
  -hc-check               kernels check their indices, barriers and tile_static memory (host back end)
  --hcrt=static|shared    how the program links the runtime
  --stop-after=STAGE      stop after split, ir, lower, image, bundle, host or link; keep that stage's files
  -save-temps             keep every stage's files
  -###                    print the commands, run nothing
  -v                      print the commands
  --inspect FILE          print the device code in an object, shared object or executable
  --version, --help
  @FILE                   read arguments from FILE

environment:
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hcc; every failure becomes one line and an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    try:
        return _run(parse(words))
    except ToolFailed as error:
        sys.stderr.write(error.stderr)
        if error.crashed:
            _complain(f"{error}; repeat with: {error.repeat}")
        return error.exit_code
    except HcpyError as error:
        _complain(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        _end_children()
        return 128 + signal.SIGINT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return _crash(error, words)


def _run(invocation: Invocation) -> int:
    if invocation.action == "help":
        from hcpy.config import VARIABLES

        lines = (
            f"  {v.name:26} {v.meaning}{' (read by programs)' * (v.reader != 'hcc')}\n" for v in VARIABLES
        )
        print(_HELP + "".join(lines), end="")
    elif invocation.action == "version":
        from hcpy.driver.units import version_text

        print(f"hcc {version_text()} (hcpy {__version__}, clang 22.1.8)")
    elif invocation.action == "inspect":
        from pathlib import Path

        from hcpy.driver.inspect import inspect

        print(inspect(Path(invocation.inspect or "")), end="")
    else:
        from dataclasses import replace

        from hcpy.config import VERBOSE
        from hcpy.driver.plan import plan

        invocation = replace(invocation, verbose=invocation.verbose or VERBOSE.get())
        planned = plan(invocation)
        from hcpy.driver.execute import execute

        return execute(planned)
    return 0


def _complain(message: str) -> None:
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    error = "\033[0;1;31merror: \033[0m" if colour else "error: "
    print(f"hcc: {error}{message}", file=sys.stderr)


def _end(number: int, frame: FrameType | None) -> None:
    """A signal that ends hcc: the children end, and unwinding removes the temporary files."""
    signal.signal(number, signal.SIG_IGN)
    _end_children()
    raise SystemExit(128 + number)


def _end_children() -> None:
    """Ends every process below this one; the clangs and the worker would go on writing."""
    found, todo = [], [os.getpid()]
    while todo:
        folder = f"/proc/{todo.pop()}/task"
        try:
            for task in os.listdir(folder):
                with open(f"{folder}/{task}/children") as file:
                    children = [int(word) for word in file.read().split()]
                found += children
                todo += children
        except OSError:
            continue
    for process in found:
        try:
            os.kill(process, signal.SIGTERM)
        except OSError:
            continue


def _crash(error: BaseException, words: Sequence[str]) -> int:
    """A fault of hcc's own: the details go to a file that the user can send."""
    import platform
    import shlex
    import tempfile
    import traceback

    kind = type(error).__name__
    try:
        with tempfile.NamedTemporaryFile("w", prefix="hcc-crash-", suffix=".txt", delete=False) as report:
            report.write(f"hcpy {__version__}, Python {platform.python_version()}, {platform.platform()}\n")
            report.write(f"in {os.getcwd()}: hcc {shlex.join(words)}\n\n")
            report.write("".join(traceback.format_exception(error)))
        details = f" (the details are in {report.name})"
    except OSError:
        details = ""
    first_line = (str(error).splitlines() or [""])[0]
    print(f"hcc: internal error: {kind}: {first_line}{details}", file=sys.stderr)
    return INTERNAL_ERROR


if __name__ == "__main__":
    sys.exit(main())
