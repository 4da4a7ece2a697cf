"""Turns an Invocation into jobs: which file is compiled how, and what is linked.

Takes: an Invocation; reads the sources' text where no flag tells the dialect.
Gives: a Plan. Starts no process, so that `hcc -###` needs no tools.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from hcpy import config
from hcpy.driver.options import Input, Invocation
from hcpy.encoding import decode
from hcpy.errors import HcpyError, UsageError
from hcpy.model import Dialect, Target

DEFAULT_TARGETS = "host,spirv,ptx"
_CXX_SUFFIXES = frozenset(
    (".cpp", ".cc", ".cxx", ".c++", ".cp", ".C", ".CPP", ".hpp", ".hh", ".hxx", ".h++", ".cppm")
)
_CLANG_SUFFIXES = frozenset((".c", ".s", ".S", ".ll", ".bc", ".i", ".ii", ".m", ".mm"))
_CXX_LANGUAGES = frozenset(("c++", "c++-header", "hip", "amp", "hc"))
_HC_MARKS = re.compile(
    r'^[ \t]*#[ \t]*include[ \t]*[<"](hc(_\w+)?\.(hpp|h|inl)|grid_launch\.hp*|pinned_vector\.hpp)[>"]'
    r"|\[\[[\w, \t]*\bhc\b[\w, \t]*\]\]|__attribute__\s*\(\(\s*hc\s*\)\)",
    re.MULTILINE,
)
_AMP_MARKS = re.compile(
    r'^[ \t]*#[ \t]*include[ \t]*[<"]amp(_\w+)?\.h[>"]|\brestrict\s*\(\s*(amp|cpu|auto)\b', re.MULTILINE
)


@dataclass(frozen=True)
class CompileJob:
    """One source through hcpy's stages."""

    source: Path
    dialect: Dialect
    targets: tuple[Target, ...]
    output: Path | None  # None: a temporary object for the link


@dataclass(frozen=True)
class ClangJob:
    """One source that clang alone compiles."""

    source: Path
    language: str
    output: Path | None


@dataclass(frozen=True)
class HostTextJob:
    """-E, -S, -M and -fsyntax-only of a source with kernels: clang's host iteration."""

    source: Path
    dialect: Dialect
    action: str
    output: str | None


@dataclass(frozen=True)
class LinkJob:
    """The final link; `line` has the inputs and options in order, sources standing for their objects."""

    line: tuple[str | Input, ...]
    output: Path
    shared: bool


Job = CompileJob | ClangJob | HostTextJob | LinkJob


@dataclass(frozen=True)
class Plan:
    """All jobs of an invocation, in order; compile jobs are independent of each other."""

    invocation: Invocation
    jobs: tuple[Job, ...]


def plan(invocation: Invocation) -> Plan:
    """Decide every job."""
    jobs: list[Job] = []
    for item in invocation.inputs:
        job = _source_job(invocation, item)
        if job is not None:
            jobs.append(job)
    if invocation.action == "link" and invocation.stop_after in (None, "link"):
        output = Path(invocation.output or "a.out")
        jobs.append(LinkJob(invocation.link_args, output, invocation.shared))
    return Plan(invocation, tuple(jobs))


def is_source(item: Input) -> bool:
    """Is this input compiled (or else handed to the linker)?"""
    if item.language not in ("", "none"):
        return True
    suffix = Path(item.path).suffix
    return item.path == "-" or suffix in _CXX_SUFFIXES or suffix in _CLANG_SUFFIXES


def _source_job(invocation: Invocation, item: Input) -> Job | None:
    if not is_source(item):
        if not Path(item.path).exists():
            raise UsageError(f"no such file or directory: '{item.path}'")
        return None
    if item.path == "-":
        raise UsageError("reading the source from standard input is not supported; give a file")
    source = Path(item.path)
    language = "" if item.language == "none" else item.language
    dialect = _dialect(invocation, source, language)
    if invocation.action in ("preprocess", "assemble", "syntax"):
        output = _output(invocation, source, ".s") if invocation.action == "assemble" else None
        text = str(output) if output else invocation.output
        if dialect is None:
            return ClangJob(source, language, Path(text) if text else None)
        return HostTextJob(source, dialect, invocation.action, text)
    output = _output(invocation, source, ".o") if invocation.action == "compile" else None
    if dialect is None:
        return ClangJob(source, language, output)
    return CompileJob(source, dialect, _targets(invocation), output)


def _output(invocation: Invocation, source: Path, suffix: str) -> Path:
    return Path(invocation.output) if invocation.output else Path(source.stem + suffix)


def _dialect(invocation: Invocation, source: Path, language: str) -> Dialect | None:
    """The flags decide, else the source; None: plain C or C++."""
    if language and language not in _CXX_LANGUAGES:
        return None
    if not language and source.suffix not in _CXX_SUFFIXES:
        return None
    text = read_source(source)
    return invocation.dialect or dialect_of(text)


def read_source(source: Path) -> str:
    """A source's text; unreadable files are told in clang's words."""
    try:
        return decode(source.read_bytes()).text.encode("latin-1").decode("utf-8", "replace")
    except FileNotFoundError:
        raise UsageError(f"no such file or directory: '{source}'") from None
    except OSError as error:
        raise HcpyError(f"cannot read '{source}': {error.strerror}") from None


def dialect_of(text: str) -> Dialect | None:
    """What a source that no flag speaks for is written in."""
    if _HC_MARKS.search(text):
        return Dialect.HC
    return Dialect.AMP if _AMP_MARKS.search(text) else None


def _targets(invocation: Invocation) -> tuple[Target, ...]:
    """What a source is compiled for. Kernels that run itemwise gain nothing by a second host architecture."""
    text = invocation.targets or config.TARGETS.get() or ("host" if invocation.checks else DEFAULT_TARGETS)
    targets = parse_targets(text)
    if invocation.checks and any(target.kind != "host" for target in targets):
        raise UsageError("-hc-check works on the host back end only; use --targets=host with it")
    if not runs_itemwise(invocation, targets):
        return targets
    named = [word.strip() for word in text.split(",")]
    return targets if "host" not in named else targets[:1]


def runs_itemwise(invocation: Invocation, targets: tuple[Target, ...]) -> bool:
    """Are the kernels for a debugger, a sanitizer or -hc-check to look at? They are the host's alone then."""
    if any(target.kind != "host" for target in targets):
        return False
    watched = invocation.debug and invocation.optimize == "0"
    return watched or invocation.checks or bool(invocation.sanitizers - {"leak"})


def parse_targets(text: str) -> tuple[Target, ...]:
    """Read `kind[:arch],...`; a bare kind stands for its default architectures."""
    from hcpy.targets import TARGETS

    kinds = {kind.name: kind for kind in TARGETS}
    targets: list[Target] = []
    for word in text.split(","):
        name, _, arch = word.strip().partition(":")
        if name not in kinds:
            raise UsageError(
                f"unknown target '{word}'; targets are {', '.join(kinds)}, each with an optional :ARCH"
            )
        kind = kinds[name]
        if arch and not kind.checks_arch(arch):
            known = ", ".join(f"{name}:{a}" for a in kind.default_archs if a)
            raise UsageError(f"unknown architecture '{arch}' of target '{name}'; try {known or name}")
        targets += [Target(name, a) for a in ((arch,) if arch else kind.default_archs or ("",))]
    return tuple(dict.fromkeys(targets))
