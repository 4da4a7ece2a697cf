"""The command hcc.

Takes: sys.argv.
Gives: an exit code. No traceback reaches the user: what was not foreseen goes to a crash report.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hcpy.driver.plain import run_plain

if TYPE_CHECKING:  # a source without kernels needs nothing more than the above
    from hcpy.driver.options import Invocation

INTERNAL_ERROR = 70  # EX_SOFTWARE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hcc; every failure becomes one line and an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--launch"]:  # before a build system's compiler, in whose place hcc works
        words = words[2:]
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from hcpy.driver.standard_streams import open_closed_streams

        open_closed_streams()
    try:
        if any(not word.startswith("-") and _may_be_pipe(word) for word in words):
            from hcpy.driver.piped_sources import without_pipes

            words = without_pipes(words)
        run_plain(words)
        code = _main(words)
        fault = _output_fault()
    except KeyboardInterrupt:  # before cleanup.install()
        return 130
    except OSError as error:
        fault = _output_fault(error)
        if fault is None:
            return _crash(error, words)
    except Exception as error:
        return _crash(error, words)
    if fault is None:
        return code
    if not isinstance(fault, BrokenPipeError):  # whoever closed the pipe wants no more of it
        _complain(f"cannot write: {fault.strerror}")
    return 1


def _may_be_pipe(word: str) -> bool:
    """A cheap look; what is no file is no pipe either."""
    return os.path.exists(word) and not os.path.isfile(word) and not os.path.isdir(word)


def _main(words: Sequence[str]) -> int:
    """The command lines that are not clang's alone."""
    import io

    from hcpy.core.errors import HcpyError, ToolFailed
    from hcpy.driver.options import parse

    for stream in (sys.stdout, sys.stderr):  # file names are bytes
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="surrogateescape")
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


def _run(invocation: Invocation) -> int:
    if invocation.action == "help":
        from hcpy.driver.option_pages import help_text

        print(help_text(), end="")
    elif invocation.action == "completion":
        from hcpy.driver.completion import script

        print(script(invocation.inspect or ""), end="")
    elif invocation.action == "version":
        from hcpy.driver.question import version

        print(version())
    elif invocation.action == "question":
        from hcpy.driver.question import ask_clang

        ask_clang(invocation)
    elif invocation.action == "list-kernels":
        from hcpy.driver.list_kernels import list_kernels

        print(list_kernels(invocation.tools), end="")
    elif invocation.action == "port-report":
        from hcpy.driver.port_report import port_report

        page = invocation.tools.port_page or invocation.output
        return port_report(invocation.tools.port_report or "", page)
    elif invocation.action == "inspect":
        from pathlib import Path

        from hcpy.driver.inspect import inspect

        print(inspect(Path(invocation.inspect or "")), end="")
    else:
        return _compile(invocation)
    return 0


def _compile(invocation: Invocation) -> int:
    from dataclasses import replace

    from hcpy.core.config import VERBOSE
    from hcpy.driver.plan import plan

    invocation = replace(invocation, verbose=invocation.verbose or VERBOSE.get())
    if invocation.tools.emit is not None:
        from hcpy.driver import cleanup, emit

        cleanup.install()
        return _explained(emit.emit(invocation))
    if not invocation.dry_run:
        _be_clang(invocation)
    planned = plan(invocation)
    if invocation.dry_run:
        from hcpy.driver.show import show

        return show(planned)
    from hcpy.driver import cleanup

    cleanup.install()
    from hcpy.driver.execute import execute

    code = _explained(execute(planned))
    if invocation.tools.time_stages is not None:
        from hcpy.driver.stage_times import show_times

        show_times(invocation.tools.time_stages)
    return code


def _explained(code: int) -> int:
    """The exit code; a failure for want of the system's C++ library says so in one line."""
    if code != 0:
        from hcpy.core.system_library import require_cxx_library
        from hcpy.core.tools import find_toolchain

        require_cxx_library(find_toolchain().clang)
    return code


def _be_clang(invocation: Invocation) -> None:
    """Becomes clang where that is all: run_plain() leaves to us what needs a look-up or is to be shown."""
    from hcpy.core.system_library import require_cxx_library
    from hcpy.core.tools import find_toolchain
    from hcpy.driver.plain import become, whole_command
    from hcpy.driver.run_tool import print_commands

    if not all(word.path == "-" or os.path.exists(word.path) for word in invocation.inputs):
        return  # plan() tells which one is missing
    tools = find_toolchain()
    linker = str(tools.linker) if tools.linker else None
    command = whole_command(invocation.words, str(tools.clang), str(tools.prefix), linker)
    if command is None:
        return
    require_cxx_library(tools.clang)
    if invocation.verbose:
        print_commands([command])
    become(command)


def _output_fault(error: OSError | None = None) -> OSError | None:
    from hcpy.driver.standard_streams import output_fault

    return output_fault(error)


def _complain(message: str) -> None:
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    error = "\033[0;1;31merror: \033[0m" if colour else "error: "
    print(f"hcc: {error}{message}", file=sys.stderr)


def _crash(error: BaseException, words: Sequence[str]) -> int:
    """A fault of hcc's own: the details go to a file that the user can send."""
    import platform
    import shlex
    import tempfile
    import traceback

    from hcpy import __version__
    from hcpy.core.errors import InternalError

    kind = "" if isinstance(error, InternalError) else f"{type(error).__name__}: "
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="hcc-crash-", suffix=".txt", delete=False, errors="backslashreplace"
        ) as report:
            report.write(f"hcpy {__version__}, Python {platform.python_version()}, {platform.platform()}\n")
            report.write(f"in {os.getcwd()}: hcc {shlex.join(words)}\n\n")
            report.write("".join(traceback.format_exception(error)))
        details = f" (the details are in {report.name})"
    except OSError:
        details = ""
    first_line = (str(error).splitlines() or [""])[0]
    print(f"hcc: internal error: {kind}{first_line}{details}", file=sys.stderr)
    return INTERNAL_ERROR


if __name__ == "__main__":
    sys.exit(main())
