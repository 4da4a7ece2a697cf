"""-E, -S, -M, -emit-llvm and -fsyntax-only of a source with kernels: the host part's text, and the device's.

Takes: a HostTextJob.
Gives: in an Outcome, the text that clang would write, and beside an output file the device text:

    -E -o x.i              x.gpu.i
    -S -o x.s              x.ptx, x.spvasm, x.host.s (the kernels of the host target)
    -S -emit-llvm -o x.ll  x.ptx.ll, x.spirv.ll, x.host.ll

Where a kind of target has several architectures, each file names its own: x.sm_90.ptx.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hcpy.core.dataclass import dataclass, field, replace
from hcpy.core.dump import Dump
from hcpy.core.errors import ParserCrashed, ToolFailed
from hcpy.core.model import Compiled, Diagnostic, SplitSource, Target, TranslationUnit
from hcpy.driver.compile_job import explained, report_text, visual_cpps
from hcpy.driver.device_mark import device_mark
from hcpy.driver.device_text import assembly
from hcpy.driver.job import Outcome, Run, copy_out
from hcpy.driver.plan import HostTextJob
from hcpy.driver.units import host_action, make_unit
from hcpy.frontend.device_ir import device_command
from hcpy.frontend.host import host_command
from hcpy.frontend.run import run_clang
from hcpy.frontend.text.textual import compat_split, textual_split
from hcpy.pipeline import compile_unit
from hcpy.targets import HOST, find_kind
from hcpy.worker.client import Worker


def write_text(run: Run, outcome: Outcome, worker: Worker, number: int, job: HostTextJob) -> None:
    """What one source becomes short of an object."""
    folder = run.folder(number)
    run.source_in(folder, job.source)
    unit = make_unit(run.invocation, job, folder)
    if not report_text(run, outcome, unit):
        return
    if job.action == "syntax":
        _in_either_reading(run, outcome, job, unit, lambda it, said: _check(run, worker, said, it))
    elif job.action == "precompile":
        action = host_action(run.invocation, job.action)
        run.tool(outcome, host_command(unit, run.tools, compat_split(unit), job.output, action))
    elif job.action == "preprocess":
        _preprocess(run, outcome, unit, job)
    else:
        _in_either_reading(run, outcome, job, unit, lambda it, said: _compile(run, worker, said, it, job))


def _in_either_reading(
    run: Run,
    outcome: Outcome,
    job: HostTextJob,
    unit: TranslationUnit,
    act: Callable[[TranslationUnit, Outcome], None],
) -> None:
    """As compile_job does: what is refused as written, and what Visual C++ takes, is read its way."""
    told = Outcome()
    act(unit, told)
    said = b"".join(told.said).decode("utf-8", "surrogateescape")
    other = visual_cpps(run.invocation, job, unit, said) if told.failed else None
    if other is not None:
        again = Outcome()
        run.report(again, Compiled(diagnostics=other.why), unit.work_dir)
        act(other.unit, again)
        told = told if again.failed else again
    outcome.failed |= told.failed
    outcome.said += told.said
    outcome.shown += told.shown


def _check(run: Run, worker: Worker, outcome: Outcome, unit: TranslationUnit) -> None:
    """All that a compilation says: the device parts take every stage, as what they can't do shows late."""
    found = _Collected(Path(), "", ("split",))
    try:
        compiled = compile_unit(unit, run.tools, worker, found, "image")
    except ParserCrashed as crash:
        compiled = Compiled(diagnostics=(Diagnostic("error", None, str(crash)),), failed=True)
    rules = found.source.diagnostics if found.source else ()
    if any(d.severity == "error" and d.location for d in rules):
        run.report(outcome, compiled, unit.work_dir)  # clang's host part says them again, in other words
        return
    action = host_action(run.invocation, "syntax")
    source = found.source or textual_split(unit)
    try:
        told = run_clang(host_command(unit, run.tools, source, None, action), run.tools, unit.dialect)
    except ToolFailed as failed:
        outcome.failed = True
        told = failed.stderr
        located = tuple(d for d in compiled.diagnostics if d.location)
        compiled = Compiled(diagnostics=located, failed=True)  # the device parts say the rest again
    run.report(outcome, explained(unit, Compiled(messages=told, failed=outcome.failed)), unit.work_dir)
    if not compiled.failed or compiled.diagnostics or not outcome.failed:
        run.report(outcome, compiled, unit.work_dir)


def _preprocess(run: Run, outcome: Outcome, unit: TranslationUnit, job: HostTextJob) -> None:
    text = compat_split(unit)
    action = host_action(run.invocation, job.action)
    is_list = not action
    if not run.tool(outcome, host_command(unit, run.tools, text, job.output or Path("-"), action)):
        return
    if not is_list:
        _mark(outcome, unit, job.output)
    if not is_list and _is_file(job.output):
        assert job.output is not None
        device_text = job.output.with_name(f"{job.output.stem}.gpu{job.output.suffix}")
        run.tool(outcome, device_command(unit, HOST, run.tools, text, device_text, action))


def _mark(outcome: Outcome, unit: TranslationUnit, output: Path | None) -> None:
    """Compiler caches compare what -E prints; it has the host part's text alone."""
    mark = device_mark(unit)
    if output is None or str(output) == "-":
        outcome.shown.append(mark)
    elif mark and _is_file(output):
        with output.open("ab") as file:
            file.write(mark)


def _compile(run: Run, worker: Worker, outcome: Outcome, unit: TranslationUnit, job: HostTextJob) -> None:
    """The host part as assembly or LLVM's IR, after the checks and with the edits of a compilation."""
    assert job.output is not None
    found = _Collected(Path(), "", ("split", "lower"))
    compiled = explained(unit, compile_unit(unit, run.tools, worker, found, "image"))
    run.report(outcome, compiled, unit.work_dir)
    if outcome.failed:
        return
    action = host_action(run.invocation, job.action)
    alone = replace(unit, clang_args=(*unit.clang_args, "-DHCRT_HOST_TEXT_ALONE=1"))
    if not run.tool(outcome, host_command(alone, run.tools, found.source, job.output, action)):
        return
    if job.action != "assemble" or not _is_file(job.output):
        return
    several = Counter(target.kind for target in found.lowered)
    for target, path in found.lowered.items():
        middle = f".{target.arch}" if several[target.kind] > 1 else ""
        if run.invocation.emits_llvm:
            copy_out(path, job.output.with_name(f"{job.output.stem}{middle}.{target.kind}.ll"), outcome)
        elif (kind := find_kind(target.kind)) is not None and kind.text_suffix:
            made = worker.call(assembly, path, target, unit.debug)
            copy_out(made, job.output.with_name(f"{job.output.stem}{middle}{kind.text_suffix}"), outcome)


def _is_file(output: Path | None) -> bool:
    """Standard output and devices have no place beside them."""
    return output is not None and str(output) != "-" and (output.is_file() or not output.exists())


@dataclass(frozen=True)
class _Collected(Dump):
    """Keeps what the stages made instead of copying it."""

    lowered: dict[Target, Path] = field(default_factory=dict)
    sources: list[SplitSource] = field(default_factory=list)

    @property
    def source(self) -> SplitSource | None:
        return self.sources[-1] if self.sources else None

    def file(self, stage: str, target: str, path: Path, suffix: str = "") -> None:
        if stage == "lower":
            kind, _, arch = target.partition(":")
            self.lowered[Target(kind, arch)] = path

    def split(self, source: SplitSource) -> None:
        self.sources.append(source)
