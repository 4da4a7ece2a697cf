"""hcc --emit: an offline compiler for one target.

Takes: an Invocation with one source.
Gives: that source's device code, or what a stage before it makes, in a file or on standard output.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.dataclass import replace
from hcpy.core.dump import Dump
from hcpy.core.errors import HcpyError, UsageError
from hcpy.core.lazy import lazy
from hcpy.core.model import Compiled, DeviceImage, Target, TranslationUnit
from hcpy.core.tools import find_toolchain
from hcpy.driver import descriptor_map
from hcpy.driver.cleanup import work_folder
from hcpy.driver.compile_job import report_text, visual_cpps
from hcpy.driver.device_text import assembly
from hcpy.driver.job import Outcome, Run, copy_out
from hcpy.driver.options import Invocation
from hcpy.driver.plan import CompileJob, parse_targets, plan
from hcpy.driver.tool_options import checked_words
from hcpy.driver.units import make_unit
from hcpy.pipeline import compile_images, compile_unit
from hcpy.targets import HOST, emitted, known_kind
from hcpy.targets.libdevice import require_libdevice
from hcpy.worker.client import Worker

if TYPE_CHECKING:
    from hcpy import ir
else:
    ir = lazy("hcpy.ir")

_SUFFIXES = {"ll": ".ll", "split": ".split.json"}


def emit(invocation: Invocation) -> int:
    """Compile for one target and write what is asked for."""
    what = invocation.tools.emit or ""
    if invocation.tools.verify and what not in (known := checked_words()):
        raise UsageError(f"--verify has no checker for --emit={what}; it has for {', '.join(known)}")
    target = choose_target(what, invocation.targets)
    stage = "split" if what == "split" else "image"
    invocation = replace(invocation, action="compile", targets=str(target), stop_after=stage)
    jobs = plan(replace(invocation, output=None)).jobs
    if len(jobs) != 1:
        raise UsageError(f"--emit={what} takes one source")
    job = jobs[0]
    if not isinstance(job, CompileJob):
        raise UsageError(f"'{invocation.inputs[0].path}' has no kernels: it is plain C or C++")
    tools = find_toolchain()
    require_libdevice((target,), tools)
    outcome = Outcome()
    with work_folder() as folder, Worker() as worker:
        run = Run(invocation, tools, folder, is_alone=True)
        made = _compile(run, outcome, worker, job, what)
        outcome.print()
        if made is not None and invocation.tools.verify:
            _verify(what, target, worker, made)
        if made is not None:
            output = invocation.output or job.source.stem + _suffix(what)
            copy_out(made, Path(output), outcome)
            outcome.print()
    return int(made is None)


def _compile(run: Run, outcome: Outcome, worker: Worker, job: CompileJob, what: str) -> Path | None:
    """The file that is asked for; None: the source has errors, which the outcome reports."""
    run.source_in(run.work_dir, job.source)
    unit = make_unit(run.invocation, job, run.work_dir)
    if not report_text(run, outcome, unit):
        return None
    kept = run.work_dir / "emitted"
    compiled, images = _compile_unit(run, worker, unit, kept, what)
    if compiled.failed:
        other = visual_cpps(run.invocation, job, unit, compiled.messages)
        if other is not None:
            again, made = _compile_unit(run, worker, other.unit, kept, what)
            if not again.failed:
                unit, images = other.unit, made
                compiled = replace(again, diagnostics=(*other.why, *again.diagnostics))
    run.report(outcome, compiled, run.work_dir)
    if outcome.failed:
        return None
    if what == "split":
        return _shown_split(kept)
    (lowered,) = kept.glob("unit.*-lower.*.ll")
    if what == "ll":
        return lowered
    only = emitted().get(what)
    if what == "asm" or (only is not None and what == only.assembly_word):
        return worker.call(assembly, lowered, job.targets[0], unit.debug)
    (image,) = kept.glob("unit.*-image.*")
    if (asked := run.invocation.tools.descriptor_map) is not None:
        _write_map(Path(asked), image, images, outcome)
    return image


def _compile_unit(
    run: Run, worker: Worker, unit: TranslationUnit, kept: Path, what: str
) -> tuple[Compiled, tuple[DeviceImage, ...]]:
    """The stages up to what is asked for; they leave it in the folder `kept`."""
    if what == "split":
        return compile_unit(unit, run.tools, worker, Dump(kept, "unit", ("split",)), "split"), ()
    return compile_images(unit, run.tools, worker, Dump(kept, "unit", ("lower", "image")))


def _write_map(path: Path, image: Path, images: tuple[DeviceImage, ...], outcome: Outcome) -> None:
    """Of the one module that was made."""
    kernels = [kernel for made in images for kernel in made.kernels]
    module = descriptor_map.for_any_device(image.read_bytes())
    image.write_bytes(module)
    written = image.with_name("map")
    written.write_text(descriptor_map.text_of(module, kernels, path.suffix == ".json"))
    copy_out(written, path, outcome)


def _suffix(what: str) -> str:
    kind = emitted().get(what)
    if kind is None or what == kind.assembly_word:
        return _SUFFIXES.get(what, ".s")
    return kind.image_suffix


def _shown_split(kept: Path) -> Path:
    """The split stage's file without what only its reader needs."""
    (path,) = kept.glob("unit.*-split.json")
    found = json.loads(path.read_text())
    shown = {name: found[name] for name in ("kernels", "edits", "diagnostics")}
    path.write_text(json.dumps(shown, indent=2) + "\n")
    return path


def choose_target(what: str, asked: str | None) -> Target:
    """The one target; without --targets the first architecture of the kind, and the host for all kinds."""
    only = emitted().get(what)
    kind = only.name if only is not None else None
    words = (asked or kind or HOST.name).split(",")
    if kind is not None:
        words = [word for word in words if word.strip().partition(":")[0] == kind] or words
    if len(words) != 1:
        raise UsageError(f"--emit={what} is for one target; --targets names {len(words)}")
    target = parse_targets(words[0])[0]
    if kind not in (None, target.kind):
        raise UsageError(f"--emit={what} is for the target {kind}; --targets names {target}")
    return target


def _verify(what: str, target: Target, worker: Worker, made: Path) -> None:
    if what == "ll":
        worker.call(verify_ir, made)
        return
    kind = known_kind(target.kind)
    sys.stderr.write(kind.checked(made, target.arch))


def verify_ir(path: Path) -> None:
    """In the worker: LLVM's own checks."""
    try:
        with ir.Module.read(path) as module:
            module.verify()
    except ir.IrError as error:
        raise HcpyError(f"LLVM refuses this module: {error}") from None
