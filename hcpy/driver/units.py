"""Makes translation units of compile jobs: the macros that tell a program what compiles it, and its flags.

Takes: a CompileJob or HostTextJob of a plan.
Gives: a TranslationUnit. Starts no process.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hcpy import __version__
from hcpy.driver.options import Invocation
from hcpy.driver.plan import CompileJob, HostTextJob, parse_targets, runs_itemwise
from hcpy.frontend.ms_compat import with_compat
from hcpy.model import Dialect, TranslationUnit

# AMD's last release was hcc 3.1: programs that ask for a version want what came with it.
MAJOR, MINOR = 3, 2
WORK_WEEK = 26470  # yyWWd
CLANG_COMMIT = "ca7933e"  # of clang 22.1.8


def driver_commit() -> str:
    """The commit that this hcc was built from, or its version where nothing recorded one."""
    package = Path(__file__).resolve().parent.parent
    recorded = package / "_prefix" / "commit"
    try:
        if recorded.is_file():
            return recorded.read_text().strip()[:7] or __version__
        git = package.parent / ".git"
        head = (git / "HEAD").read_text().strip()
        if head.startswith("ref: "):
            head = (git / head.removeprefix("ref: ")).read_text().strip()
        return head[:7]
    except OSError:
        return __version__


def version_text() -> str:
    """hcc's version: major.minor.yyWWd-driver commit-clang commit."""
    return f"{MAJOR}.{MINOR}.{patch_level()}"


def patch_level() -> str:
    """The last part of the version: yyWWd-driver commit-clang commit."""
    return f"{WORK_WEEK}-{driver_commit()}-{CLANG_COMMIT}"


def macros(dialect: Dialect) -> tuple[str, ...]:
    """What hcc defines in both parts."""
    mode = ("HC",) if dialect is Dialect.HC else ("AMP",)
    values = {
        "__HCC__": "1",
        "__hcc_major__": str(MAJOR),
        "__hcc_minor__": str(MINOR),
        "__hcc_patchlevel__": patch_level(),
        "__hcc_version__": f'"{version_text()}"',
        "__hcc_workweek__": str(WORK_WEEK),
        "__hcc_backend__": "1",
        "__KALMAR_CC__": "1",
    }
    for name in mode:
        values[f"__KALMAR_{name}__"] = "1"
        values[f"__HCC_{name}__"] = "1"
    return tuple(f"-D{name}={value}" for name, value in values.items())


def make_unit(invocation: Invocation, job: CompileJob | HostTextJob, work_dir: Path) -> TranslationUnit:
    """Everything that decides how one source is compiled."""
    arguments = [*macros(job.dialect), *invocation.clang_args]
    if colour_wanted(invocation):
        arguments.insert(0, "-fcolor-diagnostics")
    if isinstance(job, CompileJob) and invocation.dependencies:
        arguments += _dependency_names(invocation, job)
    targets = job.targets if isinstance(job, CompileJob) else parse_targets("host")
    unit = TranslationUnit(
        source=job.source,
        dialect=job.dialect,
        targets=targets,
        clang_args=tuple(arguments),
        work_dir=work_dir,
        language_standard=invocation.standard or "c++17",
        optimize=invocation.optimize,
        debug=invocation.debug,
        fast_math=invocation.fast_math,
        itemwise=runs_itemwise(invocation, targets),
        checks=invocation.checks,
        verbose=invocation.verbose,
    )
    return with_compat(unit, invocation.ms_compat)


def _dependency_names(invocation: Invocation, job: CompileJob) -> list[str]:
    """-MD names its file and its target after the output, which is ours and temporary."""
    output = job.output or Path(invocation.output or job.source.stem + ".o")
    names = ["-MF", str(output.with_suffix(".d"))]
    return names if invocation.named_dependency else [*names, "-MT", str(output)]


def colour_wanted(invocation: Invocation) -> bool:
    """Colours on a terminal, unless a flag or NO_COLOR says otherwise."""
    flags = [a for a in invocation.clang_args if a.endswith(("color-diagnostics", "diagnostics-color"))]
    if flags:
        return not flags[-1].startswith("-fno-")
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")
