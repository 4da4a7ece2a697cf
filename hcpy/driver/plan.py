"""Turns an Invocation into jobs: which file is compiled how, and what is linked.

Takes: an Invocation; reads the sources' text where no flag names the dialect.
Gives: a Plan. Starts no process, so that `hcc -###` needs no tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core import config
from hcpy.core.dataclass import dataclass
from hcpy.core.errors import HcpyError, UsageError
from hcpy.core.lazy import lazy
from hcpy.core.model import Dialect, Target
from hcpy.core.words import (
    CLANG_SUFFIXES,
    CXX_LANGUAGES,
    CXX_SUFFIXES,
    PREPROCESSED_LANGUAGES,
    PREPROCESSED_SUFFIXES,
)
from hcpy.driver.dialects import dialect_name, has_hc_alone, is_preprocessed
from hcpy.driver.options import Input, Invocation
from hcpy.driver.plain import is_header
from hcpy.driver.stage_files import stage_file
from hcpy.driver.standard_input import standard_input

if TYPE_CHECKING:
    from hcpy import targets as targets_module
else:
    targets_module = lazy("hcpy.targets")


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
    output: Path | None  # None: a temporary object for the link, or clang's choice


@dataclass(frozen=True)
class HostTextJob:
    """-E, -S, -M, -emit-llvm and -fsyntax-only of a source with kernels; texts of both parts."""

    source: Path
    dialect: Dialect
    targets: tuple[Target, ...]
    action: str  # preprocess syntax precompile assemble compile; the last two with or without -emit-llvm
    output: Path | None  # None: standard output


@dataclass(frozen=True)
class LinkJob:
    """The final link; `line` has the inputs and options in order, sources in place of their objects."""

    line: tuple[str | Input, ...]
    output: Path
    shared: bool


@dataclass(frozen=True)
class ResumeJob:
    """A stage's file through the stages after it."""

    source: Path
    stage: str  # that made the file: "ir" or "lower"
    target: Target
    stem: str  # of the image's name
    output: Path | None  # None: in the current folder, by the stem


Job = CompileJob | ClangJob | HostTextJob | LinkJob | ResumeJob


@dataclass(frozen=True)
class Plan:
    """All jobs of an invocation, in order; compile jobs are independent of each other."""

    invocation: Invocation
    jobs: tuple[Job, ...]


def plan(invocation: Invocation) -> Plan:
    """Decide every job."""
    resumed = [_resume_job(invocation, item) for item in invocation.inputs if _is_resumed(item)]
    if resumed:
        if len(resumed) < len(invocation.inputs):
            raise UsageError("files of a stage go by themselves: give the other inputs to another command")
        if len(resumed) > 1 and invocation.output:
            raise UsageError("cannot specify -o when generating multiple output files")
        return Plan(invocation, tuple(resumed))
    jobs: list[Job] = []
    sources = sum(map(is_source, invocation.inputs))
    if sources > 1 and invocation.output and invocation.action != "link":
        raise UsageError("cannot specify -o when generating multiple output files")
    if invocation.device_link and (sources or not invocation.output):
        raise UsageError("--device-link takes objects and archives, and -o FILE for the object that it makes")
    for item in invocation.inputs:
        job = _source_job(invocation, item)
        if job is not None:
            jobs.append(job)
    headers = [is_header(item.path, item.language) for item in invocation.inputs]
    links = invocation.action == "link" and not (headers and all(headers))
    if links and invocation.stop_after in (None, "link"):
        output = Path(invocation.output or "a.out")
        jobs.append(LinkJob(invocation.link_args, output, invocation.shared))
    return Plan(invocation, tuple(jobs))


def link_line(plan: Plan, job: LinkJob, objects: Mapping[int, Sequence[Path]]) -> list[str]:
    """The link line with each source replaced by its objects."""
    numbers = {
        str(made.source): number
        for number, made in enumerate(plan.jobs)
        if isinstance(made, (CompileJob, ClangJob))
    }
    line: list[str] = []
    for word in job.line:
        if not isinstance(word, Input):
            line.append(word)
        elif (number := numbers.get(str(Path(word.path)))) in objects and number is not None:
            line += map(str, objects[number])
        else:
            line.append(word.path)
    return line


def is_source(item: Input) -> bool:
    """Is this input compiled (or else handed to the linker)?"""
    if item.language not in ("", "none"):
        return True
    suffix = Path(item.path).suffix
    return item.path == "-" or suffix == ".h" or suffix in CXX_SUFFIXES or suffix in CLANG_SUFFIXES


def _is_resumed(item: Input) -> bool:
    return item.language in ("", "none") and stage_file(item.path) is not None


def _resume_job(invocation: Invocation, item: Input) -> ResumeJob:
    """The target is that of --targets, else the one in the file's name, else its kind's first."""
    found = stage_file(item.path)
    assert found is not None
    if not Path(item.path).is_file():
        raise UsageError(f"no such file or directory: '{item.path}'")
    named = f"{found.kind}:{found.arch}" if found.arch else found.kind
    targets = [t for t in parse_targets(invocation.targets or named) if t.kind == found.kind]
    if not targets:
        raise UsageError(f"'{item.path}' is of the target {found.kind}; --targets names others")
    output = Path(invocation.output) if invocation.output else None
    return ResumeJob(Path(item.path), found.stage, targets[0], found.stem, output)


def _source_job(invocation: Invocation, item: Input) -> Job | None:
    if not is_source(item):
        if not Path(item.path).exists():
            raise UsageError(f"no such file or directory: '{item.path}'")
        return None
    source = Path(item.path)
    language = "" if item.language == "none" else item.language
    if item.path == "-" and not language and invocation.action != "preprocess":
        raise UsageError("-E or -x required when input is from standard input")
    dialect = _dialect(invocation, source, language)
    suffix = _suffix(invocation)
    output = _output(invocation, source, suffix) if suffix else None
    if invocation.action == "preprocess" and invocation.output not in (None, "-"):
        output = Path(invocation.output or "")
    if dialect is None:
        return ClangJob(source, language, output)
    targets = _targets(invocation)
    if invocation.action in ("compile", "link") and is_header(item.path, item.language):
        output = Path(invocation.output or f"{source.name}.pch")
        return HostTextJob(source, dialect, targets, "precompile", output)
    if invocation.action in ("compile", "link") and not invocation.emits_llvm:
        return CompileJob(source, dialect, targets, output)
    return HostTextJob(source, dialect, targets, invocation.action, output)


def _suffix(invocation: Invocation) -> str:
    """Of what a source becomes; empty where that is no file of the user's."""
    if invocation.action == "assemble":
        return ".ll" if invocation.emits_llvm else ".s"
    if invocation.action == "compile":
        return ".bc" if invocation.emits_llvm else ".o"
    return ""


def _output(invocation: Invocation, source: Path, suffix: str) -> Path:
    return Path(invocation.output) if invocation.output else Path(source.stem + suffix)


def _dialect(invocation: Invocation, source: Path, language: str) -> Dialect | None:
    """The flags decide, else the source; None: plain C or C++."""
    if source.suffix in PREPROCESSED_SUFFIXES or language in PREPROCESSED_LANGUAGES:
        _refuse_preprocessed(source)
    if language and language not in CXX_LANGUAGES:
        return None
    if not language and source.suffix not in CXX_SUFFIXES and source.suffix != ".h":
        return None  # so is standard input without -x
    data = read_source(source)
    if invocation.dialect is Dialect.AMP and has_hc_alone(data):
        return Dialect.HC  # hcc's own rules: those of C++ AMP are for its header
    name = dialect_name(data) if invocation.dialect is None else ""
    return Dialect(name) if name else invocation.dialect


def _refuse_preprocessed(source: Path) -> None:
    """What -E wrote has the macros' values of the host part, and kernels cannot be made of it."""
    if is_preprocessed(read_source(source)):
        raise HcpyError(
            f"'{source}' is the host part of a source with kernels, as hcc -E writes it; the device part is "
            "not in it: compile the source itself"
        )


def read_source(source: Path) -> bytes:
    """A source's content; unreadable files are reported in clang's words."""
    try:
        return standard_input() if str(source) == "-" else source.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"no such file or directory: '{source}'") from None
    except OSError as error:
        raise HcpyError(f"cannot read '{source}': {error.strerror}") from None


def _targets(invocation: Invocation) -> tuple[Target, ...]:
    """What a source is compiled for. Kernels that run itemwise gain nothing by a second host architecture."""
    text = invocation.targets or config.TARGETS.get()
    targets = parse_targets(
        text or (targets_module.HOST.name if invocation.checks else targets_module.default_targets())
    )
    if invocation.checks and not all(map(targets_module.is_host, targets)):
        raise UsageError("-hc-check works on the host back end only; use --targets=host with it")
    if not runs_itemwise(invocation, targets):
        return targets
    named = [word.strip() for word in (text or targets_module.HOST.name).split(",")]
    return targets if targets_module.HOST.name not in named else targets[:1]


def runs_itemwise(invocation: Invocation, targets: tuple[Target, ...]) -> bool:
    """Are the kernels for a debugger, a sanitizer or -hc-check to look at? They are the host's alone then."""
    if not all(map(targets_module.is_host, targets)):
        return False
    watched = invocation.debug and invocation.optimize == "0"
    return watched or invocation.checks or bool(invocation.sanitizers - {"leak"})


def parse_targets(text: str) -> tuple[Target, ...]:
    """Read `kind[:arch],...`; a bare kind means its default architectures."""
    kinds = {kind.name: kind for kind in targets_module.TARGETS}
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
