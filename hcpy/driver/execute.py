"""Runs the jobs of a plan.

Takes: a Plan.
Gives: the files it names, diagnostics on stderr, and the number of sources that failed.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from hcpy import config, diagnostics
from hcpy.cache import Cache, default_folder
from hcpy.driver.link import check_sanitizers, link_command, relocatable_command, runtime_arguments
from hcpy.driver.link_inputs import carries_device_code
from hcpy.driver.options import Input, Invocation
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, LinkJob, Plan
from hcpy.driver.units import colour_wanted, make_unit
from hcpy.dump import Dump
from hcpy.errors import HcpyError, ToolFailed, ToolMissing
from hcpy.frontend import ms_compat, nesting
from hcpy.frontend.device_ir import device_command
from hcpy.frontend.flags import HOST_TRIPLE
from hcpy.frontend.host import host_command, plain_command
from hcpy.frontend.textual import compat_split
from hcpy.model import STAGES, Compiled, Toolchain, TranslationUnit
from hcpy.pipeline import compile_unit
from hcpy.targets import TARGETS, find_kind
from hcpy.tools import INSTALL_LIBDEVICE, find_prefix, find_toolchain
from hcpy.unit_cache import UnitCache
from hcpy.worker import Worker


@dataclass
class _Run:
    """One run of hcc."""

    invocation: Invocation
    tools: Toolchain
    worker: Worker
    work_dir: Path
    cache: UnitCache | None
    objects: dict[int, list[Path]] = field(default_factory=dict)  # by the job's number
    failed: int = 0


def execute(plan: Plan) -> int:
    """Do every job; a failing source does not keep the others from being compiled."""
    if plan.invocation.dry_run:
        return _show(plan)
    for option in plan.invocation.ignored:
        print(f"hcc: warning: '{option}' has no meaning here and is ignored (see --targets)", file=sys.stderr)
    tools = find_toolchain()
    _check_targets(plan, tools)
    with ExitStack() as stack:
        folder = stack.enter_context(work_folder())
        worker = Worker()
        stack.callback(worker.close)
        compiles = any(isinstance(job, CompileJob) for job in plan.jobs)
        cache = _cache(plan.invocation, tools, stack) if compiles else None
        run = _Run(plan.invocation, tools, worker, folder, cache)
        for number, job in enumerate(plan.jobs):
            if isinstance(job, LinkJob):
                _link(run, plan, job)
            elif isinstance(job, CompileJob):
                _compile(run, number, job)
            elif isinstance(job, ClangJob):
                _clang(run, number, job)
            else:
                _host_text(run, number, job)
        return 1 if run.failed else 0


@contextmanager
def work_folder() -> Iterator[Path]:
    """A private folder (mode 0700), gone afterwards also when a signal ends hcc (cli.py raises then)."""
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="hcc-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _check_targets(plan: Plan, tools: Toolchain) -> None:
    kinds = {target.kind for job in plan.jobs if isinstance(job, CompileJob) for target in job.targets}
    if "ptx" in kinds and tools.libdevice is None:
        raise ToolMissing("target ptx needs libdevice, which was not found", INSTALL_LIBDEVICE)


# --- compiling ---------------------------------------------------------------------------------------
def _compile(run: _Run, number: int, job: CompileJob) -> None:
    unit = make_unit(run.invocation, job, _unit_folder(run, number))
    if run.invocation.verbose:
        _print_commands(unit_commands(unit, run.tools))
    if not _report_text(run, unit):
        return
    compiled = _compile_or_find(run, unit)
    _report(run, compiled)
    if compiled.failed:
        _report(run, Compiled(diagnostics=tuple(ms_compat.hint(unit))))
    if compiled.failed or not compiled.objects or run.invocation.stop_after not in (None, "link"):
        return
    if job.output is None:
        run.objects[number] = list(compiled.objects)
        return
    if len(compiled.objects) == 1:
        _copy(compiled.objects[0], job.output)
    else:
        _tool(run, relocatable_command(run.tools, compiled.objects, job.output))


def _compile_or_find(run: _Run, unit: TranslationUnit) -> Compiled:
    """The unit's objects, from the cache where it has them."""
    lookup = run.cache.look_up(unit) if run.cache else None
    if lookup and config.VERBOSE.get():
        print(f"hcc: cache {'hit' if lookup.found else 'miss'}: {unit.source}: {lookup.key}", file=sys.stderr)
    if lookup and lookup.found:
        return lookup.found
    run.worker.start()
    unit = replace(unit, lists_headers=lookup is not None)
    dump = _dump(run.invocation, unit)
    compiled = compile_unit(unit, run.tools, run.worker, dump, run.invocation.stop_after)
    if run.cache and lookup:
        run.cache.keep(unit, lookup, compiled)
    return compiled


def _cache(invocation: Invocation, tools: Toolchain, stack: ExitStack) -> UnitCache | None:
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


def _report_text(run: _Run, unit: TranslationUnit) -> bool:
    """What the text alone tells; False: it can't be compiled."""
    told = tuple(ms_compat.notes(unit, run.invocation.ms_compat))
    faults = tuple(ms_compat.errors(unit))
    if run.invocation.action != "preprocess":
        faults += tuple(nesting.errors(unit))
    _report(run, Compiled(diagnostics=(*told, *faults), failed=bool(faults)))
    return not faults


def _unit_folder(run: _Run, number: int) -> Path:
    folder = run.work_dir / str(number)
    folder.mkdir()
    return folder


def _dump(invocation: Invocation, unit: TranslationUnit) -> Dump:
    stages = set(config.DUMP.get())
    if invocation.save_temps:
        return Dump(Path(), unit.source.stem, STAGES)
    if invocation.stop_after:
        return Dump(Path(), unit.source.stem, stages | {invocation.stop_after})
    return Dump(Path("hcpy-dump"), unit.source.stem, stages)


def _report(run: _Run, compiled: Compiled) -> None:
    colour = colour_wanted(run.invocation)
    text = compiled.messages + "".join(diagnostics.render(d, colour) for d in compiled.diagnostics)
    sys.stderr.write(text + diagnostics.summary(compiled.diagnostics))
    run.failed += compiled.failed


def _copy(source: Path, output: Path) -> None:
    try:
        shutil.copyfile(source, output)
    except OSError as error:
        raise HcpyError(f"cannot write '{output}': {error.strerror}") from None


def _clang(run: _Run, number: int, job: ClangJob) -> None:
    """A source without kernels."""
    action = {"preprocess": ["-E"], "assemble": ["-S"], "syntax": ["-fsyntax-only"]}.get(
        run.invocation.action
    )
    output = job.output
    if action is None and output is None:
        output = _unit_folder(run, number) / f"{job.source.stem}.o"
        run.objects[number] = [output]
    arguments = list(run.invocation.clang_args)
    if run.invocation.standard and job.source.suffix not in (".s", ".S"):
        arguments.append(f"-std={run.invocation.standard}")
    command = list(plain_command(job.source, arguments, run.tools, output or Path("-"), job.language))
    if action is not None:
        command[command.index("-c") : command.index("-c") + 1] = action
    _tool(run, command)


def _host_text(run: _Run, number: int, job: HostTextJob) -> None:
    unit = make_unit(run.invocation, job, _unit_folder(run, number))
    if not _report_text(run, unit):
        return
    text = compat_split(unit)
    if job.action == "syntax":
        compiled = compile_unit(unit, run.tools, run.worker, Dump(Path(), ""), "split")
        _tool(run, host_command(unit, run.tools, text, None, ("-fsyntax-only",)))
        if not compiled.failed or compiled.diagnostics:
            _report(run, compiled)
        return
    action = {"preprocess": ("-E",), "assemble": ("-S",)}[job.action]
    if not _tool(run, host_command(unit, run.tools, text, Path(job.output or "-"), action)):
        return
    if job.action == "preprocess" and job.output not in (None, "-") and "-M" not in run.invocation.clang_args:
        kind = find_kind("host")
        assert kind is not None and job.output is not None
        host_text = Path(job.output)
        device_text = host_text.with_name(f"{host_text.stem}.gpu{host_text.suffix}")
        _tool(run, device_command(unit, kind, run.tools, text, device_text, action))


def _tool(run: _Run, command: Sequence[str]) -> bool:
    """Run a tool whose words go straight to the user; counts a failure."""
    if run.invocation.verbose:
        _print_commands([command])
    try:
        returncode = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    except OSError as error:
        raise HcpyError(f"cannot run {command[0]}: {error.strerror}") from None
    if returncode < 0:
        raise ToolFailed(command, "", returncode)
    run.failed += returncode != 0
    return returncode == 0


# --- linking -----------------------------------------------------------------------------------------
def _link(run: _Run, plan: Plan, job: LinkJob) -> None:
    if run.failed:
        return
    check_sanitizers(run.tools, run.invocation.sanitizers)
    line = _line(plan, job, run.objects)
    runtime = runtime_arguments(run.invocation, line, run.tools.prefix)
    if "-r" not in line and carries_device_code(line):
        made = _device_link(run, line, runtime)
        if made is None:
            return
        line = [*map(str, made), *line]
    else:
        made = []
    if run.invocation.device_link:
        _tool(run, relocatable_command(run.tools, made or [_empty_object(run)], job.output))
        return
    if not _tool(run, link_command(run.tools, run.invocation, line, job.output, runtime)):
        print("hcc: error: linking failed (use -v to see the command)", file=sys.stderr)


def _empty_object(run: _Run) -> Path:
    """What a device link makes where nothing needs one."""
    from hcpy.bundle import emit_object

    path = run.work_dir / "empty.o"
    path.write_bytes(run.worker.call(emit_object, "", HOST_TRIPLE))
    return path


def _device_link(run: _Run, line: Sequence[str], runtime: Sequence[str]) -> list[Path] | None:
    """The objects that finish units which need others' device code; None: it failed."""
    from hcpy.driver.device_link import link_device_code

    def trial(output: Path, options: Sequence[str]) -> Sequence[str]:
        return link_command(run.tools, run.invocation, (*line, *runtime, *options), output, ())

    def make_dump(unit: TranslationUnit) -> Dump:
        return replace(_dump(run.invocation, unit), name=f"{unit.source.stem}-linked")

    folder = run.work_dir / "device"
    folder.mkdir()
    with ExitStack() as stack:
        cache = run.cache or _cache(run.invocation, run.tools, stack)
        takes_all = run.invocation.device_link
        linked = link_device_code(
            line, None if takes_all else trial, run.tools, run.worker, cache, make_dump, folder
        )
        for compiled in linked:
            _report(run, compiled)
    return None if run.failed else [path for compiled in linked for path in compiled.objects]


def _line(plan: Plan, job: LinkJob, objects: dict[int, list[Path]]) -> list[str]:
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
        elif word.path in numbers and numbers[word.path] in objects:
            line += map(str, objects[numbers[word.path]])
        else:
            line.append(word.path)
    return line


# --- showing -----------------------------------------------------------------------------------------
def _show(plan: Plan) -> int:
    """-###: every command, quoted; tools that are not there stand with their plain names."""
    tools = _shown_toolchain()
    objects: dict[int, list[Path]] = {}
    for number, job in enumerate(plan.jobs):
        folder = Path("$TMP", str(number))
        if isinstance(job, CompileJob):
            unit = make_unit(plan.invocation, job, folder)
            _print_commands(unit_commands(unit, tools))
            names = [f"{job.source.stem}{suffix}" for suffix in (".host.o", ".bundle.o")]
            names += [f"{job.source.stem}.host.{t.arch}.o" for t in job.targets if t.kind == "host"]
            objects[number] = [folder / name for name in names]
            if job.output is not None:
                _print_commands([relocatable_command(tools, objects[number], job.output)])
        elif isinstance(job, ClangJob):
            objects[number] = [job.output or folder / f"{job.source.stem}.o"]
            arguments = plan.invocation.clang_args
            _print_commands([plain_command(job.source, arguments, tools, objects[number][0], job.language)])
        elif isinstance(job, HostTextJob):
            unit = make_unit(plan.invocation, job, folder)
            _print_commands([host_command(unit, tools, None, Path(job.output or "-"), ("-E",))])
        else:
            line = _line(plan, job, objects)
            _print_commands([link_command(tools, plan.invocation, line, job.output, ("-lhcrt",))])
    return 0


def _shown_toolchain() -> Toolchain:
    try:
        return find_toolchain()
    except ToolMissing:
        prefix = find_prefix(os.environ)
        return Toolchain(
            Path("clang-22"), Path("libclang.so.22"), Path("$RESOURCE"), prefix, None, Path("ld.lld")
        )


def unit_commands(unit: TranslationUnit, tools: Toolchain) -> list[Sequence[str]]:
    """A unit's commands in the order of the stages; those in angle brackets run inside hcc."""
    asked = {target.kind for target in unit.targets}
    commands: list[Sequence[str]] = [("<split>", str(unit.source))]
    commands += [device_command(unit, kind, tools) for kind in TARGETS if kind.name in asked]
    commands += [("<lower, image>", str(target)) for target in unit.targets]
    commands.append(host_command(unit, tools))
    commands.append(("<bundle>", str(unit.source)))
    return commands


def _print_commands(commands: Sequence[Sequence[str]]) -> None:
    for command in commands:
        print(" " + shlex.join(command), file=sys.stderr)
