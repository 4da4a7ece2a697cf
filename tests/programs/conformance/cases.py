"""The conformance programs and what their comments say of them.

Takes: the folders beside this file.
Gives: a Case for each program, those of the generated families included.
"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).resolve().parent
DIALECT_FLAGS = {"hc": ("-hc",), "amp": ("-std=c++amp",), "none": ()}
DIRECTIVE = re.compile(r"^// *(flags|dialect|ptx): *(.*?) *$", re.MULTILINE)
ROWS = re.compile(r"^// *rows: *((?:.*,\n// *)*.*)$", re.MULTILINE)  # a comma goes on in the next line
EXPECTED = re.compile(r"expected-(error|warning|note)(?:@([+-]\d+))? *\{\{(.*?)\}\}")
BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
CI_SHARE = 32
CI_SHARE_OF_ERRORS = 8


@dataclass(frozen=True)
class Expectation:
    """A diagnostic that must appear: `part` is in the message of a `kind` on `line`."""

    kind: str
    line: int
    part: str


@dataclass(frozen=True)
class Case:
    """One program: its files by name, the one to compile first."""

    family: str
    name: str
    files: Mapping[str, bytes]
    host_only: bool = False  # compiled for the host alone

    @property
    def id(self) -> str:
        return f"{self.family}/{self.name}"

    @property
    def source(self) -> str:
        return next(iter(self.files))

    @cached_property
    def text(self) -> str:
        data = self.files[self.source]
        for mark, encoding in BYTE_ORDER_MARKS.items():
            if data.startswith(mark):
                return data.decode(encoding)
        return data.decode("utf-8", "replace")

    @cached_property
    def directives(self) -> dict[str, str]:
        return dict(DIRECTIVE.findall(self.text.replace("\r", "")))

    @property
    def rows(self) -> tuple[str, ...]:
        found = ROWS.search(self.text.replace("\r", ""))
        return tuple(re.findall(r"[\w.]+", found[1])) if found else ()

    @property
    def flags(self) -> tuple[str, ...]:
        dialect = self.directives.get("dialect", self.family.split("_")[0])
        return (*DIALECT_FLAGS[dialect], *self.directives.get("flags", "").split())

    @property
    def has_ptx(self) -> bool:
        return not self.host_only and self.directives.get("ptx") != "none"

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        return tuple(expectations(self.text))

    @property
    def is_error(self) -> bool:
        return any(e.kind != "warning" for e in self.expected) and not self.warns

    @property
    def warns(self) -> bool:
        """Is it a program that compiles and runs, and of which hcc must warn?"""
        kinds = {e.kind for e in self.expected}
        return "warning" in kinds and "error" not in kinds


def expectations(text: str) -> Iterator[Expectation]:
    """The diagnostics that a source's comments, in the style of clang's -verify, ask for."""
    for number, line in enumerate(text.splitlines(), 1):
        for kind, offset, part in EXPECTED.findall(line):
            yield Expectation(kind, number + int(offset or 0), part)


def written_cases() -> Iterator[Case]:
    for folder in sorted(p for p in HERE.iterdir() if p.is_dir() and p.name.split("_")[0] in DIALECT_FLAGS):
        for path in sorted(folder.iterdir()):
            if path.is_dir():
                others = sorted(p for p in path.rglob("*") if p.is_file() and p.name != "main.cpp")
                files = [path / "main.cpp", *others]
                contents = {str(p.relative_to(path)): p.read_bytes() for p in files}
                yield Case(folder.name, path.name, contents)
            elif path.suffix == ".cpp":
                yield Case(folder.name, path.stem, {path.name: path.read_bytes()})


def generated_cases() -> Iterator[Case]:
    for path in sorted((HERE / "families").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"conformance_family_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, made in module.programs():
            files = {f"{name}.cpp": made} if isinstance(made, (str, bytes)) else made
            contents = {n: t.encode() if isinstance(t, str) else t for n, t in files.items()}
            yield Case(path.stem, name, contents)


def all_cases() -> list[Case]:
    """Every program, sorted by its id; two of one id are an error."""
    found = sorted([*written_cases(), *generated_cases()], key=lambda case: case.id)
    for before, after in pairwise(found):
        assert before.id != after.id, f"two programs are called {after.id}"
    return found


def ci_part(cases: Iterable[Case]) -> list[Case]:
    """Of each family: the first, thirty-third, ... of the programs, the first, ninth, ... of errors."""
    taken: list[Case] = []
    seen: Counter[tuple[str, bool]] = Counter()
    for case in cases:
        kind = case.family, case.is_error
        if seen[kind] % (CI_SHARE_OF_ERRORS if case.is_error else CI_SHARE) == 0:
            taken.append(case)
        seen[kind] += 1
    return taken


def matching(cases: Iterable[Case], patterns: Iterable[str]) -> list[Case]:
    """The cases whose family or id matches one of the shell patterns; all, where there is no pattern."""
    wanted = list(patterns)
    return [c for c in cases if not wanted or any(fnmatch(c.family, p) or fnmatch(c.id, p) for p in wanted)]
