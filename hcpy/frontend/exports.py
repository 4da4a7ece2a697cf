"""Host stage, second try: makes host variables that kernels use visible to the runtime.

Takes: a host object, and the plain globals that the device images copy or refer to.
Gives: the host object as it is, or one compiled again in which each of them has a linkable name.

Variables of internal linkage have none, clang's optimiser drops what only kernels read, and inline variables
that the host part does not use are never emitted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.core.dataclass import replace
from hcpy.core.demangle import demangle
from hcpy.core.errors import CompileError
from hcpy.core.flags import driver, user_flags, without_dependencies
from hcpy.core.lazy import lazy
from hcpy.core.model import (
    Diagnostic,
    Dialect,
    GlobalRecord,
    HostObject,
    SplitSource,
    Toolchain,
    TranslationUnit,
)
from hcpy.frontend.host import host_command, tell_units_apart
from hcpy.frontend.run import run_clang
from hcpy.objects.objfile import ElfFile

if TYPE_CHECKING:
    from hcpy import ir
else:
    ir = lazy("hcpy.ir")

INTERNAL_PREFIX = "__hcpy_internal."  # the exported name, as the host images refer to it
_ALIGN = 64  # of variables that only kernels have: as much as any vector asks for
RUNTIME_PREFIX = "hcrt_launch_"  # variables that libhcrt has


def export_globals(
    unit: TranslationUnit,
    tools: Toolchain,
    source: SplitSource | None,
    host: HostObject,
    records: Iterable[GlobalRecord],
) -> HostObject:
    """Compile the host part again where a variable's name cannot be linked to."""
    present = {symbol.name for symbol in ElfFile(host.path.read_bytes(), str(host.path)).symbols}
    records = tuple({record.symbol: record for record in records}.values())
    internal = [record for record in records if record.internal]
    absent = [record.symbol for record in records if not record.internal and record.symbol not in present]
    absent = [symbol for symbol in absent if not symbol.startswith(RUNTIME_PREFIX)]
    if not internal and not absent:
        return host
    references = unit.work_dir / f"{unit.source.stem}.exports.hpp"
    # A variable of a function gets its name when the function is emitted: a reference would take it away.
    references.write_text(
        _references([*absent, *(r.symbol for r in internal if not r.symbol.startswith("_ZZ"))])
    )
    text = unit.work_dir / f"{unit.source.stem}.exports.ll"
    arguments = (*without_dependencies(unit.clang_args), "-include", str(references))
    again = replace(unit, clang_args=arguments)
    action = ("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes")
    run_clang(host_command(again, tools, source, text, action), tools, unit.dialect)
    _append_aliases(text, internal, [r for r in records if r.symbol in absent and r.initial])
    run_clang(
        (
            *(*driver(tools), *user_flags(unit), "-fno-lto", "-Qunused-arguments", "-Wno-override-module"),
            *("-c", "-o", str(host.path), "-x", "ir", str(text)),
        ),
        tools,
    )
    if unit.dialect is Dialect.AMP:
        tell_units_apart(host.path)
    return host


def _references(symbols: Collection[str]) -> str:
    """Text that makes clang emit the variables: an assembler name finds even what no C++ name reaches."""
    lines = ['extern "C" {']
    for number, symbol in enumerate(symbols):
        lines.append(f'extern char __hcpy_variable_{number} __asm__("{symbol}");')
        lines.append(
            f"__attribute__((used)) static char* const __hcpy_reference_{number} = &__hcpy_variable_{number};"
        )
    return "\n".join([*lines, "}", ""])


def _append_aliases(path: Path, internal: Iterable[GlobalRecord], absent: Iterable[GlobalRecord]) -> None:
    with ir.Module.read(path) as module:
        for record in absent:
            _variable(module, record, ir.Linkage.WEAK_ODR)
        for record in internal:
            variable = _variable(module, record, ir.Linkage.INTERNAL)
            module.add_alias(f"{INTERNAL_PREFIX}{record.symbol}", module.types.i8, variable).make_hidden()
        module.write(path)


def _variable(module: ir.Module, record: GlobalRecord, linkage: ir.Linkage) -> ir.Variable:
    """The host part's variable. It has none of functions that only kernels call: then a new one."""
    found = module.variable(record.symbol)
    if found is not None and not found.is_declaration:
        return found
    if not record.initial:
        raise CompileError([_unreachable(record)])
    value = module.types.text(bytes.fromhex(record.initial), terminated=False)
    if found is not None:
        found.name = ""
    made = module.add_variable(record.symbol, value.type, 0, value)
    made.linkage, made.align = linkage, _ALIGN
    if found is not None:
        found.replace_uses(made)
        found.erase()
    return made


def _unreachable(record: GlobalRecord) -> Diagnostic:
    message = (
        f"kernels use '{demangle(record.symbol)}', which host code does not have; "
        "move it out of the kernel to namespace scope"
    )
    return Diagnostic("error", record.location, message)
