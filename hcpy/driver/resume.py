"""Takes a stage's file through the stages that are left: from IR to a target's code.

Takes: a ResumeJob.
Gives: PTX, a SPIR-V module or a host object with the kernels, and the diagnostics of the way there.
"""

from __future__ import annotations

from pathlib import Path

from hcpy.core.dataclass import replace
from hcpy.core.errors import CompileError
from hcpy.core.model import Compiled, DeviceModule, Dialect, LoweredModule
from hcpy.driver.job import Outcome, Run, copy_out
from hcpy.driver.plan import CompileJob, ResumeJob
from hcpy.driver.units import make_unit
from hcpy.worker.client import Finished, Worker


def resume(run: Run, outcome: Outcome, worker: Worker, number: int, job: ResumeJob) -> None:
    """The image of one file."""
    folder = run.folder(number)
    dialect = run.invocation.dialect or Dialect.HC  # a dialect's rules were checked before; IR has none
    unit = make_unit(run.invocation, CompileJob(job.source, dialect, (job.target,), None), folder)
    worker.start()
    try:
        if job.stage == "ir":
            module = DeviceModule(unit, job.target.kind, job.source)
            found: Finished = worker.submit(module, job.target, run.tools).result()
        else:
            # The stage writes beside the file that it reads.
            path = folder / f"{job.source.stem}.lower.ll"
            path.write_bytes(job.source.read_bytes())
            found = worker.submit_image(LoweredModule(unit, job.target, path, ()), run.tools).result()
    except CompileError as error:
        told = tuple(replace(d, target=str(job.target)) for d in error.diagnostics)
        run.report(outcome, Compiled(diagnostics=told, failed=True), folder)
        return
    run.report(outcome, Compiled(diagnostics=found.diagnostics), folder)
    if not outcome.failed:
        copy_out(found.image.path, job.output or Path(job.stem + found.image.path.suffix), outcome)
