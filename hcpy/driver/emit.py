"""hcc --emit: an offline compiler for one target.

Takes: an Invocation with one source.
Gives: that source's device code, or what a stage before it makes, in a file or on standard output.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from hcpy import checkers, diagnostics
from hcpy.driver.cleanup import work_folder, writing
from hcpy.driver.device_text import assembly
from hcpy.driver.options import Invocation
from hcpy.driver.plan import CompileJob, parse_targets, plan
from hcpy.driver.units import colour_wanted, make_unit
from hcpy.dump import Dump
from hcpy.errors import HcpyError, ToolMissing, UsageError
from hcpy.frontend import ms_compat
from hcpy.model import Compiled, Target, TranslationUnit
from hcpy.pipeline import compile_images, compile_unit
from hcpy.tools import INSTALL_LIBDEVICE, find_toolchain
from hcpy.worker import Worker

_KINDS = {"ptx": "ptx", "spirv": "spirv", "amdgcn-asm": "amdgcn"}  # what needs a certain target
_SUFFIXES = {"ptx": ".ptx", "spirv": ".spv", "ll": ".ll", "split": ".split.json"}
_CHECKED = ("ptx", "spirv", "ll")


def emit(invocation: Invocation) -> int:
    """Compile for one target and write what is asked for."""
    what = invocation.tools.emit or ""
    if invocation.tools.verify and what not in _CHECKED:
        raise UsageError(f"--verify has no checker for --emit={what}; it has for {', '.join(_CHECKED)}")
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
    if target.kind == "ptx" and tools.libdevice is None:
        raise ToolMissing("target ptx needs libdevice, which was not found", INSTALL_LIBDEVICE)
    with work_folder() as folder, Worker() as worker:
        unit = make_unit(invocation, job, folder)
        faults = tuple(ms_compat.errors(unit))
        if faults:
            return _report(invocation, Compiled(diagnostics=faults, failed=True))
        out = folder / "emitted"
        dump = Dump(out, "unit", ("split",) if what == "split" else ("lower", "image"))
        if what == "split":
            compiled = compile_unit(unit, tools, worker, dump, stage)
        else:
            compiled, _ = compile_images(unit, tools, worker, dump)
        if _report(invocation, compiled):
            return 1
        content = _content(what, target, unit, worker, out)
        if invocation.tools.verify:
            _verify(what, target, worker, out)
    _write(invocation.output or job.source.stem + _SUFFIXES.get(what, ".s"), content)
    return 0


def choose_target(what: str, asked: str | None) -> Target:
    """The one target; without --targets the first architecture of the kind, and the host for all kinds."""
    kind = _KINDS.get(what)
    words = (asked or kind or "host").split(",")
    if kind is not None:
        words = [word for word in words if word.strip().partition(":")[0] == kind] or words
    if len(words) != 1:
        raise UsageError(f"--emit={what} is for one target; --targets names {len(words)}")
    target = parse_targets(words[0])[0]
    if kind not in (None, target.kind):
        raise UsageError(f"--emit={what} is for the target {kind}; --targets names {target}")
    return target


def _report(invocation: Invocation, compiled: Compiled) -> int:
    colour = colour_wanted(invocation)
    found = "".join(diagnostics.render(d, colour) for d in compiled.diagnostics)
    sys.stderr.write(compiled.messages + found + diagnostics.summary(compiled.diagnostics))
    return int(compiled.failed)


def _content(what: str, target: Target, unit: TranslationUnit, worker: Worker, out: Path) -> bytes:
    if what == "split":
        (path,) = out.glob("unit.*-split.json")
        found = json.loads(path.read_text())
        shown = {name: found[name] for name in ("kernels", "edits", "diagnostics")}
        return (json.dumps(shown, indent=2) + "\n").encode()
    (lowered,) = out.glob("unit.*-lower.*.ll")
    if what == "ll":
        return lowered.read_bytes()
    if what in ("asm", "amdgcn-asm"):
        return worker.call(assembly, lowered, target, unit.debug).read_bytes()
    (image,) = out.glob("unit.*-image.*")
    return image.read_bytes()


def _verify(what: str, target: Target, worker: Worker, out: Path) -> None:
    if what == "ll":
        (lowered,) = out.glob("unit.*-lower.*.ll")
        worker.call(verify_ir, lowered)
        return
    (image,) = out.glob("unit.*-image.*")
    sys.stderr.write(checkers.check_ptx(image, target.arch) if what == "ptx" else checkers.check_spirv(image))


def verify_ir(path: Path) -> None:
    """In the worker: LLVM's own checks."""
    import llvmlite.binding as llvm

    try:
        llvm.parse_assembly(path.read_text(), llvm.create_context()).verify()
    except RuntimeError as error:
        raise HcpyError(f"LLVM refuses this module: {error}") from None


def _write(output: str, content: bytes) -> None:
    if output == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        with writing(Path(output)):
            Path(output).write_bytes(content)
    except OSError as error:
        raise HcpyError(f"cannot write '{output}': {error.strerror}") from None
