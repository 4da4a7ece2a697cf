"""Prints the commands of a plan: hcc -###.

Takes: a Plan.
Gives: one quoted command a line on stderr; those in angle brackets run inside hcc. Starts no process.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hcpy.core.errors import ToolMissing
from hcpy.core.model import Toolchain, TranslationUnit
from hcpy.core.tools import find_prefix, find_toolchain
from hcpy.driver.link import link_command, relocatable_command
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, Plan, ResumeJob, link_line
from hcpy.driver.run_tool import print_commands
from hcpy.driver.units import clang_command, host_action, make_unit
from hcpy.frontend.device_ir import device_command
from hcpy.frontend.host import host_command
from hcpy.targets import TARGETS, is_host


def show(plan: Plan) -> int:
    """-###: every command, quoted; missing tools have their plain names."""
    tools = _shown_toolchain()
    objects: dict[int, list[Path]] = {}
    for number, job in enumerate(plan.jobs):
        folder = Path("$TMP", str(number))
        if isinstance(job, CompileJob):
            unit = make_unit(plan.invocation, job, folder)
            print_commands(unit_commands(unit, tools))
            names = [f"{job.source.stem}{suffix}" for suffix in (".host.o", ".bundle.o")]
            names += [f"{job.source.stem}.host.{t.arch}.o" for t in job.targets if is_host(t)]
            objects[number] = [folder / name for name in names]
            if job.output is not None:
                print_commands([relocatable_command(tools, objects[number], job.output)])
        elif isinstance(job, ClangJob):
            output = job.output
            if output is None and plan.invocation.action == "link":
                output = folder / f"{job.source.stem}.o"
            objects[number] = [output] if output else []
            print_commands([clang_command(plan.invocation, job, tools, output)])
        elif isinstance(job, HostTextJob):
            unit = make_unit(plan.invocation, job, folder)
            action = host_action(plan.invocation, job.action)
            output = None if job.action == "syntax" else job.output or Path("-")
            print_commands([host_command(unit, tools, None, output, action)])
        elif isinstance(job, ResumeJob):
            print_commands([(f"<after {job.stage}>", str(job.source), str(job.target))])
        else:
            line = link_line(plan, job, objects)
            print_commands([link_command(tools, plan.invocation, line, job.output, ("-lhcrt",))])
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
    """A unit's commands in the order of the stages."""
    asked = {target.kind for target in unit.targets}
    commands: list[Sequence[str]] = [("<split>", str(unit.source))]
    commands += [device_command(unit, kind, tools) for kind in TARGETS if kind.name in asked]
    commands += [("<lower, image>", str(target)) for target in unit.targets]
    commands.append(host_command(unit, tools))
    commands.append(("<bundle>", str(unit.source)))
    return commands
