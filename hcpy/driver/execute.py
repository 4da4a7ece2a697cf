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
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core import stage_times
from hcpy.core.errors import HcpyError
from hcpy.core.lazy import lazy
from hcpy.core.model import Toolchain
from hcpy.core.tools import find_toolchain
from hcpy.driver.cleanup import awaited, work_folder
from hcpy.driver.link import check_sanitizers, link_command, relocatable_command, runtime_arguments
from hcpy.driver.options import Invocation
from hcpy.driver.plain import become
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, Job, LinkJob, Plan, ResumeJob, link_line
from hcpy.driver.run_tool import print_commands, run_tool

if TYPE_CHECKING:  # compiling and linking import what they need, which takes long
    from hcpy.driver import compile_job, device_link, link_inputs, resume, text_job
    from hcpy.driver import job as job_module
    from hcpy.driver.job import Outcome, Run
    from hcpy.targets import libdevice
    from hcpy.worker import client
    from hcpy.worker.client import Worker
else:
    compile_job = lazy("hcpy.driver.compile_job")
    device_link = lazy("hcpy.driver.device_link")
    job_module = lazy("hcpy.driver.job")
    libdevice = lazy("hcpy.targets.libdevice")
    link_inputs = lazy("hcpy.driver.link_inputs")
    resume = lazy("hcpy.driver.resume")
    text_job = lazy("hcpy.driver.text_job")
    client = lazy("hcpy.worker.client")


def execute(plan: Plan) -> int:
    """Do every job; a failing source does not keep the others from being compiled."""
    for option in plan.invocation.ignored:
        print(f"hcc: warning: '{option}' has no meaning here and is ignored (see --targets)", file=sys.stderr)
    tools = find_toolchain()
    libdevice.require_libdevice(
        (t for job in plan.jobs if isinstance(job, CompileJob) for t in job.targets), tools
    )
    sources = [job for job in plan.jobs if not isinstance(job, LinkJob)]
    with ExitStack() as stack:
        get_worker = _worker_of(stack)
        objects: dict[int, tuple[Path, ...]] = {}
        failed = 0
        if sources:
            folder = stack.enter_context(work_folder())
            run = job_module.Run(plan.invocation, tools, folder, is_alone=len(sources) == 1)
            for number, outcome in enumerate(_compile_all(plan, run, get_worker(), stack)):
                outcome.print()
                if outcome.error:
                    raise outcome.error
                failed += outcome.failed
                if outcome.objects:
                    objects[number] = outcome.objects
        if not failed and plan.jobs and isinstance(plan.jobs[-1], LinkJob):
            with stage_times.span("link"), stage_times.counting_children():
                failed += _link(plan, plan.jobs[-1], tools, objects, get_worker)
        return 1 if failed else 0


def _worker_of(stack: ExitStack) -> Callable[[], Worker]:
    """Gives the command's one worker; many commands need none."""

    @cache
    def get() -> Worker:
        worker = client.Worker()
        stack.callback(worker.close)
        return worker

    return get


# --- compiling ---------------------------------------------------------------------------------------
def _compile_all(plan: Plan, run: Run, worker: Worker, stack: ExitStack) -> Iterator[Outcome]:
    """The sources' outcomes in their order; several are compiled side by side.

    All work is done by other threads: a signal then finds the main thread waiting, and ends hcc at once.
    """
    do = _compiler(plan, run, worker, stack)
    if any(isinstance(job, (CompileJob, HostTextJob, ResumeJob)) for job in plan.jobs):
        worker.fork()  # while this thread is the only one
    processors = len(os.sched_getaffinity(0))
    pool = ThreadPoolExecutor(processors)
    jobs = [
        pool.submit(do, number, job) for number, job in enumerate(plan.jobs) if not isinstance(job, LinkJob)
    ]
    stack.callback(pool.shutdown, cancel_futures=True)
    for job in jobs:
        yield awaited(job)


def _compiler(plan: Plan, run: Run, worker: Worker, stack: ExitStack) -> Callable[[int, Job], Outcome]:
    """What does one job."""
    unit_cache = compile_job.open_cache(plan, run.tools, stack)

    def do(number: int, job: Job) -> Outcome:
        outcome = job_module.Outcome()
        try:
            if isinstance(job, ClangJob):
                compile_job.compile_plain(run, outcome, number, job)
            elif isinstance(job, HostTextJob):
                text_job.write_text(run, outcome, worker, number, job)
            elif isinstance(job, ResumeJob):
                resume.resume(run, outcome, worker, number, job)
            elif isinstance(job, CompileJob):
                compile_job.compile_source(run, outcome, worker, unit_cache, number, job)
        except HcpyError as error:
            outcome.error = error
        return outcome

    return do


# --- linking -----------------------------------------------------------------------------------------
def _link(
    plan: Plan,
    job: LinkJob,
    tools: Toolchain,
    objects: Mapping[int, Sequence[Path]],
    get_worker: Callable[[], Worker],
) -> int:
    """Counts a failure; does not return where nothing is left to do afterwards."""
    invocation = plan.invocation
    check_sanitizers(tools, invocation.sanitizers)
    line = link_line(plan, job, objects)
    runtime = runtime_arguments(invocation, line, tools.prefix)
    if "-r" in line or not (invocation.device_link or link_inputs.carries_device_code(line)):
        command = link_command(tools, invocation, line, job.output, runtime)
        return _run_linker(invocation, command, is_more_to_do=bool(objects))
    with ExitStack() as stack:
        own = {path for made in objects.values() for path in made}
        finished = device_link.finish_units(invocation, tools, line, runtime, own, get_worker(), stack)
        if finished is None:
            return 1
        if invocation.device_link:
            command = relocatable_command(tools, finished, job.output)
        else:
            line = [*map(str, finished), *line]
            command = link_command(tools, invocation, line, job.output, runtime)
        return _run_linker(invocation, command, is_more_to_do=True)


def _run_linker(invocation: Invocation, command: Sequence[str], is_more_to_do: bool) -> int:
    if invocation.verbose:
        print_commands([command])
    if not is_more_to_do and invocation.tools.time_stages is None:
        become(command)
    with ThreadPoolExecutor(1) as pool:
        return 0 if awaited(pool.submit(run_tool, command)) == 0 else 1
