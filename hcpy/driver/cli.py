"""The command hcc.

Takes: sys.argv.
Gives: an exit code. No traceback reaches the user: what was not foreseen goes to a crash report.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hcpy import __version__
from hcpy.core.lazy import lazy
from hcpy.driver.plain import run_plain

if TYPE_CHECKING:  # a source without kernels needs nothing more than the above
    import pathlib
    import platform
    import shlex
    import tempfile
    import traceback

    from hcpy.core import config, dataclass, errors, system_library
    from hcpy.core import tools as tools_module
    from hcpy.driver import (
        cleanup,
        completion,
        emit,
        execute,
        inspect,
        list_kernels,
        option_pages,
        options,
        piped_sources,
        plain,
        plan,
        port_report,
        question,
        run_tool,
        show,
        stage_times,
        standard_streams,
    )
    from hcpy.driver.options import Invocation
else:
    config = lazy("hcpy.core.config")
    dataclass = lazy("hcpy.core.dataclass")
    errors = lazy("hcpy.core.errors")
    system_library = lazy("hcpy.core.system_library")
    tools_module = lazy("hcpy.core.tools")
    cleanup = lazy("hcpy.driver.cleanup")
    completion = lazy("hcpy.driver.completion")
    emit = lazy("hcpy.driver.emit")
    execute = lazy("hcpy.driver.execute")
    inspect = lazy("hcpy.driver.inspect")
    list_kernels = lazy("hcpy.driver.list_kernels")
    option_pages = lazy("hcpy.driver.option_pages")
    options = lazy("hcpy.driver.options")
    piped_sources = lazy("hcpy.driver.piped_sources")
    plain = lazy("hcpy.driver.plain")
    plan = lazy("hcpy.driver.plan")
    port_report = lazy("hcpy.driver.port_report")
    question = lazy("hcpy.driver.question")
    run_tool = lazy("hcpy.driver.run_tool")
    show = lazy("hcpy.driver.show")
    stage_times = lazy("hcpy.driver.stage_times")
    standard_streams = lazy("hcpy.driver.standard_streams")
    pathlib = lazy("pathlib")
    platform = lazy("platform")
    shlex = lazy("shlex")
    tempfile = lazy("tempfile")
    traceback = lazy("traceback")

INTERNAL_ERROR = 70  # EX_SOFTWARE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run hcc; every failure becomes one line and an exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["--launch"]:  # before a build system's compiler, in whose place hcc works
        words = words[2:]
    if None in (sys.stdin, sys.stdout, sys.stderr):
        standard_streams.open_closed_streams()
    try:
        if any(not word.startswith("-") and _may_be_pipe(word) for word in words):
            words = piped_sources.without_pipes(words)
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
    if not isinstance(fault, BrokenPipeError):  # the reader that closed the pipe wants no more
        _complain(f"cannot write: {fault.strerror}")
    return 1


def _may_be_pipe(word: str) -> bool:
    """A cheap look; what is no file is no pipe either."""
    return os.path.exists(word) and not os.path.isfile(word) and not os.path.isdir(word)


def _main(words: Sequence[str]) -> int:
    """The command lines that are not clang's alone."""
    for stream in (sys.stdout, sys.stderr):  # file names are bytes
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="surrogateescape")
    try:
        return _run(options.parse(words))
    except errors.ToolFailed as error:
        sys.stderr.write(error.stderr)
        if error.crashed:
            _complain(f"{error}; repeat with: {error.repeat}")
        return error.exit_code
    except errors.HcpyError as error:
        _complain(str(error))
        return error.exit_code


def _run(invocation: Invocation) -> int:
    if invocation.action == "help":
        print(option_pages.help_text(), end="")
    elif invocation.action == "completion":
        print(completion.script(invocation.inspect or ""), end="")
    elif invocation.action == "version":
        print(question.version())
    elif invocation.action == "question":
        question.ask_clang(invocation)
    elif invocation.action == "list-kernels":
        print(list_kernels.list_kernels(invocation.tools), end="")
    elif invocation.action == "port-report":
        page = invocation.tools.port_page or invocation.output
        return port_report.port_report(invocation.tools.port_report or "", page)
    elif invocation.action == "inspect":
        print(inspect.inspect(pathlib.Path(invocation.inspect or "")), end="")
    else:
        return _compile(invocation)
    return 0


def _compile(invocation: Invocation) -> int:
    invocation = dataclass.replace(invocation, verbose=invocation.verbose or config.VERBOSE.get())
    if invocation.tools.emit is not None:
        cleanup.install()
        return _explained(emit.emit(invocation))
    if not invocation.dry_run:
        _be_clang(invocation)
    planned = plan.plan(invocation)
    if invocation.dry_run:
        return show.show(planned)
    cleanup.install()
    code = _explained(execute.execute(planned))
    if invocation.tools.time_stages is not None:
        stage_times.show_times(invocation.tools.time_stages)
    return code


def _explained(code: int) -> int:
    """The exit code; a failure for want of the system's C++ library says so in one line."""
    if code != 0:
        system_library.require_cxx_library(tools_module.find_toolchain().clang)
    return code


def _be_clang(invocation: Invocation) -> None:
    """Becomes clang where that is all: run_plain() leaves to us what needs a look-up or is to be shown."""
    if not all(word.path == "-" or os.path.exists(word.path) for word in invocation.inputs):
        return  # plan() reports which one is missing
    tools = tools_module.find_toolchain()
    linker = str(tools.linker) if tools.linker else None
    command = plain.whole_command(invocation.words, str(tools.clang), str(tools.prefix), linker)
    if command is None:
        return
    system_library.require_cxx_library(tools.clang)
    if invocation.verbose:
        run_tool.print_commands([command])
    plain.become(command)


def _output_fault(error: OSError | None = None) -> OSError | None:
    return standard_streams.output_fault(error)


def _complain(message: str) -> None:
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    error = "\033[0;1;31merror: \033[0m" if colour else "error: "
    print(f"hcc: {error}{message}", file=sys.stderr)


def _crash(error: BaseException, words: Sequence[str]) -> int:
    """A fault of hcc's own: the details go to a file that the user can send."""
    kind = "" if isinstance(error, errors.InternalError) else f"{type(error).__name__}: "
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
