"""Makes translation units of compile jobs: the macros that name what compiles a program, and its flags.

Takes: a CompileJob or HostTextJob of a plan.
Gives: a TranslationUnit. Starts no process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from hcpy.core.flags import STANDARD_INPUT
from hcpy.core.model import Dialect, Toolchain, TranslationUnit
from hcpy.core.tools import find_prefix
from hcpy.core.words import is_of_vectoriser, openmp_headers
from hcpy.driver.options import Invocation
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, runs_itemwise
from hcpy.driver.version import MAJOR, MINOR, WORK_WEEK, version_text
from hcpy.frontend.host import plain_command
from hcpy.frontend.microsoft.compat import with_compat


def macros(dialect: Dialect) -> tuple[str, ...]:
    """What hcc defines in both parts."""
    mode = ("HC",) if dialect is Dialect.HC else ("AMP",)
    values = {
        "__HCC__": "1",
        "__hcc_major__": str(MAJOR),
        "__hcc_minor__": str(MINOR),
        "__hcc_patchlevel__": str(WORK_WEEK),  # a number: programs compare it
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
    arguments = [*macros(job.dialect), *without_precompiled_headers(invocation.clang_args)]
    if colour_wanted(invocation):
        arguments.insert(0, "-fcolor-diagnostics")
    arguments += openmp_headers(arguments, str(find_prefix(os.environ)))
    arguments += dependency_flags(invocation, job.source)
    source = job.source
    if str(source) == "-":
        # The text lies in a file of ours; programs and dependency files are to see clang's name for it.
        source = work_dir / STANDARD_INPUT
        arguments = ["-iquote", ".", f"-ffile-prefix-map={work_dir}/=", *arguments]
    unit = TranslationUnit(
        source=source,
        dialect=job.dialect,
        targets=job.targets,
        clang_args=tuple(arguments),
        work_dir=work_dir,
        language_standard=invocation.standard or "c++17",
        optimize=invocation.optimize,
        debug=invocation.debug,
        fast_math=invocation.fast_math,
        itemwise=runs_itemwise(invocation, job.targets),
        checks=invocation.checks,
        verbose=invocation.verbose,
        vulkan_pod=invocation.tools.vulkan_pod,
    )
    return with_compat(unit, invocation.ms_compat)


def dependency_flags(invocation: Invocation, source: Path) -> list[str]:
    """-MF and -MQ with the names that clang would choose for the user's output; ours is a temporary file."""
    if not invocation.dependencies:
        return ["-MF", invocation.dependency_file] if invocation.dependency_file else []
    output = invocation.output if invocation.output not in (None, "-") else f"{source.stem}.o"
    assert output is not None
    file = invocation.dependency_file or str(Path(output).with_suffix(".d"))
    return ["-MF", file] if invocation.named_dependency else ["-MF", file, "-MQ", output]


def clang_command(
    invocation: Invocation, job: ClangJob, tools: Toolchain, output: Path | None
) -> tuple[str, ...]:
    """The command for a source without kernels among others, or with options of hcc's."""
    standard = (f"-std={invocation.standard}",) if invocation.standard else ()
    if job.source.suffix in (".s", ".S"):
        standard = ()
    action: tuple[str, ...] = ("-c",)
    if invocation.action == "preprocess":
        action = () if {"-M", "-MM"} & set(invocation.clang_args) else ("-E",)
    elif invocation.action in ("assemble", "syntax"):
        action = ("-S",) if invocation.action == "assemble" else ("-fsyntax-only",)
    arguments = (
        *(("-fcolor-diagnostics",) if colour_wanted(invocation) else ()),
        *(("-v",) if "-v" in invocation.words else ()),
        *(word for word in invocation.clang_args if not is_of_vectoriser(word)),
        *standard,
        *dependency_flags(invocation, job.source),
        *(("-emit-llvm",) if invocation.emits_llvm else ()),
        *action,
    )
    return plain_command(job.source, arguments, tools, output, job.language)


def without_precompiled_headers(arguments: Iterable[str]) -> Iterator[str]:
    """Leaves out a user's PCH: it is of another mode than either part.

    CMake names the header beside it, `-Xclang -include -Xclang HEADER`: that one is read instead.
    """
    words = iter(arguments)
    for word in words:
        if word == "-include-pch":
            next(words, None)
        elif word == "-Xclang":
            value = next(words, "")
            if value == "-include-pch":
                next(words, None)
                next(words, None)
            else:
                yield from (word, value)
        elif word != "-Winvalid-pch":
            yield word


def colour_wanted(invocation: Invocation) -> bool:
    """Colours on a terminal, unless a flag or NO_COLOR says otherwise."""
    flags = [a for a in invocation.clang_args if a.endswith(("color-diagnostics", "diagnostics-color"))]
    if flags:
        return not flags[-1].startswith("-fno-")
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def host_action(invocation: Invocation, action: str) -> tuple[str, ...]:
    """What clang is to do with the host part."""
    if action == "syntax":
        return ("-fsyntax-only",)
    if action == "precompile":  # for plain sources; kernels read the header itself
        given = "-emit-pch" in invocation.clang_args  # as CMake does
        return ("-c",) if given else ("-c", "-Xclang", "-emit-pch")
    if action == "preprocess":
        return () if {"-M", "-MM"} & set(invocation.clang_args) else ("-E",)
    llvm = ("-emit-llvm",) if invocation.emits_llvm else ()
    return ("-S" if action == "assemble" else "-c", *llvm)
