"""Runs the jobs of a plan.

Takes: a Plan.
Gives: the files it names, diagnostics on stderr, and the number of sources that failed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy import stage_times
from hcpy.driver.cleanup import awaited, work_folder
from hcpy.driver.link import check_sanitizers, link_command, runtime_arguments
from hcpy.driver.plain import become
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, Job, LinkJob, Plan, link_line
from hcpy.driver.run_tool import print_commands, run_tool
from hcpy.errors import HcpyError, ToolMissing
from hcpy.model import Toolchain
from hcpy.tools import INSTALL_LIBDEVICE, find_toolchain

if TYPE_CHECKING:  # what compiles takes long to import, and a link needs none of it
    from hcpy.driver.job import Outcome, Run


def execute(plan: Plan) -> int:
    """Do every job; a failing source does not keep the others from being compiled."""
    for option in plan.invocation.ignored:
        print(f"hcc: warning: '{option}' has no meaning here and is ignored (see --targets)", file=sys.stderr)
    tools = find_toolchain()
    _check_targets(plan, tools)
    sources = [job for job in plan.jobs if not isinstance(job, LinkJob)]
    with ExitStack() as stack:
        objects: dict[int, tuple[Path, ...]] = {}
        failed = 0
        if sources:
            from hcpy.driver.job import Run

            folder = stack.enter_context(work_folder())
            run = Run(plan.invocation, tools, folder, is_alone=len(sources) == 1)
            for number, outcome in enumerate(_compile_all(plan, run, stack)):
                outcome.print()
                if outcome.error:
                    raise outcome.error
                failed += outcome.failed
                if outcome.objects:
                    objects[number] = outcome.objects
        if not failed and plan.jobs and isinstance(plan.jobs[-1], LinkJob):
            with stage_times.span("link"), stage_times.counting_children():
                failed += _link(plan, plan.jobs[-1], tools, objects)
        return 1 if failed else 0


def _check_targets(plan: Plan, tools: Toolchain) -> None:
    kinds = {target.kind for job in plan.jobs if isinstance(job, CompileJob) for target in job.targets}
    if "ptx" in kinds and tools.libdevice is None:
        raise ToolMissing("target ptx needs libdevice, which was not found", INSTALL_LIBDEVICE)


# --- compiling ---------------------------------------------------------------------------------------
def _compile_all(plan: Plan, run: Run, stack: ExitStack) -> Iterator[Outcome]:
    """The sources' outcomes in their order; several are compiled side by side.

    All work is done by other threads: a signal then finds the main thread waiting, and ends hcc at once.
    """
    do = _compiler(plan, run, stack)
    processors = len(os.sched_getaffinity(0))
    pool = ThreadPoolExecutor(processors)
    jobs = [
        pool.submit(do, number, job) for number, job in enumerate(plan.jobs) if not isinstance(job, LinkJob)
    ]
    stack.callback(pool.shutdown, cancel_futures=True)
    for job in jobs:
        yield awaited(job)


def _compiler(plan: Plan, run: Run, stack: ExitStack) -> Callable[[int, Job], Outcome]:
    """What does one job."""
    from hcpy.driver.compile_job import compile_plain, compile_source, open_cache
    from hcpy.driver.job import Outcome
    from hcpy.driver.text_job import write_text
    from hcpy.worker import Worker

    worker = Worker()
    stack.callback(worker.close)
    cache = open_cache(plan, run.tools, stack)

    def do(number: int, job: Job) -> Outcome:
        outcome = Outcome()
        try:
            if isinstance(job, ClangJob):
                compile_plain(run, outcome, number, job)
            elif isinstance(job, HostTextJob):
                write_text(run, outcome, worker, number, job)
            elif isinstance(job, CompileJob):
                compile_source(run, outcome, worker, cache, number, job)
        except HcpyError as error:
            outcome.error = error
        return outcome

    return do


# --- linking -----------------------------------------------------------------------------------------
def _link(plan: Plan, job: LinkJob, tools: Toolchain, objects: Mapping[int, Sequence[Path]]) -> int:
    """Counts a failure; does not return where nothing is left to do afterwards."""
    invocation = plan.invocation
    check_sanitizers(tools, invocation.sanitizers)
    line = link_line(plan, job, objects)
    runtime = runtime_arguments(invocation, line, tools.prefix)
    command = link_command(tools, invocation, line, job.output, runtime)
    if invocation.verbose:
        print_commands([command])
    if not objects:
        become(command)
    with ThreadPoolExecutor(1) as pool:
        return 0 if awaited(pool.submit(run_tool, command)) == 0 else 1
