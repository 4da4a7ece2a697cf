"""Device link, as part of the link: finishes the units that need device code of others.

Takes: the link line.
Gives: for each such unit its bundle and host images as objects, or diagnostics.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from hcpy.cache.unit_cache import UnitCache
from hcpy.core import config
from hcpy.core.dataclass import replace
from hcpy.core.dump import Dump
from hcpy.core.errors import CompileError
from hcpy.core.flags import HOST_TRIPLE
from hcpy.core.merge_diagnostics import merge
from hcpy.core.model import Compiled, DeviceModule, Toolchain, TranslationUnit
from hcpy.driver.cleanup import work_folder
from hcpy.driver.compile_job import make_dump, open_unit_cache
from hcpy.driver.job import Outcome, Run
from hcpy.driver.link import link_command
from hcpy.driver.link_inputs import DeviceInput, device_inputs
from hcpy.driver.options import Invocation
from hcpy.objects.device_link import Candidate, LinkPlan, UnitPlan, plan_link
from hcpy.objects.device_record import link_symbol, pack
from hcpy.objects.registration import emit_object
from hcpy.passes.link_modules import LinkPart, link_modules
from hcpy.pipeline import collect_images
from hcpy.unit_objects import bundle_objects, match, named_as_host
from hcpy.worker.client import Worker

_MEMBER = re.compile(r"(?P<archive>.+)\((?P<member>[^()]+)\)$|\((?P<archive2>.+)\)(?P<member2>.+)$")

Trial = Callable[[Path, Sequence[str]], Sequence[str]]  # (output, further options) -> the linker's command
MakeDump = Callable[[TranslationUnit], Dump]


def finish_units(
    invocation: Invocation,
    tools: Toolchain,
    line: Sequence[str],
    runtime: Sequence[str],
    own: Collection[Path],
    worker: Worker,
    stack: ExitStack,
) -> list[Path] | None:
    """The objects that the link needs besides the line's; None: it cannot be, and the reason was reported.

    own: the objects of the line that this hcc made. The stack keeps the files.
    """
    folder = stack.enter_context(work_folder())
    cache = open_unit_cache(invocation, tools, stack)
    run = Run(invocation, tools, folder, is_alone=True)
    outcome = Outcome()

    def trial(output: Path, options: Sequence[str]) -> Sequence[str]:
        return link_command(tools, invocation, (*line, *runtime, *options), output, ())

    def dump_of(unit: TranslationUnit) -> Dump:
        return replace(make_dump(invocation, unit), name=f"{unit.source.stem}-linked")

    ask = None if invocation.device_link else trial
    inputs = list(device_inputs(line, own))
    linked = link_device_code(inputs, ask, tools, worker, cache, dump_of, folder)
    for compiled in linked:
        run.report(outcome, compiled, folder)
    outcome.print()
    if outcome.failed:
        return None
    made = [path for compiled in linked for path in compiled.objects]
    if invocation.device_link and not made:  # where nothing needs one, the object is empty
        made.append(folder / "empty.o")
        made[0].write_bytes(worker.call(emit_object, "", HOST_TRIPLE))
    return made


def link_device_code(
    inputs: Sequence[DeviceInput],
    trial: Trial | None,
    tools: Toolchain,
    worker: Worker,
    cache: UnitCache | None,
    dump_of: MakeDump,
    folder: Path,
) -> list[Compiled]:
    """What became of each unit that needs a device link.

    trial: shows what the linker takes of archives; None: all that they hold.
    """
    taken = None
    if trial is not None and any(item.is_optional and item.record.is_open for item in inputs):
        taken = _TakenFiles(trial(folder / "trial", ("-Wl,--unresolved-symbols=ignore-all", "-Wl,-t,-t")))
    candidates = [
        Candidate(item.name, item.record, not item.is_optional or trial is None or _has(taken, item))
        for item in inputs
    ]
    plan = plan_link(candidates)
    if plan.diagnostics:
        return [Compiled(diagnostics=tuple(plan.diagnostics), failed=True)]

    def finish(numbered: tuple[int, UnitPlan]) -> Compiled:
        number, unit_plan = numbered
        place = folder / str(number)
        place.mkdir()
        unit = replace(unit_plan.candidate.record.unit, work_dir=place)
        return _finish_or_find(unit, unit_plan, plan, tools, worker, cache, dump_of(unit))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(finish, enumerate(plan.units)))


def _has(taken: _TakenFiles | None, item: DeviceInput) -> bool:
    return taken is not None and taken.has(item)


class _TakenFiles:
    """What a trial of the link takes of archives, as the linker's trace shows it."""

    def __init__(self, command: Sequence[str]) -> None:
        # Its errors are the link's own, which follows and shows them.
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
        )
        self._files: set[str] = set()
        self._members: set[tuple[str, str]] = set()
        for text in done.stdout.splitlines():
            self._files.add(os.path.realpath(text))
            if (match := _MEMBER.match(text)) is not None:
                archive, member = match["archive"] or match["archive2"], match["member"] or match["member2"]
                self._members.add((os.path.realpath(archive), os.path.basename(member)))

    def has(self, item: DeviceInput) -> bool:
        """Does the linker take this input?"""
        if not item.member:
            return os.path.realpath(item.path) in self._files
        key = (os.path.realpath(item.path), os.path.basename(item.member))
        # GNU ld names a thin archive's members by their own paths.
        return key in self._members or os.path.realpath(item.path.parent / item.member) in self._files


def _finish_or_find(
    unit: TranslationUnit,
    plan: UnitPlan,
    link: LinkPlan,
    tools: Toolchain,
    worker: Worker,
    cache: UnitCache | None,
    dump: Dump,
) -> Compiled:
    """The unit's objects, from the cache where it has them."""
    content = [pack(plan.candidate.record)]
    for kind, parts in plan.parts.items():
        for name, functions in parts.items():
            content += [
                kind.encode(),
                link.by_name[name].record.bitcode(kind),
                "\0".join(sorted(functions)).encode(),
            ]
    lookup = cache.look_up_link(unit, content) if cache else None
    if config.VERBOSE.get():
        _tell(plan, lookup is not None and lookup.found is not None)
    if lookup and lookup.found:
        return lookup.found
    try:
        compiled = _finish(unit, plan, link, tools, worker, dump)
    except CompileError as error:
        return Compiled(diagnostics=error.diagnostics, failed=True)
    if cache and lookup:
        cache.keep_link(unit, lookup, compiled)
    return compiled


def _tell(plan: UnitPlan, is_found: bool) -> None:
    """HCPY_VERBOSE: what is taken from where."""
    state = " (cache hit)" if is_found else ""
    taken = {name: len(functions) for parts in plan.parts.values() for name, functions in parts.items()}
    sources = ", ".join(f"{count} functions of {name}" for name, count in taken.items())
    # In one piece: other units are reported at the same time.
    sys.stderr.write(f"hcc: device link: {plan.candidate.name} takes {sources or 'nothing'}{state}\n")


def _finish(
    unit: TranslationUnit, plan: UnitPlan, link: LinkPlan, tools: Toolchain, worker: Worker, dump: Dump
) -> Compiled:
    """Link the modules of each kind of target, and take them through lower, image and bundle."""
    record = plan.candidate.record
    modules = {}
    for kind, parts in plan.parts.items():
        path = unit.work_dir / f"{unit.source.stem}.{kind}.ll"
        others = [LinkPart(n, link.by_name[n].record.bitcode(kind), f) for n, f in parts.items()]
        own = LinkPart(plan.candidate.name, record.bitcode(kind), frozenset())
        modules[kind] = (path, worker.submit_call(link_modules, own, others, path))
    jobs = []
    for target in unit.targets:
        path, linked = modules[target.kind]
        linked.result()
        dump.file("ir", target.kind, path)
        jobs.append(worker.submit(DeviceModule(unit, target.kind, path), target, tools))
    names = [str(target) for target in unit.targets]
    try:
        images, found = collect_images(unit, unit.targets, jobs, dump)
    except CompileError as error:
        raise CompileError(merge(error.diagnostics, names)) from None
    images = tuple(named_as_host(record.launched, images))
    launched = match(record.launched, images, str(unit.source))
    symbol = link_symbol(record.unit_id)
    objects = bundle_objects(unit, record.unit_id, worker, dump, images, launched, {}, record.sites, symbol)
    return Compiled(tuple(objects), merge(found, names))
