"""Host stage: clang's host iteration, and sources without kernels.

Takes: the unit's text, with the split stage's edits for the host part.
Gives: a HostObject: the object file and the names of the kernels that it launches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from hcpy.core.flags import (
    HOST_PART,
    cc1,
    contraction,
    dependency_file,
    dialect_flags,
    driver,
    header_list,
    language,
    output_file,
    quiet,
    source_word,
    user_flags,
)
from hcpy.core.model import Dialect, HostObject, Part, SplitSource, Toolchain, TranslationUnit
from hcpy.core.words import openmp_headers
from hcpy.frontend.dependencies import complete_dependencies
from hcpy.frontend.prefixed import run_prefixed
from hcpy.frontend.text.textual import overlay_flags, textual_split
from hcpy.objects.objfile import ElfFile, host_kernels, rename_symbols


def compile_host(unit: TranslationUnit, tools: Toolchain, split: SplitSource | None = None) -> HostObject:
    """Run the iteration; without a SplitSource on the edits that tokens alone show."""
    path = output_path(unit)
    path.parent.mkdir(parents=True, exist_ok=True)
    split = split or textual_split(unit)

    def command(prefix: Sequence[str]) -> tuple[str, ...]:
        return host_command(unit, tools, split, action=("-c", *prefix))

    messages = run_prefixed(unit, tools, HOST_PART, _iteration(unit, tools), command)
    if not path.exists() and any(a.startswith("-verify") for a in unit.clang_args):
        return HostObject(path, messages=messages, is_missing=True)
    dependencies = dependency_file(unit)
    if dependencies is not None:
        complete_dependencies(unit, tools, dependencies)
    if unit.dialect is Dialect.AMP:
        tell_units_apart(path)
    kernels = host_kernels(ElfFile(path.read_bytes(), str(path)))
    return HostObject(path, tuple(k.name for k in kernels), messages)


def tell_units_apart(path: Path) -> None:
    """clang's HIP mode defines a symbol for each unit, which has the same name in all of ours."""
    content = path.read_bytes()
    own = f"__hip_cuid_{hashlib.sha256(content).hexdigest()[:16]}"
    path.write_bytes(rename_symbols(content, {"__hip_cuid_": own}, str(path)))


def output_path(unit: TranslationUnit) -> Path:
    """The host object's file."""
    return output_file(unit, ".host.o")


def host_command(
    unit: TranslationUnit,
    tools: Toolchain,
    split: SplitSource | None = None,
    output: Path | None = None,
    action: Sequence[str] = ("-c",),
) -> tuple[str, ...]:
    """The clang command of the host iteration; `action` is -c, -S, -E, -fsyntax-only, ..."""
    return (
        *_iteration(unit, tools),
        *action,
        *overlay_flags(unit, split, Part.HOST),
        *header_list(unit, HOST_PART),
        *(("-o", str(output or output_path(unit))) if "-fsyntax-only" not in action else ()),
        *language(unit),
        source_word(unit.source),
    )


def _iteration(unit: TranslationUnit, tools: Toolchain) -> tuple[str, ...]:
    """Everything of the host iteration but its action, output and input."""
    # Link-time optimisation would make the object bitcode; the driver needs its sections.
    return (
        *driver(tools),
        *dialect_flags(unit, tools, Part.HOST),
        f"-ffp-contract={contraction(unit)}",
        *user_flags(unit),
        "-fno-lto",
        *quiet(unit),
        *(cc1(("-fsycl-is-host",)) if unit.dialect is Dialect.HC else ()),
    )


def plain_command(
    source: Path, arguments: Sequence[str], tools: Toolchain, output: Path | None, input_language: str = ""
) -> tuple[str, ...]:
    """For a source that no dialect claims (C, assembly, plain C++); `arguments` have the action."""
    # As clang, not clang++: the file's suffix decides the language.
    return (
        *(str(tools.clang), "--driver-mode=gcc", "--start-no-unused-arguments", "-stdlib=libstdc++"),
        *("-idirafter", str(tools.prefix / "include" / "hcrt" / "plain")),
        *(*openmp_headers(arguments, str(tools.prefix)), "--end-no-unused-arguments"),
        *arguments,
        *(("-o", str(output)) if output is not None else ()),
        *(("-x", input_language) if input_language else ()),
        source_word(source),
    )
