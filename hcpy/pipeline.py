"""The pipeline: all stages of one translation unit, device targets and host part side by side.

Takes: a TranslationUnit, the tool chain and a running Worker.
Gives: the unit's object files, and all messages about the source.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from hcpy.core import diagnostics, stage_times
from hcpy.core.dataclass import dataclass, replace
from hcpy.core.dump import Dump
from hcpy.core.errors import CompileError, HcpyError, ParserCrashed, ToolFailed
from hcpy.core.lazy import lazy
from hcpy.core.merge_diagnostics import merge, with_whole_paths
from hcpy.core.model import (
    Compiled,
    DeviceImage,
    DeviceModule,
    Diagnostic,
    HostObject,
    ModuleInterface,
    Part,
    SharedModule,
    SplitSource,
    Target,
    Toolchain,
    TranslationUnit,
)
from hcpy.frontend import device_ir as device
from hcpy.frontend import host
from hcpy.frontend.parse_need import needs_parse
from hcpy.frontend.text.textual import in_work, likely_needs_edits, unit_text
from hcpy.targets import TARGETS
from hcpy.targets.base import TargetKind
from hcpy.worker.client import Finished, Worker

if TYPE_CHECKING:
    from hcpy import unit_objects
    from hcpy.frontend import split
    from hcpy.passes import device_interface, external_symbols
else:
    split = lazy("hcpy.frontend.split")
    device_interface = lazy("hcpy.passes.device_interface")
    external_symbols = lazy("hcpy.passes.external_symbols")
    unit_objects = lazy("hcpy.unit_objects")

_HOST_STAGES = (None, "bundle", "host", "link")  # --stop-after values that need the host part


@dataclass(frozen=True)
class Lowered:
    """One target kind's way through ir, lower and image."""

    messages: str = ""
    images: tuple[DeviceImage, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    shared: SharedModule | None = None  # where other units may have a part in it


@dataclass(frozen=True)
class _Jobs:
    """The running parts of one unit."""

    kinds: tuple[Future[Lowered], ...]
    host: Future[HostObject] | None


def compile_unit(
    unit: TranslationUnit, tools: Toolchain, worker: Worker, dump: Dump, stop_after: str | None = None
) -> Compiled:
    """Take one source through the stages; parts start on the unedited text where that is likely right."""
    with in_work(unit), ThreadPoolExecutor(2 + len(unit.targets)) as pool:
        jobs: _Jobs | None = None

        def start(source: SplitSource | None) -> _Jobs:
            return _start(pool, unit, tools, worker, dump, stop_after, source, jobs)

        if stop_after != "split" and not likely_needs_edits(unit):
            jobs = start(None)
        try:
            source = _split(unit, tools, dump, stop_after)
        except ParserCrashed:
            outcome = _host_outcome(jobs or start(None))
            if isinstance(outcome, ToolFailed):
                return Compiled(messages=outcome.stderr, failed=True)  # clang says where
            raise
        unit = source.unit
        if stop_after == "split" and source.plain_errors:
            stop_after = "host"  # clang says what is wrong
        if stop_after == "split" or _broken(source.diagnostics):
            return _settle(source, [], _host_outcome(jobs))
        if jobs is None or source.overlays or unit.own_sides:
            jobs = start(source)
        kinds: list[Lowered | HcpyError] = [_outcome(job) for job in jobs.kinds]
        if isinstance(host_part := _host_outcome(jobs), HostObject) and not host_part.is_missing:
            kinds = _without_unlaunched(unit, kinds, host_part, tools, worker, dump)
        compiled = _settle(source, kinds, host_part)
        if compiled.failed or not isinstance(host_part, HostObject) or host_part.is_missing:
            return compiled
        lowered = [kind for kind in kinds if isinstance(kind, Lowered)]
        images = tuple(image for kind in lowered for image in kind.images)
        shared = [kind.shared for kind in lowered if kind.shared is not None]
        try:
            with stage_times.span("bundle", unit=str(unit.source)):
                objects = unit_objects.make_objects(
                    unit, tools, worker, dump, source, images, shared, host_part
                )
        except CompileError as error:
            return replace(compiled, diagnostics=(*compiled.diagnostics, *error.diagnostics), failed=True)
        return replace(compiled, objects=objects)


def compile_images(
    unit: TranslationUnit, tools: Toolchain, worker: Worker, dump: Dump
) -> tuple[Compiled, tuple[DeviceImage, ...]]:
    """The device parts alone, which nothing will be linked to: all that the kernels need is in the unit."""
    with in_work(unit), ThreadPoolExecutor(2 + len(unit.targets)) as pool:
        jobs = None
        if not likely_needs_edits(unit):
            jobs = _start(pool, unit, tools, worker, dump, "image", None, None)
        source = _split(unit, tools, dump, "image")
        unit = source.unit
        if _broken(source.diagnostics):
            return _settle(source, [], None), ()
        if jobs is None or source.overlays or unit.own_sides:
            jobs = _start(pool, unit, tools, worker, dump, "image", source, jobs)
        compiled = _settle(source, [_outcome(job) for job in jobs.kinds], None)
        if compiled.failed:
            return compiled, ()
        results = [job.result() for job in jobs.kinds]
        lacking = [needed.use for r in results if r.shared for needed in r.shared.interface.needs]
        if lacking:
            found = merge([*compiled.diagnostics, *lacking], [str(target) for target in unit.targets])
            return replace(compiled, diagnostics=tuple(found), failed=True), ()
        return compiled, tuple(image for result in results for image in result.images)


def _split(unit: TranslationUnit, tools: Toolchain, dump: Dump, stop_after: str | None) -> SplitSource:
    """The split stage; without its parse where that can find nothing and nobody looks at the kernels."""
    watched = stop_after == "split" or "split" in dump.stages or unit.debug
    if not watched and not needs_parse(unit_text(unit)):
        return SplitSource(unit)
    # libclang parses in a separate thread; the others of this process wait for tools meanwhile.
    with stage_times.span("split", unit=str(unit.source), clock=time.process_time):
        source = split.split(unit, tools)
    dump.split(source)
    return source


def _start(
    pool: ThreadPoolExecutor,
    unit: TranslationUnit,
    tools: Toolchain,
    worker: Worker,
    dump: Dump,
    stop_after: str | None,
    source: SplitSource | None,
    earlier: _Jobs | None,
) -> _Jobs:
    """Start the parts, or of parts that run on unedited text those again that have edits."""
    edited = frozenset(source.overlays if source is not None else ())
    if unit.own_sides:
        edited = frozenset(Part)  # by the flag
    asked = {target.kind for target in unit.targets}
    kinds = tuple(kind for kind in TARGETS if kind.name in asked)
    if earlier is None and stop_after not in ("split", "ir"):
        worker.load(kind.name for kind in kinds)

    def lower(kind: TargetKind) -> Lowered:
        with stage_times.span("ir", kind.name, str(unit.source)):
            module = device.device_ir(unit, kind, tools, source)
        dump.file("ir", kind.name, module.path)
        if stop_after == "ir":
            return Lowered(module.messages)
        return _lower(unit, module, tools, worker, dump)

    def compile_host() -> HostObject:
        with stage_times.span("host", unit=str(unit.source)):
            return host.compile_host(unit, tools, source)

    if earlier is not None and Part.DEVICE not in edited:
        kind_jobs = earlier.kinds
    else:
        for job in earlier.kinds if earlier else ():
            _outcome(job)  # it writes the same files
        kind_jobs = tuple(pool.submit(lower, kind) for kind in kinds)
    host_job = earlier.host if earlier else None
    if stop_after in _HOST_STAGES and (earlier is None or Part.HOST in edited):
        if host_job is not None:
            _outcome(host_job)
        host_job = pool.submit(compile_host)
    return _Jobs(kind_jobs, host_job)


def _lower(
    unit: TranslationUnit, module: DeviceModule, tools: Toolchain, worker: Worker, dump: Dump
) -> Lowered:
    """One kind of target from its module on."""
    sharing = _sharing(unit, module, tools, worker)
    shared = SharedModule(module, sharing.interface.result()) if sharing and sharing.may_need else None
    if shared is not None and shared.interface.needs:
        return Lowered(module.messages, shared=shared)  # the link finishes it
    targets = [target for target in unit.targets if target.kind == module.kind]
    jobs = [worker.submit(module, target, tools) for target in targets]
    images, found = collect_images(unit, targets, jobs, dump)
    if sharing and shared is None:
        shared = SharedModule(module, sharing.interface.result())
    return Lowered(module.messages, images, found, shared)


def _without_unlaunched(
    unit: TranslationUnit,
    kinds: Sequence[Lowered | HcpyError],
    host_part: HostObject,
    tools: Toolchain,
    worker: Worker,
    dump: Dump,
) -> list[Lowered | HcpyError]:
    """Modules that need other units, without the kernels that the unit's host code never launches.

    Those lie in inline functions of headers that nobody calls here. What they alone need is not needed, as a
    linker asks for nothing that such a function calls.
    """

    def again(kind: Lowered | HcpyError) -> Lowered | HcpyError:
        shared = kind.shared if isinstance(kind, Lowered) else None
        unlaunched = unit_objects.unlaunched(shared, host_part) if shared and shared.interface.needs else ()
        if not shared or not unlaunched:
            return kind
        worker.call(device_interface.drop_kernels, shared.module.path, unlaunched)
        try:
            return _lower(unit, shared.module, tools, worker, dump)
        except HcpyError as error:
            return error

    return [again(kind) for kind in kinds]


@dataclass(frozen=True)
class _Sharing:
    """The reading of what a module shares with other units."""

    may_need: bool  # some of theirs; else it only gives
    interface: Future[ModuleInterface]


def _sharing(
    unit: TranslationUnit, module: DeviceModule, tools: Toolchain, worker: Worker
) -> _Sharing | None:
    """None: the module has no function that other units could know."""
    names = unit_text(unit).names
    if not names.functions and not names.anything:
        return None
    found = worker.call(external_symbols.find_shared, module.path, names)
    if not found.undefined and not found.exported:
        return None
    return _Sharing(
        found.undefined, worker.submit_call(device_interface.read_interface, module, names, tools)
    )


def collect_images(
    unit: TranslationUnit, targets: Sequence[Target], jobs: Sequence[Future[Finished]], dump: Dump
) -> tuple[tuple[DeviceImage, ...], tuple[Diagnostic, ...]]:
    """All targets' images, and what was found on the way; faults of any of them are one CompileError."""
    images: list[DeviceImage] = []
    found: list[Diagnostic] = []
    faults: list[Diagnostic] = []
    for target, job in zip(targets, jobs, strict=True):
        job.exception()  # wait: what its passes left is looked at most where one of them failed
        for name in (target.kind, str(target)):  # the host's architectures share theirs
            dump.passes(name, unit.work_dir)
        try:
            result = job.result()
        except CompileError as error:
            faults += _of_target(target, error.diagnostics)
            continue
        stage_times.add(result.times)
        dump.file("lower", str(target), result.lowered.path, ".ll")
        dump.file("image", str(target), result.image.path)
        images.append(result.image)
        found += _of_target(target, result.diagnostics)
    if faults:
        raise CompileError(faults)
    return tuple(images), tuple(found)


def _of_target(target: Target, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics that say for which target they were found."""
    return [replace(diagnostic, target=str(target)) for diagnostic in found]


def _outcome(job: Future[Any]) -> Any:
    """A job's result, or the HcpyError that ended it."""
    error = job.exception()
    if error is None:
        return job.result()
    if isinstance(error, HcpyError):
        return error
    raise error


def _host_outcome(jobs: _Jobs | None) -> HostObject | HcpyError | None:
    if jobs is None or jobs.host is None:
        return None
    outcome: HostObject | HcpyError = _outcome(jobs.host)
    return outcome


def _broken(found: Iterable[Diagnostic]) -> bool:
    return any(d.severity == "error" for d in found)


def _settle(
    source: SplitSource, kinds: Sequence[Lowered | HcpyError], host_part: HostObject | HcpyError | None
) -> Compiled:
    """What is reported: broken rules, else clang's errors from the host part, else the device part's.

    The split stage reports no broken rules where the source has errors of plain C++.
    """
    if isinstance(host_part, ToolFailed) and not host_part.crashed and _broken(source.diagnostics):
        host_part = None
    if isinstance(host_part, HcpyError):
        if not isinstance(host_part, ToolFailed) or host_part.crashed:
            raise host_part
        return Compiled(messages=host_part.stderr, failed=True)
    if host_part is not None and host_part.is_missing:
        return Compiled(messages=host_part.messages)
    shown = [host_part.messages] if host_part else []
    found = list(source.diagnostics)
    if not _broken(found):
        for kind in kinds:
            if isinstance(kind, (Lowered, CompileError)):
                found += kind.diagnostics
            elif isinstance(kind, ToolFailed) and not kind.crashed:
                shown.append(diagnostics.without(kind.stderr, shown))
            else:
                raise kind
    unit = source.unit
    found = list(merge(with_whole_paths(found, unit.source), [str(target) for target in unit.targets]))
    failed = _broken(found) or any(isinstance(kind, HcpyError) for kind in kinds)
    return Compiled((), tuple(found), "".join(shown), failed)
