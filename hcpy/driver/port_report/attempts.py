"""Compiles a source with other flags until one set of them works.

Takes: a source of the tree.
Gives: a Finding: the flags with which hcc takes it, or the errors of the flags that come nearest.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hcpy
from hcpy.core.dataclass import dataclass
from hcpy.core.include_path import compatibility_folder
from hcpy.driver.dialects import dialect_name
from hcpy.driver.port_report.tree import Tree, read

_LIMIT = 300  # seconds for one attempt
_COMMAND = "import sys; from hcpy.driver.cli import main; sys.exit(main())"
_ERROR = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?:(?P<column>\d+):)? (?:fatal )?error: (?P<text>.*)$"
)
_NOWHERE = re.compile(r"^(?:hcc|clang|clang\+\+|clang-\d+): (?:internal error|error): (?P<text>.*)$")
_THROUGH = re.compile(r"^In file included from (?P<file>.*?):(?P<line>\d+)[:,]")
_NOTE = re.compile(r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):\d+: note: ")
# What an older or a newer standard takes.
_STANDARDS = {
    "-std=c++20": re.compile(
        r"'typename'|C\+\+(?:20|2a)|in namespace 'std'.*(?:span|format|ranges|numbers|bit_cast)"
    ),
    "-std=c++14": re.compile(
        r"C\+\+17 does not allow|'register'|dynamic exception|reference to 'byte' is ambiguous"
        r"|named '(?:auto_ptr|random_shuffle|unary_function|binary_function|bind1st|bind2nd|mem_fun|ptr_fun)'"
    ),
}
_DIALECTS = ("-hc", "-std=c++amp")  # without its dialect a source has no errors worth reporting
_MISSING = re.compile(r"^'([^']+)' file not found")
_LIMIT_REACHED = "too many errors emitted"


@dataclass(frozen=True)
class Complaint:
    """One error: its place, as the page shows it, and the compiler's words."""

    file: str
    line: int
    text: str

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class Attempt:
    """One compilation."""

    flags: tuple[str, ...]
    complaints: tuple[Complaint, ...]


@dataclass(frozen=True)
class Finding:
    """What became of a source; `reason` says why it was not compiled at all."""

    source: str
    flags: tuple[str, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    reason: str = ""

    @property
    def compiles(self) -> bool:
        return not self.complaints and not self.reason


class Compiler:
    """hcc in a separate process, below the folder `work`. Thread contract: no state but its folder."""

    def __init__(self, work: Path) -> None:
        self._work = work
        package = str(Path(hcpy.__file__).resolve().parents[1])
        path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        self._environment = {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"}

    def attempt(self, source: Path, flags: tuple[str, ...], tree: Tree) -> Attempt:
        """Check the source with these flags."""
        options = ("-fsyntax-only", "-w", "-ferror-limit=0", "-fno-color-diagnostics", *flags)
        command = [sys.executable, "-c", _COMMAND, *options, str(source)]
        try:
            done = subprocess.run(
                command,
                cwd=self._work,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=_LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Attempt(flags, (Complaint(tree.shown(source), 0, f"compiling takes over {_LIMIT} s"),))
        if done.returncode == 0:
            return Attempt(flags, ())
        said = done.stderr.decode("utf-8", "surrogateescape")
        found = tuple(dict.fromkeys(_complaints(said, source, tree)))
        unknown = Complaint(tree.shown(source), 0, f"hcc ends with exit code {done.returncode} and no error")
        return Attempt(flags, found or (unknown,))


def _complaints(said: str, source: Path, tree: Tree) -> Iterator[Complaint]:
    """The errors, each at its place in the tree: one in a system header at the line that leads there."""
    lines = said.splitlines()
    through: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        if (include := _THROUGH.match(line)) is not None:
            through.append((include["file"], int(include["line"])))
            continue
        if (error := _ERROR.match(line)) is not None and _LIMIT_REACHED not in error["text"]:
            notes = map(_NOTE.match, lines[number + 1 :])
            later = [(n["file"], int(n["line"])) for n in notes if n is not None]
            places = [(error["file"], int(error["line"])), *reversed(through), *later]
            file, at = next((p for p in places if tree.holds(p[0])), (str(source), 0))
            yield Complaint(tree.shown(file), at, error["text"])
        elif (fault := _NOWHERE.match(line)) is not None:
            text = re.sub(r" \(the details are in [^)]*\)", "", fault["text"])
            yield Complaint(tree.shown(source), 0, text)
        if not line.startswith("                 from "):
            through = []


def study(source: Path, tree: Tree, compiler: Compiler) -> Finding:
    """Find the flags that the source needs."""
    shown = tree.shown(source)
    try:
        with source.open("rb") as file:
            data = file.read()
    except OSError as error:
        return Finding(shown, reason=f"cannot be read: {error.strerror}")
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Finding(shown, reason="is not text")
    folders = tuple(f"-I{folder}" for folder in tree.include_folders(source))
    best = compiler.attempt(source, folders, tree)
    for flag in _choices(source, tree):
        if not best.complaints or (flag not in _DIALECTS and _lacks_headers(best)):
            break
        told = _STANDARDS.get(flag)
        if told is not None and not any(told.search(c.text) for c in best.complaints):
            continue
        other = compiler.attempt(source, (*best.flags, flag), tree)
        if flag in _DIALECTS or _is_better(other, best):
            best = other
    flags = tuple(f"-I{tree.shown(flag[2:])}" if flag.startswith("-I") else flag for flag in best.flags)
    return Finding(shown, flags, best.complaints)


def _choices(source: Path, tree: Tree) -> Iterator[str]:
    """The flags that may help, the likeliest first; a standard only where an error speaks of one."""
    dialect = tree.dialect(source)
    if dialect and not dialect_name(read(source)):
        yield "-hc" if dialect == "hc" else "-std=c++amp"
    if dialect == "amp":
        yield "-fms-compat"
    yield from _STANDARDS


def _lacks_headers(attempt: Attempt) -> bool:
    """Are headers missing, and nothing else, that -fms-compat does not bring?"""
    missing = [_MISSING.match(complaint.text) for complaint in attempt.complaints]
    names = [found[1].lower() for found in missing if found is not None]
    brought = {path.name.lower() for path in compatibility_folder().iterdir()}
    return len(names) == len(missing) and brought.isdisjoint(names)


def _is_better(one: Attempt, other: Attempt) -> bool:
    """Does it leave fewer errors? A missing header hides all that follows it: it never counts as better."""
    missing = [[bool(_MISSING.match(c.text)) for c in attempt.complaints] for attempt in (one, other)]
    if any(missing[1]) and not any(missing[0]):
        return True
    return len(one.complaints) < len(other.complaints) and not any(missing[0])
