"""Reads hcc's command line the way clang would, keeping what is not ours untouched and in order.

Takes: the arguments.
Gives: an Invocation. Starts no process and reads no file but @response files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from hcpy.driver import tool_options
from hcpy.driver.tool_options import NO_TOOLS, ToolOptions
from hcpy.errors import UsageError
from hcpy.model import STAGES, Dialect
from hcpy.words import (
    ABSORBED,
    ABSORBED_PREFIXES,
    LONG,
    OLD_CC1,
    OLD_LIBRARIES,
    QUESTIONS,
    VECTORISE,
    VECTORISE_WORDS,
    response_words,
    takes_value,
)

# Options that only the linker understands; clang warns about them where it only compiles.
_LINK_SEPARATE = frozenset("-L -l -T -u -z -e -Xlinker -rpath -install_name -soname -framework".split())
_LINK_WORDS = frozenset(
    "-shared -static -rdynamic -s -r -pie -no-pie -static-pie -static-libgcc -static-libstdc++ "
    "-shared-libgcc -nostdlib -nostartfiles -nodefaultlibs -nolibc -nostdlib++".split()
)
_LINK_PREFIXES = (
    "-Wl,",
    "-l",
    "-L",
    "-fuse-ld=",
    "--ld-path=",
    "-rtlib=",
    "--rtlib=",
    "--unwindlib=",
    "-unwindlib=",
)
# What decides how far a source goes: of several, the first of this list, as in clang.
_ACTIONS = {
    "preprocess": ("-E", "-M", "-MM"),
    "syntax": ("-fsyntax-only",),
    "assemble": ("-S",),
    "compile": ("-c", "--compile"),
}
_RANK = (*_ACTIONS, "link")
_WITHOUT_INPUTS = ("help", "version", "inspect", "list-kernels", "port-report")
# The options that turn debug information on or off; the others that begin so only say what it is to be like.
_DEBUG = re.compile(
    r"-g(?:[0-3]|gdb[0-3]?|lldb|sce|dbx|dwarf(?:32|64|-[2-6])?|codeview|full|used|modules|mlt"
    r"|line-(?:tables|directives)-only)?"
)
_DEPENDENCIES = frozenset(("-MD", "-MMD"))


@dataclass(frozen=True)
class Input:
    """A file on the command line and the -x language in force there ("" or "none": by its suffix)."""

    path: str
    language: str = ""


@dataclass(frozen=True)
class Invocation:
    """What a command line asks for."""

    action: str = "link"  # one of _WITHOUT_INPUTS or _RANK, or question
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
    inspect: str | None = None
    tools: ToolOptions = NO_TOOLS
    words: tuple[str, ...] = ()  # the whole command line, response files expanded
    clang_args: tuple[str, ...] = ()  # for compiling: everything but inputs, outputs and link options
    link_args: tuple[str | Input, ...] = ()  # flags and inputs, in order
    ignored: tuple[str, ...] = ()  # AMD's options that mean nothing here


@dataclass
class _Reading:
    """The state of one reading."""

    arguments: Iterator[str]
    values: dict[str, object] = field(default_factory=dict)
    inputs: list[Input] = field(default_factory=list)
    clang_args: list[str] = field(default_factory=list)
    link_args: list[str | Input] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    tools: ToolOptions = NO_TOOLS
    language: str = ""
    asks: bool = False
    maths: list[str] = field(default_factory=list)  # what may turn fast maths on or off

    def value(self, option: str) -> str:
        try:
            return next(self.arguments)
        except StopIteration:
            raise UsageError(f"argument to '{option}' is missing (expected 1 value)") from None

    def add_input(self, path: str) -> None:
        item = Input(path, self.language)
        self.inputs.append(item)
        self.link_args.append(item)


def parse(arguments: Sequence[str]) -> Invocation:
    """Read a command line (without the program's name)."""
    expanded = expand_response_files(arguments)
    reading = _Reading(iter(expanded))
    for word in reading.arguments:
        argument = _short(reading, word)
        reading.asks = reading.asks or argument.startswith(QUESTIONS)
        if argument == "--":
            for path in reading.arguments:
                reading.add_input(f"./{path}" if path.startswith("-") else path)
        elif argument == "-" or not argument.startswith("-"):
            reading.add_input(argument)
        elif (shown := tool_options.take(reading.tools, argument, reading.value)) is not None:
            reading.tools = shown
        elif not (_take_own(reading, argument) or _take_link(reading, argument)):
            _take_clang(reading, argument)
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


def _is_fast(maths: Sequence[str]) -> bool:
    """The last word counts; -Ofast is one only where no other -O follows."""
    level = next((word for word in reversed(maths) if word.startswith("-O")), "")
    words = [word for word in maths if not word.startswith("-O") or word == level == "-Ofast"]
    return bool(words) and words[-1] != "-fno-fast-math"


def _short(reading: _Reading, word: str) -> str:
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


def _check(reading: _Reading) -> None:
    values = reading.values
    # Words for the linker are inputs to clang: build systems ask for its version so.
    asks_linker = any(str(word).startswith(("-Wl,", "-Xlinker", "-l")) for word in reading.link_args)
    if not reading.inputs and not (asks_linker and values.get("action", "link") == "link"):
        raise UsageError("no input files")
    if values.get("emits_llvm") and values.get("action", "link") == "link":
        raise UsageError("-emit-llvm cannot be used when linking")


def _take_own(reading: _Reading, argument: str) -> bool:
    """Options that hcc itself acts on; True where this one is taken."""
    values = reading.values
    name, equals, value = argument.partition("=")
    if argument in ("-h", "--help"):
        values["action"] = "help"
    elif argument == "--version":
        values["action"] = "version"
    elif name == "--inspect":
        values["action"], values["inspect"] = "inspect", value if equals else reading.value(argument)
    elif argument == "-o" or (argument.startswith("-o") and not argument.startswith("-object")):
        values["output"] = argument[2:] or reading.value("-o")
    elif any(argument in words for words in _ACTIONS.values()):
        _take_action(reading, argument)
    elif argument == "-emit-llvm":
        values["emits_llvm"] = True
    elif argument == "-MJ" or argument.startswith("-MJ"):
        values["compile_database"] = argument[3:] or reading.value("-MJ")
    elif argument == "-hc":
        values["dialect"] = Dialect.HC
    elif argument == "-hc-check":
        values["checks"] = True
    elif argument == "--device-link":
        values["device_link"] = True
    elif argument in ("-fms-compat", "-fno-ms-compat"):
        values["ms_compat"] = argument == "-fms-compat"
    elif argument == "-###":
        values["dry_run"] = True
    elif argument in ("-v", "--verbose"):
        values["verbose"] = True
    elif name in ("-save-temps", "--save-temps"):
        values["save_temps"] = True
    elif name == "--stop-after" and equals:
        if value not in STAGES:
            raise UsageError(f"unknown stage '{value}' in --stop-after; stages are {', '.join(STAGES)}")
        values["stop_after"] = value
    elif name == "--targets" and equals:
        values["targets"] = value
    elif name == "--hcrt" and equals:
        if value not in ("static", "shared"):
            raise UsageError(f"--hcrt={value}: expected static or shared")
        values["shared_runtime"] = value == "shared"
    elif argument.startswith(VECTORISE):
        if value not in VECTORISE_WORDS:
            raise UsageError(
                f"{argument}: expected {', '.join(VECTORISE_WORDS[:-1])} or {VECTORISE_WORDS[-1]}"
            )
        reading.clang_args.append(argument)
    elif name in ("-std", "--std") and equals:
        _take_standard(reading, value)
    elif argument == "-x" or (argument.startswith("-x") and not argument.startswith("-xc++-")):
        reading.language = argument[2:] or reading.value("-x")
    elif argument in ABSORBED or argument.startswith(ABSORBED_PREFIXES):
        reading.ignored.append(argument)
    else:
        return False
    return True


def _take_action(reading: _Reading, argument: str) -> None:
    asked = next(action for action, words in _ACTIONS.items() if argument in words)
    earlier = str(reading.values.get("action", "link"))
    if earlier in _RANK and _RANK.index(asked) < _RANK.index(earlier):
        reading.values["action"] = asked
    if argument in ("-M", "-MM"):
        reading.clang_args.append(argument)


def _take_standard(reading: _Reading, value: str) -> None:
    if value == "c++amp":
        reading.values.setdefault("dialect", Dialect.AMP)
    else:
        reading.values["standard"] = value


def _take_link(reading: _Reading, argument: str) -> bool:
    """Options for the link alone; True where this one is taken."""
    if argument in OLD_LIBRARIES:
        return True
    if argument == "-shared":
        reading.values["shared"] = True
    if argument in _LINK_SEPARATE:
        reading.link_args += [argument, reading.value(argument)]
    elif argument in _LINK_WORDS or argument.startswith(_LINK_PREFIXES):
        reading.link_args.append(argument)
    else:
        return False
    return True


def _take_clang(reading: _Reading, argument: str) -> None:
    """Everything else reaches clang, in both steps; the link ignores what it does not use."""
    if argument.startswith(("-Wp,-MD,", "-Wp,-MMD,")):  # as the preprocessor spells -MD -MF
        _take_preprocessors(reading, argument.split(",")[1:])
        return
    words = [argument]
    if takes_value(argument):
        words.append(reading.value(argument))
    if argument == "-Xclang" and words[1] in OLD_CC1:
        reading.ignored.append(f"-Xclang {words[1]}")
        return
    values = reading.values
    if argument.startswith("-O"):
        values["optimize"] = argument[2:] or "1"
        reading.maths.append(argument)
    elif _DEBUG.fullmatch(argument):
        values["debug"] = not argument.endswith("0")
    elif argument in ("-ffast-math", "-fno-fast-math"):
        reading.maths.append(argument)
    elif argument.startswith(("-fsanitize=", "-fno-sanitize=")):
        values["sanitizers"] = _sanitizers(values.get("sanitizers", frozenset()), argument)
    elif argument in _DEPENDENCIES:
        values["dependencies"] = True
    elif argument.startswith("-MF"):
        values["dependency_file"] = argument[3:] or words[1]
        return
    elif argument.startswith(("-MT", "-MQ")):
        values["named_dependency"] = True
    reading.clang_args += words
    if not argument.startswith(("-M", "-D", "-I", "-include", "-fcolor-diagnostics")):
        reading.link_args += words


def _take_preprocessors(reading: _Reading, words: list[str]) -> None:
    """-MD FILE and what follows it, as the preprocessor reads them."""
    _take_clang(reading, words[0])
    _take_clang(reading, f"-MF{words[1]}")
    rest = words[2:]
    while rest and rest[0].startswith("-M"):
        word = rest.pop(0)
        takes = word in ("-MT", "-MQ") and rest
        _take_clang(reading, word + rest.pop(0) if takes else word)
    if rest:
        _take_clang(reading, ",".join(("-Wp", *rest)))


def _sanitizers(chosen: object, argument: str) -> frozenset[str]:
    """The sanitizers in force after one more option."""
    assert isinstance(chosen, frozenset)
    name, _, value = argument.partition("=")
    words = frozenset(value.split(","))
    if name == "-fsanitize":
        return chosen | words
    return frozenset() if "all" in words else chosen - words
