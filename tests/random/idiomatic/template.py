"""Reads the templates of ../idioms and makes random instances of them.

A template is lines of C++ with commands: `let N n * 4` names a value or a choice, `view`, `shared` and
`private` declare memory, `reference` names what a kernel captures by reference, `tile` and `extent` the
launch, `global` begins text outside of functions, `fill` what the host does to memory before there are views
of it, `before` what the host does ahead of the launch, `plain` the same ahead of the loops, `phase` text
between barriers,
`loop HEAD` ... `end` encloses phases. `exact` at the beginning says that no signed sum overflows, where
`any` and `integer` are of no signed type. In all lines `<% a %% b %>` chooses, `<%9 times: a %% b %>`
nine times; `{N}` is a value, `@T(...)` a random expression of a type from the names given, `@one{a;b}` one of
several words, `@join{a;b}` one operation that `join T` has chosen, `$x` a private variable. `@break` and
`@continue` lead out of a loop around phases, where nobody comes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from idiomatic.expressions import FLOATS, Expressions

FOLDER = Path(__file__).resolve().parents[1] / "idioms"
_CHOICE = re.compile(r"<%((?:(?!<%|%>).)*)%>", re.DOTALL)
_TIMES = re.compile(r"\s*(\d+) times:")
_ONE = re.compile(r"@one\{([^{}]*)\}")
_EXPRESSION = re.compile(r"@(\w+)\(((?:[^()]|\([^()]*\))*)\)")
_JOIN = re.compile(r"@join\{([^{}]*)\}")
_VALUE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class View:
    """Global memory: its first values are of a kind, and it is compared where it is written."""

    name: str
    type: str
    sizes: tuple[int, ...]
    values: int
    is_written: bool


@dataclass(frozen=True)
class Variable:
    """Group memory, or a private variable that lives across barriers."""

    type: str
    name: str
    sizes: tuple[int, ...]


@dataclass
class Step:
    """Text between barriers, or a head with the steps that it repeats."""

    text: str
    inner: list[Step] | None = None


@dataclass
class Instance:
    """A template with all choices made."""

    name: str
    template: str
    tile: tuple[int, ...] = ()
    extent: tuple[int, ...] = ()
    views: list[View] = field(default_factory=list)
    shared: list[Variable] = field(default_factory=list)
    private: list[Variable] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    references: list[str] = field(default_factory=list)  # what the kernel captures so, beside views
    globals: str = ""
    fill: str = ""  # what the host does to memory before there are views of it
    before: str = ""  # what the host does ahead of the launch
    plain: str = ""  # and ahead of the loops
    is_dynamic: bool = False


class Maker:
    """Makes one instance."""

    def __init__(self, rng: random.Random, is_amp: bool, is_exact: bool = False) -> None:
        self.rng, self.is_amp = rng, is_amp
        self.expressions = Expressions(rng, is_amp, is_exact)
        self.values: dict[str, str] = {}
        self.join = ""

    def make(self, name: str, path: Path) -> Instance:
        self.values = {"u": name}
        self.join = ""
        made = Instance(name, path.stem)
        text = self.chosen(path.read_text())
        stack: list[list[Step]] = [made.steps]
        for block in _blocks(text):
            self.block(made, stack, *block)
        return made

    def block(self, made: Instance, stack: list[list[Step]], head: str, lines: Sequence[str]) -> None:
        """A command with the lines of C++ below it."""
        word, _, rest = head.partition(" ")
        text = self.filled("\n".join(lines))
        if word == "global":
            made.globals += text + "\n"
        elif word == "fill":
            made.fill += text + "\n"
        elif word == "before":
            made.before += text + "\n"
        elif word == "plain":
            made.plain += text + "\n"
        elif word == "phase":
            stack[-1].append(Step(text))
        elif word == "loop":
            inner: list[Step] = []
            stack[-1].append(Step(self.filled(rest), inner))
            stack.append(inner)
        elif word == "end":
            stack.pop()
        else:
            self.command(made, word, rest)

    def command(self, made: Instance, word: str, rest: str) -> None:
        words = rest.split()
        if word == "let":
            self.values[words[0]] = self.value(" ".join(words[1:]))
        elif word == "join":
            self.join = self.expressions.joined(self.type(words[0]))
        elif word in ("tile", "extent"):
            sizes = tuple(int(self.value(size)) for size in rest.split(","))
            made.tile, made.extent = (sizes, made.extent) if word == "tile" else (made.tile, sizes)
        elif word == "reference":
            made.references += words
        elif word == "dynamic":
            made.is_dynamic = True
        elif word == "exact":
            assert not rest
        elif word == "view":
            name, kind, sizes_, values = words
            is_written = values != "in"
            made.views.append(
                View(name, self.type(kind), self.sizes(sizes_), self.rng.randrange(3), is_written)
            )
        else:
            assert word in ("shared", "private"), word
            own = made.shared if word == "shared" else made.private
            own.append(Variable(self.type(words[0]), words[1], self.sizes(words[2]) if words[2:] else ()))

    def chosen(self, text: str) -> str:
        while (found := _CHOICE.search(text)) is not None:
            times = _TIMES.match(found[1])
            choices = found[1][times.end() if times else 0 :].split("%%")
            made = [self.rng.choice(choices).strip() for _ in range(int(times[1]) if times else 1)]
            text = text[: found.start()] + "\n  ".join(made) + text[found.end() :]
        return text

    def value(self, text: str) -> str:
        """A type's name, one of several words, or a number by arithmetic."""
        if text in ("any", "integer", "floating"):
            kinds = {"any": (*self.expressions.integers, *FLOATS), "integer": self.expressions.integers}
            return self.rng.choice(kinds.get(text, FLOATS))
        if "|" in text:
            return self.value(self.rng.choice(text.split("|")).strip())
        if ".." in text:
            low, high = (int(self.value(part)) for part in text.split(".."))
            return str(self.rng.randint(low, high))
        known = re.sub(r"[A-Za-z_]\w*", lambda m: self.values.get(m[0], m[0]), text)
        if re.fullmatch(r"[-+*/%() 0-9]+", known):
            number: int = eval(known.replace("/", "//"))  # of numbers and signs alone
            return str(number)
        return known

    def type(self, word: str) -> str:
        return self.filled(self.values.get(word, word))

    def sizes(self, text: str) -> tuple[int, ...]:
        return tuple(int(self.value(size)) for size in text.split(","))

    def filled(self, text: str) -> str:
        text = _VALUE.sub(lambda m: self.values.get(m[1], m[0]), text)
        text = _ONE.sub(lambda m: self.rng.choice(m[1].split(";")).strip(), text)
        text = _JOIN.sub(lambda m: self.join.format(*m[1].split(";")), text)
        return _EXPRESSION.sub(self._expression, text)

    def _expression(self, found: re.Match[str]) -> str:
        names = []
        for part in found[2].split(";"):
            name, _, kind = part.strip().rpartition(":")
            if name:
                names.append((name.strip(), self.type(kind.strip())))
        return self.expressions.of(self.type(found[1]), names, self.rng.choice((1, 2, 2, 3)))


def _blocks(text: str) -> list[tuple[str, list[str]]]:
    """Each command, and the indented lines below it."""
    made: list[tuple[str, list[str]]] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith(" "):
            made[-1][1].append(line)
        else:
            made.append((line, []))
    return made


def templates(is_amp: bool, is_exact: bool = False) -> list[Path]:
    """Those of a dialect, or the exact ones; the names of HC's alone begin with hc_, C++ AMP's with amp_."""
    other = "hc_" if is_amp else "amp_"
    found = [path for path in sorted(FOLDER.glob("*.txt")) if not path.stem.startswith(other)]
    return [path for path in found if not is_exact or path.read_text().startswith("exact\n")]
