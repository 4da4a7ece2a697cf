"""The options that show what the compiler makes and how long it takes, apart from those that build programs.

Takes: one argument of the command line and what reads the next one.
Gives: a ToolOptions with that argument in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hcpy.errors import UsageError

_HELP = """\
  --emit=WHAT             one target's text alone: @WORDS@; -o - prints it
  --verify                with --emit: the vendor's checker reads it (@CHECKERS@, LLVM)
  --list-kernels FILE     print the kernels in a file, their captures and resources; --json: as JSON
  --reproduce=DIR         keep a failing step's inputs and the command that repeats it
  --port-report[=FILE] DIR  say what a tree of sources needs before it compiles; FILE.html: as a page
  --time-stages[=FILE]    print the time of each stage and target; FILE.json: a trace for a viewer
"""


@dataclass(frozen=True)
class ToolOptions:
    """What is to be shown."""

    emit: str | None = None
    verify: bool = False
    list_kernels: str | None = None
    json: bool = False
    reproduce: str | None = None
    port_report: str | None = None  # the folder
    port_page: str | None = None  # the file for the page
    time_stages: str | None = None  # "": a table on stderr; else a file for the trace


NO_TOOLS = ToolOptions()


def take(options: ToolOptions, argument: str, next_value: Callable[[str], str]) -> ToolOptions | None:
    """None: the argument is none of these."""
    name, equals, value = argument.partition("=")
    if name == "--emit" and equals:
        if value not in (words := emit_words()):
            raise UsageError(f"--emit={value}: expected {_listed(words)}")
        return replace(options, emit=value)
    if argument == "--verify":
        return replace(options, verify=True)
    if name == "--list-kernels":
        return replace(options, list_kernels=value if equals else next_value(argument))
    if name == "--port-report":
        if equals and not value:
            raise UsageError("--port-report= needs the name of a file, or no '='")
        return replace(options, port_report=next_value(name), port_page=value or None)
    if argument == "--json":
        return replace(options, json=True)
    if name == "--reproduce":
        folder = value if equals else next_value(argument)
        if not folder:
            raise UsageError("--reproduce= needs the name of a folder")
        return replace(options, reproduce=folder)
    if name == "--time-stages":
        if equals and not value:
            raise UsageError("--time-stages= needs the name of a file, or no '='")
        return replace(options, time_stages=value)
    return None


def check(options: ToolOptions) -> None:
    """Options that mean nothing by themselves."""
    if options.verify and options.emit is None:
        raise UsageError(f"--verify checks what --emit={_listed(checked_words())} makes; give one of them")
    if options.json and options.list_kernels is None:
        raise UsageError("--json belongs to --list-kernels FILE")


def help_text() -> str:
    """The lines of --help about these options."""
    from hcpy.targets import TARGETS

    checkers = ", ".join(kind.checker for kind in TARGETS if kind.checker)
    return _HELP.replace("@WORDS@", _listed(emit_words())).replace("@CHECKERS@", checkers)


def emit_words() -> list[str]:
    """Each WHAT of --emit=WHAT: what every target has, and what one target calls its own."""
    from hcpy.targets import TARGETS  # a command line without --emit need not know them

    images = [kind.image_word for kind in TARGETS if kind.image_word]
    texts = [kind.assembly_word for kind in TARGETS if kind.assembly_word]
    return [*images, "ll", "asm", "split", *texts]


def checked_words() -> list[str]:
    """Those that --verify has a checker for."""
    from hcpy.targets import TARGETS

    return [*(kind.image_word for kind in TARGETS if kind.image_word and kind.check is not None), "ll"]


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
