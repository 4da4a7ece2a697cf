"""hcc's own warnings: what can be said of kernels that compile, and that will not do what was meant.

Takes: a ParsedUnit, its UnitText and its Kernels.
Gives: Diagnostics, each with the name of its -W flag; docs/driver.md lists the flags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hcpy.core.model import Diagnostic, Location, TranslationUnit
from hcpy.core.words import WARNINGS
from hcpy.frontend.clang_ast import ParsedUnit
from hcpy.frontend.kernels import Kernel
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.warnings.finding import Finding
from hcpy.frontend.warnings.held import FLAG
from hcpy.frontend.warnings.kernels import KernelWarnings
from hcpy.frontend.warnings.text import TEXT_FLAGS, text_findings

_POINTER = re.compile(r"\*\s*(?:const)?\s*$")


def warnings(
    parsed: ParsedUnit, text: UnitText, kernels: Sequence[Kernel], others: Iterable[Finding] = ()
) -> tuple[Diagnostic, ...]:
    """All that the unit's flags ask for, each place once; others: what was found before the parse held."""
    levels = warning_levels(text.unit)
    milder = warning_levels(text.unit, strictest="warning")
    if all(level == "ignored" for level in levels.values()):
        return ()
    started = {kernel.location: kernel for kernel in kernels}
    found = [
        *others,
        *KernelWarnings(parsed, text).find(kernels),
        *(f for f in _of_text(text, levels) if _holds(f, started)),
    ]
    held = {one.location for one in found if one.flag == FLAG}
    made: dict[object, Diagnostic] = {}
    for one in found:
        if one.flag == "kernel-this" and one.location in held:
            continue  # one report a mistake
        level = (milder if one.is_mild else levels)[one.flag]
        if level != "ignored":
            message = f"{one.message} [-W{one.flag}]"
            made.setdefault((one.flag, one.location), Diagnostic(level, one.location, message, one.notes))
    return tuple(made.values())


def _of_text(text: UnitText, levels: dict[str, str]) -> Iterable[Finding]:
    if all(levels[flag] == "ignored" for flag in TEXT_FLAGS):
        return ()
    return text_findings(text.annotations.values(), text.unit.dialect, text.launches)


def _holds(finding: Finding, kernels: dict[Location, Kernel]) -> bool:
    """Is the lambda expression a kernel, which captures the pointer that it was found to write through?"""
    if finding.kernel is None or finding.flag == "dangling-view":
        return True
    kernel = kernels.get(finding.kernel)
    if kernel is None:
        return False
    captured = [use.capture for use in kernel.captures if use.capture.name == finding.captured]
    return not finding.captured or any(_POINTER.search(capture.type) for capture in captured)


def warning_levels(unit: TranslationUnit, strictest: str = "error") -> dict[str, str]:
    """For each warning "ignored", "warning" or "error"; of several flags the last one counts.

    strictest: the level of what is an error without flags.
    """
    levels = dict.fromkeys(WARNINGS, "warning")
    levels[FLAG] = strictest  # on the host, too: the launch's copy of the object ends before the kernel
    for word in unit.clang_args:
        name = word[2:].removeprefix("no-").removeprefix("error=")
        if word.startswith("-W") and name in WARNINGS:
            if word.startswith("-Wno-error="):
                levels[name] = "warning" if levels[name] == "error" else levels[name]
            elif word.startswith("-Wno-"):
                levels[name] = "ignored"
            else:
                asked = "error" if word.startswith("-Werror=") else "warning"
                levels[name] = "error" if levels[name] == "error" else asked
    if "-w" in unit.clang_args:
        return {name: level.replace("warning", "ignored") for name, level in levels.items()}
    return levels
