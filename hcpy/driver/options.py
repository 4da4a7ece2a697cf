"""Reads hcc's command line the way clang would, keeping what is not ours untouched and in order.

Takes: the arguments.
Gives: an Invocation. Starts no process and reads no file but @response files.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hcpy.errors import UsageError
from hcpy.model import STAGES, Dialect

# clang options whose value may be the next argument.
SEPARATE = frozenset(
    "-o -I -D -U -L -l -x -B -F -T -u -z -e -b -V -A -G -MF -MT -MQ -MJ -include -include-pch -imacros "
    "-isystem -isysroot -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -iwithsysroot "
    "-ivfsoverlay "
    "-cxx-isystem -c-isystem -framework -Xclang -Xlinker -Xpreprocessor -Xassembler -Xanalyzer "
    "-Xopenmp-target -mllvm -mthread-model -arch -target --target --sysroot --param -working-directory "
    "-rpath -dumpdir -dumpbase -install_name -soname --config --serialize-diagnostics "
    "-serialize-diagnostics".split()
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
# AMD's hcc had these; they name AMD hardware or a link model that every object of ours has.
_ABSORBED = frozenset("-hc-function-calls -fno-gpu-rdc -fgpu-rdc".split())
_ABSORBED_PREFIXES = ("--amdgpu-target=", "--hcc-extra-libs=")
# AMD's runtime libraries; libhcrt stands for both.
_OLD_LIBRARIES = frozenset(("-lmcwamp", "-lhc_am"))
_PREPROCESS = frozenset(("-E", "-M", "-MM"))
_DEPENDENCIES = frozenset(("-MD", "-MMD"))


@dataclass(frozen=True)
class Input:
    """A file on the command line and the -x language in force there ("" or "none": by its suffix)."""

    path: str
    language: str = ""


@dataclass(frozen=True)
class Invocation:
    """What a command line asks for."""

    action: str = "link"  # help version inspect preprocess assemble compile syntax link
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
    dependencies: bool = False  # -MD or -MMD without -MF
    named_dependency: bool = False  # -MT or -MQ given
    stop_after: str | None = None
    targets: str | None = None
    inspect: str | None = None
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
    language: str = ""

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
    reading = _Reading(iter(expand_response_files(arguments)))
    for argument in reading.arguments:
        if argument == "--":
            for path in reading.arguments:
                reading.add_input(path)
        elif argument == "-" or not argument.startswith("-"):
            reading.add_input(argument)
        elif not (_take_own(reading, argument) or _take_link(reading, argument)):
            _take_clang(reading, argument)
    values = reading.values
    if values.get("action") not in ("help", "version", "inspect"):
        _check(reading)
    return Invocation(
        inputs=tuple(reading.inputs),
        clang_args=tuple(reading.clang_args),
        link_args=tuple(reading.link_args),
        ignored=tuple(reading.ignored),
        **values,  # type: ignore[arg-type]
    )


def expand_response_files(arguments: Sequence[str], depth: int = 0) -> list[str]:
    """Replace @file by the words in the file; a name that is no file stays as it is, as in gcc."""
    if depth > 16:
        raise UsageError("response files (@file) include each other more than 16 deep")
    expanded: list[str] = []
    for argument in arguments:
        if argument.startswith("@") and Path(argument[1:]).is_file():
            try:
                words = shlex.split(Path(argument[1:]).read_text())
            except (OSError, ValueError) as error:
                raise UsageError(f"cannot read the response file {argument[1:]}: {error}") from None
            expanded += expand_response_files(words, depth + 1)
        else:
            expanded.append(argument)
    return expanded


def _check(reading: _Reading) -> None:
    values = reading.values
    if not reading.inputs:
        raise UsageError("no input files")
    several = len(reading.inputs) > 1
    if values.get("device_link") and not values.get("output"):
        raise UsageError("--device-link needs -o FILE: the object that finishes the others")
    if several and values.get("output") and values.get("action", "link") != "link":
        raise UsageError("cannot specify -o when generating multiple output files")


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
    elif argument in ("-c", "--compile"):
        values.setdefault("action", "compile")
    elif argument == "-S":
        values["action"] = "assemble"
    elif argument == "-fsyntax-only":
        values["action"] = "syntax"
    elif argument in _PREPROCESS:
        values["action"] = "preprocess"
        if argument != "-E":
            reading.clang_args.append(argument)
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
    elif name in ("-std", "--std") and equals:
        _take_standard(reading, value)
    elif argument == "-x" or (argument.startswith("-x") and not argument.startswith("-xc++-")):
        reading.language = argument[2:] or reading.value("-x")
    elif argument in _ABSORBED or argument.startswith(_ABSORBED_PREFIXES):
        reading.ignored.append(argument)
    else:
        return False
    return True


def _take_standard(reading: _Reading, value: str) -> None:
    if value == "c++amp":
        reading.values.setdefault("dialect", Dialect.AMP)
    else:
        reading.values["standard"] = value


def _take_link(reading: _Reading, argument: str) -> bool:
    """Options for the link alone; True where this one is taken."""
    if argument in _OLD_LIBRARIES:
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
    words = [argument]
    if argument in SEPARATE:
        words.append(reading.value(argument))
    values = reading.values
    if argument.startswith("-O"):
        values["optimize"] = argument[2:] or "1"
    elif argument.startswith("-g") and argument != "-gcc-toolchain":
        values["debug"] = argument not in ("-g0", "-gno-")
    elif argument in ("-ffast-math", "-fno-fast-math"):
        values["fast_math"] = argument == "-ffast-math"
    elif argument.startswith(("-fsanitize=", "-fno-sanitize=")):
        values["sanitizers"] = _sanitizers(values.get("sanitizers", frozenset()), argument)
    elif argument in _DEPENDENCIES:
        values.setdefault("dependencies", True)
    elif argument.startswith("-MF"):
        values["dependencies"] = False
    elif argument.startswith(("-MT", "-MQ")):
        values["named_dependency"] = True
    reading.clang_args += words
    if not argument.startswith(("-M", "-D", "-I", "-include", "-fcolor-diagnostics")):
        reading.link_args += words


def _sanitizers(chosen: object, argument: str) -> frozenset[str]:
    """The sanitizers in force after one more option."""
    assert isinstance(chosen, frozenset)
    name, _, value = argument.partition("=")
    words = frozenset(value.split(","))
    if name == "-fsanitize":
        return chosen | words
    return frozenset() if "all" in words else chosen - words
