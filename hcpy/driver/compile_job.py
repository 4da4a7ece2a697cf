"""Compiles one source: through hcpy's stages, or by clang alone.

Takes: a CompileJob or a ClangJob.
Gives: the objects for the link in an Outcome, or the user's object file.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hcpy.cache.store import Cache, default_folder
from hcpy.cache.unit_cache import Lookup, UnitCache
from hcpy.core import config, stage_times
from hcpy.core.dataclass import replace
from hcpy.core.dump import Dump
from hcpy.core.errors import HcpyError
from hcpy.core.flags import dependency_file
from hcpy.core.lazy import lazy
from hcpy.core.model import STAGES, Compiled, Diagnostic, Toolchain, TranslationUnit
from hcpy.driver import progress
from hcpy.driver.compile_database import write_fragment
from hcpy.driver.job import Outcome, Run, copy_out
from hcpy.driver.link import relocatable_command
from hcpy.driver.options import Invocation
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, Plan
from hcpy.driver.run_tool import print_commands
from hcpy.driver.units import clang_command, make_unit
from hcpy.frontend.microsoft import compat as ms_compat
from hcpy.frontend.text import nesting
from hcpy.worker.client import Worker

if TYPE_CHECKING:
    from hcpy import pipeline
    from hcpy.driver import reproduce, show
else:
    pipeline = lazy("hcpy.pipeline")  # what the cache has needs none
    reproduce = lazy("hcpy.driver.reproduce")
    show = lazy("hcpy.driver.show")


def compile_source(
    run: Run, outcome: Outcome, worker: Worker, cache: UnitCache | None, number: int, job: CompileJob
) -> None:
    """A source with kernels."""
    folder = run.folder(number)
    run.source_in(folder, job.source)
    unit = make_unit(run.invocation, job, folder)
    if run.invocation.verbose:
        with run.lock:
            print_commands(show.unit_commands(unit, run.tools))
    if not report_text(run, outcome, unit):
        return
    unit, redirected = _private_dependencies(unit)
    usable = str(job.source) != "-" and redirected is None
    compiled = explained(unit, _compile_or_keep(run, worker, cache if usable else None, unit))
    if compiled.failed:
        compiled = _as_visual_cpp(run, worker, cache if usable else None, job, unit, compiled)
    run.report(outcome, compiled, folder)
    if redirected is not None and not outcome.failed:
        _copy_dependencies(unit, redirected, outcome)
    if compiled.failed:
        run.report(outcome, Compiled(diagnostics=tuple(ms_compat.hint(unit))), folder)
    if outcome.failed or not compiled.objects or run.invocation.stop_after not in (None, "link"):
        return
    write_fragment(run, job.source, job.output)
    if job.output is None:
        outcome.objects = compiled.objects
        return
    if len(compiled.objects) == 1:
        copy_out(compiled.objects[0], job.output, outcome)
        return
    merged = job.output if str(job.output) != "-" else folder / "merged.o"
    if run.tool(outcome, relocatable_command(run.tools, compiled.objects, merged)) and merged != job.output:
        copy_out(merged, job.output, outcome)


class OtherReading(NamedTuple):
    """A unit as Visual C++ reads it, and the note that says so."""

    unit: TranslationUnit
    why: tuple[Diagnostic, ...]


def visual_cpps(
    invocation: Invocation, job: CompileJob | HostTextJob, unit: TranslationUnit, messages: str
) -> OtherReading | None:
    """For a unit that was refused with these messages; None: nobody needs it."""
    why = ms_compat.missing_word(unit, messages) if invocation.ms_compat is None else None
    if why is None:
        return None
    other = make_unit(replace(invocation, ms_compat=True), job, unit.work_dir)
    return OtherReading(other, () if "-w" in unit.clang_args else (why,))


def _as_visual_cpp(
    run: Run,
    worker: Worker,
    cache: UnitCache | None,
    job: CompileJob,
    unit: TranslationUnit,
    refused: Compiled,
) -> Compiled:
    """Templates that lack words which Visual C++ does without are read its way, where that mends all."""
    other = visual_cpps(run.invocation, job, unit, refused.messages)
    if other is None:
        return refused
    compiled = _compile_or_keep(run, worker, cache, _private_dependencies(other.unit)[0])
    return refused if compiled.failed else replace(compiled, diagnostics=(*other.why, *compiled.diagnostics))


def explained(unit: TranslationUnit, compiled: Compiled) -> Compiled:
    """Of a source that needs Direct3D, reports that alone."""
    found = ms_compat.direct3d(unit, compiled.messages) if compiled.failed else None
    return Compiled(diagnostics=(found,), failed=True) if found is not None else compiled


def _compile_or_keep(run: Run, worker: Worker, cache: UnitCache | None, unit: TranslationUnit) -> Compiled:
    """--reproduce keeps what failed."""
    folder = run.invocation.tools.reproduce
    if folder is None:
        return _compile_or_find(run, worker, cache, unit)
    stages = unit.work_dir / "reproduce"
    try:
        compiled = _compile_or_find(run, worker, None, unit, Dump(stages, unit.source.stem, ("ir", "lower")))
    except HcpyError as error:
        reproduce.keep(run.invocation, Path(folder), unit, stages, error)
        raise
    if compiled.failed:
        reproduce.keep(run.invocation, Path(folder), unit, stages, None)
    return compiled


def _compile_or_find(
    run: Run, worker: Worker, cache: UnitCache | None, unit: TranslationUnit, dump: Dump | None = None
) -> Compiled:
    """The unit's objects, from the cache where it has them."""
    with run.lock, stage_times.span("cache") as span:
        lookup = cache.look_up(unit) if cache else None
        span.detail = f"{unit.source.name}: {_cache_word(lookup)}"
    if lookup and config.VERBOSE.get():
        print(f"hcc: cache {'hit' if lookup.found else 'miss'}: {unit.source}: {lookup.key}", file=sys.stderr)
    if lookup and lookup.found:
        return lookup.found
    worker.start()
    unit = replace(unit, lists_headers=lookup is not None)
    dump = make_dump(run.invocation, unit) if dump is None else dump
    # Of several, others may print meanwhile.
    with progress.shown(str(unit.source)) if run.is_alone else nullcontext():
        compiled = pipeline.compile_unit(unit, run.tools, worker, dump, run.invocation.stop_after)
    if cache and lookup:
        with run.lock:
            cache.keep(unit, lookup, compiled)
    return compiled


def _cache_word(lookup: Lookup | None) -> str:
    if lookup is None:
        return "not cached"
    return "hit" if lookup.found else "miss"


def open_cache(plan: Plan, tools: Toolchain, stack: ExitStack) -> UnitCache | None:
    """The cache, unless nothing is compiled."""
    if not any(isinstance(job, CompileJob) for job in plan.jobs):
        return None
    return open_unit_cache(plan.invocation, tools, stack)


def open_unit_cache(invocation: Invocation, tools: Toolchain, stack: ExitStack) -> UnitCache | None:
    """The cache, unless somebody wants to see the stages' files."""
    watched = invocation.save_temps or invocation.stop_after or config.DUMP.get()
    if watched or config.NO_CACHE.get():
        return None
    folder = default_folder()
    if folder is None:
        return None

    def warn(text: str) -> None:
        print(f"hcc: warning: {text}", file=sys.stderr)

    def note(text: str) -> None:
        if config.VERBOSE.get():
            print(f"hcc: {text}", file=sys.stderr)

    store = Cache(folder, warn, note)
    stack.callback(store.close)
    return UnitCache(store, tools) if store.on_disk else None


def report_text(run: Run, outcome: Outcome, unit: TranslationUnit) -> bool:
    """Report what the text alone shows; False: it can't be compiled."""
    told = tuple(ms_compat.notes(unit, run.invocation.ms_compat))
    faults = tuple(nesting.errors(unit)) if run.invocation.action != "preprocess" else ()
    run.report(outcome, Compiled(diagnostics=(*told, *faults), failed=bool(faults)), unit.work_dir)
    return not faults


def make_dump(invocation: Invocation, unit: TranslationUnit) -> Dump:
    """Where the unit's stages leave their files."""
    stages = set(config.DUMP.get())
    if invocation.save_temps:
        return Dump(Path(), unit.source.stem, STAGES)
    if invocation.stop_after:
        return Dump(Path(), unit.source.stem, stages | {invocation.stop_after})
    return Dump(Path("hcpy-dump"), unit.source.stem, stages)


# --- dependency files that are no files --------------------------------------------------------------
def _private_dependencies(unit: TranslationUnit) -> tuple[TranslationUnit, Path | None]:
    """-MF - and -MF /dev/stdout: clang writes to a file of ours, which needs changes before it is shown."""
    asked = dependency_file(unit)
    if asked is None or (str(asked) != "-" and (asked.is_file() or not asked.exists())):
        return unit, None
    words = list(unit.clang_args)
    words[words.index("-MF") + 1] = str(unit.work_dir / "dependencies.d")
    return replace(unit, clang_args=tuple(words)), asked


def _copy_dependencies(unit: TranslationUnit, asked: Path, outcome: Outcome) -> None:
    made = dependency_file(unit)
    assert made is not None
    if str(asked) == "/dev/stdout":
        asked = Path("-")
    copy_out(made, asked, outcome)


# --- sources without kernels -------------------------------------------------------------------------
def compile_plain(run: Run, outcome: Outcome, number: int, job: ClangJob) -> None:
    """A source that clang alone compiles."""
    output = job.output
    if output is None and run.invocation.action == "link":
        output = run.folder(number) / f"{job.source.stem}.o"
        outcome.objects = (output,)
    command = clang_command(run.invocation, job, run.tools, output)
    with stage_times.span("host", unit=str(job.source)):
        done = run.tool(outcome, command, takes_input=str(job.source) == "-")
    if done:
        write_fragment(run, job.source, job.output)
