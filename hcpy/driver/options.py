"""Reads hcc's command line the way clang would, keeping what is not ours untouched and in order.

Takes: the arguments.
Gives: an Invocation. Starts no process and reads no file but @response files. option_table.py lists the
options, option_takers.py has what each one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from hcpy.core.dataclass import dataclass
from hcpy.core.errors import UsageError
from hcpy.core.model import Dialect
from hcpy.core.words import LONG, QUESTIONS, response_words
from hcpy.driver import tool_options
from hcpy.driver.option_takers import Reading, take
from hcpy.driver.tool_options import NO_TOOLS, ToolOptions

_WITHOUT_INPUTS = ("help", "version", "inspect", "list-kernels", "port-report", "completion")


@dataclass(frozen=True)
class Input:
    """A file on the command line and the -x language in force there ("" or "none": by its suffix)."""

    path: str
    language: str = ""


@dataclass(frozen=True)
class Invocation:
    """What a command line asks for."""

    action: str = "link"  # one of _WITHOUT_INPUTS or of option_takers.RANK, or question
    inputs: tuple[Input, ...] = ()
    output: str | None = None
    dialect: Dialect | None = None  # None: each source decides
    standard: str | None = None
    optimize: str = "0"
    debug: bool = False
    fast_math: bool = False
    sanitizers: frozenset[str] = frozenset()
    checks: bool = False
    verbose: bool = False
    dry_run: bool = False
    save_temps: bool = False
    shared: bool = False
    device_link: bool = False  # make one object that finishes the others, for a plain compiler's link
    shared_runtime: bool | None = None  # None: the driver decides
    ms_compat: bool | None = None  # None: the source decides
    dependencies: bool = False  # -MD or -MMD
    dependency_file: str | None = None  # -MF
    named_dependency: bool = False  # -MT or -MQ given
    compile_database: str | None = None  # -MJ
    emits_llvm: bool = False
    stop_after: str | None = None
    targets: str | None = None
    inspect: str | None = None  # the file; of --completion the shell
    tools: ToolOptions = NO_TOOLS
    words: tuple[str, ...] = ()  # the whole command line, response files expanded
    clang_args: tuple[str, ...] = ()  # for compiling: everything but inputs, outputs and link options
    link_args: tuple[str | Input, ...] = ()  # flags and inputs, in order
    ignored: tuple[str, ...] = ()  # AMD's options that mean nothing here


def parse(arguments: Sequence[str]) -> Invocation:
    """Read a command line (without the program's name)."""
    expanded = expand_response_files(arguments)
    reading = Reading(iter(expanded))
    for word in reading.arguments:
        argument = _short(reading, word)
        reading.asks = reading.asks or argument.startswith(QUESTIONS)
        if argument == "--":
            for path in reading.arguments:
                _add_input(reading, f"./{path}" if path.startswith("-") else path)
        elif argument == "-" or not argument.startswith("-"):
            _add_input(reading, argument)
        else:
            take(reading, argument)
    values = reading.values
    values["fast_math"] = _is_fast(reading.maths)
    tool_options.check(reading.tools)
    if reading.tools.list_kernels is not None:
        values["action"] = "list-kernels"
    if reading.tools.port_report is not None:
        values["action"] = "port-report"
    if reading.asks or (not reading.inputs and values.get("verbose")):
        values["action"] = "question"
    elif values.get("action") not in _WITHOUT_INPUTS:
        _check(reading)
    return Invocation(
        words=tuple(expanded),
        inputs=tuple(reading.inputs),
        tools=reading.tools,
        clang_args=tuple(reading.clang_args),
        link_args=tuple(reading.link_args),
        ignored=tuple(reading.ignored),
        **values,  # type: ignore[arg-type]
    )


def _add_input(reading: Reading, path: str) -> None:
    item = Input(path, reading.language)
    reading.inputs.append(item)
    reading.link_args.append(item)


def _is_fast(maths: Sequence[str]) -> bool:
    """The last word counts; -Ofast is one only where no other -O follows."""
    level = next((word for word in reversed(maths) if word.startswith("-O")), "")
    words = [word for word in maths if not word.startswith("-O") or word == level == "-Ofast"]
    return bool(words) and words[-1] != "-fno-fast-math"


def _short(reading: Reading, word: str) -> str:
    """An option in its short spelling; its value, if it was part of the word, follows."""
    name, equals, value = word.partition("=")
    if name not in LONG:
        return word
    if equals:
        reading.arguments = chain((value,), reading.arguments)
    return LONG[name]


def expand_response_files(arguments: Sequence[str]) -> list[str]:
    """Replace @file by the words in the file."""
    try:
        return response_words(arguments)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot read the response file '{error.filename}': {error.strerror}") from None


def _check(reading: Reading) -> None:
    values = reading.values
    # Words for the linker are inputs to clang: build systems ask for its version so.
    asks_linker = any(str(word).startswith(("-Wl,", "-Xlinker", "-l")) for word in reading.link_args)
    if not reading.inputs and not (asks_linker and values.get("action", "link") == "link"):
        raise UsageError("no input files")
    if values.get("emits_llvm") and values.get("action", "link") == "link":
        raise UsageError("-emit-llvm cannot be used when linking")
