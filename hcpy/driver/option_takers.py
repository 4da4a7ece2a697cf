"""What hcc does with each option of option_table.py: one function for each that hcc reads.

Takes: a Reading, the word, and the value in it.
Gives: a changed Reading. TAKERS has the functions by the options' names; a test compares it with the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from hcpy.core.errors import UsageError
from hcpy.core.model import STAGES, Dialect
from hcpy.core.words import OLD_LIBRARIES, REWRITES, VECTORISE_WORDS, is_for_old_part, takes_value
from hcpy.driver import option_table as table
from hcpy.driver import tool_options
from hcpy.driver.tool_options import NO_TOOLS

if TYPE_CHECKING:
    from hcpy.driver.options import Input

# What decides how far a source goes: of several, the first of this list, as in clang.
ACTIONS: Final = ("preprocess", "syntax", "assemble", "compile")
RANK: Final = (*ACTIONS, "link")
# The options that turn debug information on or off; the others that begin so only say what it is to be like.
_DEBUG = (
    r"-g(?:[0-3]|gdb[0-3]?|lldb|sce|dbx|dwarf(?:32|64|-[2-6])?|codeview|full|used|modules|mlt"
    r"|line-(?:tables|directives)-only)?"
)
# Of what clang gets, the link needs no more than the rest.
_COMPILING_ONLY = ("-M", "-D", "-I", "-include", "-fcolor-diagnostics")

_TO_LINKER = "-Wl,"


class Reading:
    """The state of one reading. No data class: hcc would make its methods at each start."""

    def __init__(self, arguments: Iterator[str]) -> None:
        self.arguments = arguments
        self.values: dict[str, object] = {}  # fields of the Invocation
        self.inputs: list[Input] = []
        self.clang_args: list[str] = []
        self.link_args: list[str | Input] = []
        self.ignored: list[str] = []
        self.tools = NO_TOOLS
        self.language = ""
        self.asks = False
        self.maths: list[str] = []  # what may turn fast maths on or off

    def value(self, option: str) -> str:
        """The next word, as the option's value."""
        try:
            return next(self.arguments)
        except StopIteration:
            raise UsageError(f"argument to '{option}' is missing (expected 1 value)") from None


Taker = Callable[[Reading, str, "str | None"], None]


def take(reading: Reading, word: str) -> None:
    """Read one option, with the words that are its value."""
    found = table.find(word)
    if found is None:
        to_clang(reading, word)
    elif found[0].reader == table.LINKER:
        _to_link(reading, word, found[1])
    elif found[0].reader == table.NOBODY:
        if word not in OLD_LIBRARIES:  # libhcrt replaces those
            reading.ignored.append(word)
    else:
        TAKERS[found[0].name](reading, word, found[1])


def to_clang(reading: Reading, word: str) -> None:
    """What hcc does not read reaches clang, in both steps; the link ignores what it does not use."""
    words = [word, reading.value(word)] if takes_value(word) else [word]
    if is_for_old_part(word, words[-1]):
        reading.ignored.append(" ".join(words))
        return
    reading.clang_args += words
    if not word.startswith(_COMPILING_ONLY):
        reading.link_args += words


def _to_link(reading: Reading, word: str, value: str | None) -> None:
    given = [reading.value(word)] if value is None and takes_value(word) else []
    if word.startswith(_TO_LINKER):
        parts = word.removeprefix(_TO_LINKER).split(",")
        old = [part for part in parts if is_for_old_part("-Xlinker", part)]
        reading.ignored += (_TO_LINKER + part for part in old)
        parts = [part for part in parts if part not in old]
        reading.link_args += [_TO_LINKER + ",".join(parts)] if parts else []
    elif given and is_for_old_part(word, given[0]):
        reading.ignored.append(f"{word} {given[0]}")
    else:
        reading.link_args += [word, *given]


def _set(name: str, value: object) -> Taker:
    def taker(reading: Reading, word: str, joined: str | None) -> None:
        reading.values[name] = value

    return taker


def _value(name: str) -> Taker:
    """The value in the word, or the next one."""

    def taker(reading: Reading, word: str, joined: str | None) -> None:
        reading.values[name] = joined or reading.value(word)

    return taker


def _action(action: str, reaches_clang: bool = False) -> Taker:
    def taker(reading: Reading, word: str, joined: str | None) -> None:
        earlier = str(reading.values.get("action", "link"))
        if earlier in RANK and RANK.index(action) < RANK.index(earlier):
            reading.values["action"] = action
        if reaches_clang:
            reading.clang_args.append(word)

    return taker


def _tool(reading: Reading, word: str, joined: str | None) -> None:
    reading.tools = tool_options.take(reading.tools, word, joined, reading.value)


def _inspect(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["inspect"] = reading.value(word) if joined is None else joined
    reading.values["action"] = "inspect"


def _stop_after(reading: Reading, word: str, joined: str | None) -> None:
    if joined not in STAGES:
        raise UsageError(f"unknown stage '{joined}' in --stop-after; stages are {', '.join(STAGES)}")
    reading.values["stop_after"] = joined


def _one_of(words: Sequence[str]) -> Taker:
    """An option of the host's passes, which read it among clang's."""

    def take(reading: Reading, word: str, joined: str | None) -> None:
        if joined not in words:
            raise UsageError(f"{word}: expected {', '.join(words[:-1])} or {words[-1]}")
        reading.clang_args.append(word)

    return take


def _vector_maths(reading: Reading, word: str, joined: str | None) -> None:
    reading.clang_args.append(word)  # the linker's driver knows it no more than clang


def _hcrt(reading: Reading, word: str, joined: str | None) -> None:
    if joined not in ("static", "shared"):
        raise UsageError(f"--hcrt={joined}: expected static or shared")
    reading.values["shared_runtime"] = joined == "shared"


def _completion(reading: Reading, word: str, joined: str | None) -> None:
    shells = next(option.words for option in table.OPTIONS if option.name == "--completion")
    if joined not in shells:
        raise UsageError(f"--completion={joined}: expected {', '.join(shells[:-1])} or {shells[-1]}")
    reading.values["action"], reading.values["inspect"] = "completion", joined


def _launch(reading: Reading, word: str, joined: str | None) -> None:
    raise UsageError("--launch COMPILER must come before all other arguments")


def _targets(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["targets"] = joined


def _standard(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["standard"] = joined


def _amp(reading: Reading, word: str, joined: str | None) -> None:
    reading.values.setdefault("dialect", Dialect.AMP)


def _language(reading: Reading, word: str, joined: str | None) -> None:
    reading.language = joined or reading.value(word)


def _shared(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["shared"] = True
    reading.link_args.append(word)


def _optimize(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["optimize"] = joined or "1"
    reading.maths.append(word)
    to_clang(reading, word)


def _maths(reading: Reading, word: str, joined: str | None) -> None:
    reading.maths.append(word)
    to_clang(reading, word)


def _later(reading: Reading, word: str, joined: str | None) -> None:
    """Read with hcc's own warnings, when there are some."""
    to_clang(reading, word)


def _debug(reading: Reading, word: str, joined: str | None) -> None:
    if re.fullmatch(_DEBUG, word):  # compiled when one is there
        reading.values["debug"] = not word.endswith("0")
    to_clang(reading, word)


def _sanitizers(reading: Reading, word: str, joined: str | None) -> None:
    """The sanitizers in force after one more option."""
    chosen = reading.values.get("sanitizers", frozenset())
    assert isinstance(chosen, frozenset)
    names = frozenset((joined or "").split(","))
    if word.startswith("-fsanitize="):
        chosen = chosen | names
    else:
        chosen = frozenset() if "all" in names else chosen - names
    reading.values["sanitizers"] = chosen
    to_clang(reading, word)


def _dependencies(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["dependencies"] = True
    to_clang(reading, word)


def _named_dependency(reading: Reading, word: str, joined: str | None) -> None:
    reading.values["named_dependency"] = True
    to_clang(reading, word)


def _preprocessors(reading: Reading, word: str, joined: str | None) -> None:
    """-Wp,-MD,FILE and what follows it, as the preprocessor spells -MD -MF."""
    words = word.split(",")[1:]
    take(reading, words[0])
    take(reading, f"-MF{words[1]}")
    rest = words[2:]
    while rest and rest[0].startswith("-M"):
        first = rest.pop(0)
        takes = first in ("-MT", "-MQ") and rest
        take(reading, first + rest.pop(0) if takes else first)
    if rest:
        take(reading, ",".join(("-Wp", *rest)))


def _to_cc1(reading: Reading, word: str, joined: str | None) -> None:
    value = reading.value(word)
    if is_for_old_part(word, value):
        reading.ignored.append(f"{word} {value}")
        return
    reading.clang_args += [word, value]
    reading.link_args += [word, value]


TAKERS: Final[dict[str, Taker]] = {
    "-hc": _set("dialect", Dialect.HC),
    "-std=c++amp": _amp,
    "-std": _standard,
    "-fms-compat": _set("ms_compat", True),
    "-fno-ms-compat": _set("ms_compat", False),
    "-x": _language,
    "-o": _value("output"),
    "-c": _action("compile"),
    "-E": _action("preprocess"),
    "-S": _action("assemble"),
    "-emit-llvm": _set("emits_llvm", True),
    "-fsyntax-only": _action("syntax"),
    "-M": _action("preprocess", reaches_clang=True),
    "-MM": _action("preprocess", reaches_clang=True),
    "-MD": _dependencies,
    "-MMD": _dependencies,
    "-MF": _value("dependency_file"),
    "-MT": _named_dependency,
    "-MQ": _named_dependency,
    "-MJ": _value("compile_database"),
    "-Wp,-MD,": _preprocessors,
    "-Wp,-MMD,": _preprocessors,
    "--targets": _targets,
    "-hc-check": _set("checks", True),
    "-fhcc-vectorise": _one_of(VECTORISE_WORDS),
    "-fno-hcc-rewrite": _one_of(REWRITES),
    "-fno-hcc-vector-maths": _vector_maths,
    "-Rpass=hcc-vectorise": _later,
    "--emit": _tool,
    "--verify": _tool,
    "--descriptor-map": _tool,
    "--abi": _tool,
    "--pod": _tool,
    "--stop-after": _stop_after,
    "-shared": _shared,
    "--hcrt": _hcrt,
    "--device-link": _set("device_link", True),
    "--inspect": _inspect,
    "--list-kernels": _tool,
    "--json": _tool,
    "--port-report": _tool,
    "--time-stages": _tool,
    "--reproduce": _tool,
    "-save-temps": _set("save_temps", True),
    "-v": _set("verbose", True),
    "-###": _set("dry_run", True),
    "--launch": _launch,
    "--completion": _completion,
    "--version": _set("action", "version"),
    "--help": _set("action", "help"),
    "-O": _optimize,
    "-g": _debug,
    "-ffast-math": _maths,
    "-fno-fast-math": _maths,
    "-w": _later,
    "-Werror": _later,
    "-Wno-error": _later,
    "-fsanitize=": _sanitizers,
    "-fno-sanitize=": _sanitizers,
    "-Xclang": _to_cc1,
}
