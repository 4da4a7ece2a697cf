"""Ir stage: clang's device iterations, one for each kind of target.

Takes: the unit's text, with the split stage's edits for the device part.
Gives: a DeviceModule: unoptimised textual IR, in which the kernels and all that they call are defined.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.errors import ToolFailed
from hcpy.core.flags import (
    HOST_TRIPLE,
    cc1,
    contraction,
    device_flags,
    dialect_flags,
    driver,
    header_list,
    itemwise_flags,
    language,
    output_file,
    quiet,
    source_word,
    user_flags,
)
from hcpy.core.model import DeviceModule, Dialect, Part, SplitSource, Toolchain, TranslationUnit
from hcpy.frontend.prefixed import run_prefixed
from hcpy.frontend.text.textual import overlay_flags, textual_split, without_exports

if TYPE_CHECKING:  # the targets import LLVM; the split stage needs only `iteration`
    from hcpy.targets.base import TargetKind


_NOT_EXTERNAL = re.compile(
    r"^(.+?):(\d+):\d+: error: 'clang::sycl_external' (?:can only be applied|cannot be applied)", re.MULTILINE
)


def device_ir(
    unit: TranslationUnit, kind: TargetKind, tools: Toolchain, split: SplitSource | None = None
) -> DeviceModule:
    """Run the iteration; without a SplitSource on the edits that tokens alone show."""
    path = output_path(unit, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    base = iteration(unit, tools, kind)
    split = split or textual_split(unit)

    def run(split: SplitSource) -> str:
        def command(prefix: Sequence[str]) -> tuple[str, ...]:
            return device_command(unit, kind, tools, split, action=("-S", "-emit-llvm", *prefix))

        return run_prefixed(unit, tools, kind.name, base, command)

    try:
        messages = run(split)
    except ToolFailed as failed:
        refused = frozenset((os.path.realpath(f), int(n)) for f, n in _NOT_EXTERNAL.findall(failed.stderr))
        if not refused:
            raise
        # What the tokens did not show: a function of types that have no linkage.
        messages = run(without_exports(split, refused, f"{kind.name}-exports"))
    return DeviceModule(unit, kind.name, path, messages)


def output_path(unit: TranslationUnit, kind: TargetKind) -> Path:
    """The module's file."""
    return output_file(unit, f".{kind.name}.ll")


def device_command(
    unit: TranslationUnit,
    kind: TargetKind,
    tools: Toolchain,
    split: SplitSource | None = None,
    output: Path | None = None,
    action: Sequence[str] = ("-S", "-emit-llvm"),
) -> tuple[str, ...]:
    """The clang command of one device iteration; `action` is -S -emit-llvm, -E, ..."""
    return (
        *iteration(unit, tools, kind),
        *action,
        *overlay_flags(unit, split, Part.DEVICE),
        *header_list(unit, kind.name),
        "-o",
        str(output or output_path(unit, kind)),
        *language(unit),
        source_word(unit.source),
    )


def iteration(unit: TranslationUnit, tools: Toolchain, kind: TargetKind) -> tuple[str, ...]:
    """Everything of a device iteration but its input and output; the split stage parses so, too."""
    mode = "-fsycl-is-device" if unit.dialect is Dialect.HC else "-fcuda-is-device"
    # The driver makes the line for the host, so that user flags, GCC's folders and the macros of the
    # system headers are the host part's; what differs goes to cc1, where the last word counts.
    target = (
        *("-triple", kind.triple, "-aux-triple", HOST_TRIPLE),
        *("-target-cpu", "", "-tune-cpu", ""),
        *kind.cc1_args,
        mode,
        "-disable-llvm-passes",
        "-mno-constructor-aliases",  # the passes know functions and variables
        # As on the host: structures are laid out alike, and check_device_ir sees who computes with it.
        *(() if kind.is_host else ("-mlong-double-80",)),
        *_debug_information(unit),
    )
    return (
        *driver(tools),
        *dialect_flags(unit, tools, Part.DEVICE),
        f"-D{kind.macro}=1",
        *_code_generation(unit, kind),
        *(
            "-fno-math-errno",
            f"-ffp-contract={contraction(unit, not kind.is_host, in_kernel=True)}",
            "-fno-stack-protector",
        ),
        *device_flags(user_flags(unit)),
        "-Wno-everything",
        "-Werror=nonportable-sycl",  # the host iteration prints the warnings, once
        *quiet(unit),
        *cc1(target),
    )


def _debug_information(unit: TranslationUnit) -> tuple[str, ...]:
    if unit.itemwise:
        return () if unit.debug else ("-debug-info-kind=line-tables-only",)
    # -gline-tables-only would make LLVM write `.target ..., debug`, which turns ptxas's optimiser off.
    return ("-debug-info-kind=line-directives-only",)


def _code_generation(unit: TranslationUnit, kind: TargetKind) -> tuple[str, ...]:
    if unit.itemwise:
        check = ("-DHCPY_CHECK=1",) if unit.checks else ()
        return (*check, "-fPIC", *itemwise_flags(user_flags(unit)))
    position = "-fPIC" if kind.is_host else "-fno-pic"  # it may become part of a shared object
    return ("-O3", position, "-fno-unwind-tables", "-fno-asynchronous-unwind-tables")
