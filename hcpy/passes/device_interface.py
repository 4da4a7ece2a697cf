"""Reads off a device module what it wants of other translation units and what it gives them.

Takes: a DeviceModule and the names of the unit's annotated functions.
Gives: its ModuleInterface, and bitcode in which nothing but that interface has external linkage.

Undefined functions without an annotation are no part of it: they are left to the target's passes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from hcpy import ir
from hcpy.core.demangle import demangle
from hcpy.core.model import (
    DeviceModule,
    ExternalNames,
    GlobalRecord,
    ModuleInterface,
    Target,
    Toolchain,
    Undefined,
)
from hcpy.passes.call_chain import CallChains
from hcpy.passes.export_globals import initial_bytes, is_plain
from hcpy.passes.external_symbols import is_exported, is_undefined
from hcpy.passes.lowering import Lowering
from hcpy.passes.make_records import describe_kernels

_UNITS_OWN = frozenset((ir.Linkage.EXTERNAL, ir.Linkage.WEAK_ANY, ir.Linkage.WEAK_ODR))


def read_interface(device: DeviceModule, names: ExternalNames, tools: Toolchain) -> ModuleInterface:
    """The interface of a unit's module for one kind of target."""
    lowering = Lowering.begin(device, Target(device.kind), tools)
    module = lowering.module
    exports = [function for function in module.functions if is_exported(function, names)]
    undefined = {function for function in module.functions if is_undefined(function, names)}
    references = ir.References(module)
    used = references.reached((*lowering.kernels, *exports))
    own = [
        GlobalRecord(variable.name, 0, variable.is_local, initial=initial_bytes(module, variable))
        for variable in module.variables
        if variable in used and not variable.is_declaration and is_plain(variable)
    ]
    places = ((function.name, function.location) for function in exports)
    return ModuleInterface(
        device.kind,
        describe_kernels(lowering),
        tuple((e.name, tuple(f.name for f in references.reached((e,)) if f in undefined)) for e in exports),
        tuple(_uses(lowering, lowering.kernels, undefined)),
        tuple(_uses(lowering, exports, undefined)),
        tuple(own),
        tuple((name, place) for name, place in places if place is not None),
        tuple(function.name for function in exports if function.linkage is not ir.Linkage.EXTERNAL),
    )


def _uses(
    lowering: Lowering, roots: Iterable[ir.Function], undefined: set[ir.Function]
) -> Iterator[Undefined]:
    """The first use of each undefined function, as an error that says how the roots lead there."""
    chains = CallChains(lowering, roots)
    users: dict[ir.Instruction, list[ir.Function]] = {}
    for function in undefined:
        for instruction in ir.instructions_using(function):
            users.setdefault(instruction, []).append(function)
    done: set[ir.Function] = set()
    for caller in chains.functions:
        for instruction in caller.instructions() if users else ():
            for function in users.get(instruction, ()):
                if function not in done:
                    done.add(function)
                    message = f"undefined device function '{demangle(function.name)}'"
                    yield Undefined(function.name, chains.error(message, caller, instruction))


def drop_kernels(path: Path, symbols: Collection[str]) -> None:
    """Take kernels out of a module's file."""
    with ir.Module.read(path) as module:
        module.keep({s for s in (*module.functions, *module.variables) if s.name not in symbols})
        module.write(path)


# --- bitcode -----------------------------------------------------------------------------------------
def make_bitcode(
    device: DeviceModule, interface: ModuleInterface, with_kernels: bool, variables: Mapping[str, str]
) -> bytes:
    """The module as other units' code is linked to it. variables: what internal plain globals are called."""
    module = ir.Module.read(device.path)
    exports = {name for name, _ in interface.exports}
    kernels = {kernel.symbol for kernel in interface.kernels} if with_kernels else set()
    roots = [function for function in module.definitions if function.name in exports | kernels]
    # Variables without a name are a sanitizer's own; they are kept as they are.
    unnamed = [variable for variable in module.variables if not variable.name]
    module.keep(ir.References(module).reached((*roots, *unnamed, *module.aliases)))
    for function in module.definitions:
        _set_linkage(function, is_export=function.name in exports, is_kernel=function.name in kernels)
    own = {record.symbol for record in interface.globals}
    for variable in module.variables:
        if variable.name in own:
            _leave_to_host(module, variable)
        elif not variable.is_declaration and variable.linkage in _UNITS_OWN:
            variable.linkage = ir.Linkage.INTERNAL
    for old, new in variables.items():
        if (found := module.variable(old)) is not None:
            found.name = new
    code = module.bitcode()
    module.close()
    return code


def _set_linkage(function: ir.Function, *, is_export: bool, is_kernel: bool) -> None:
    linkage = function.linkage
    if is_export:
        if linkage is ir.Linkage.INTERNAL:
            function.linkage = ir.Linkage.WEAK_ODR
    elif not is_kernel and linkage not in (ir.Linkage.LINKONCE_ANY, ir.Linkage.LINKONCE_ODR):
        function.linkage = ir.Linkage.INTERNAL


def _leave_to_host(module: ir.Module, variable: ir.Variable) -> None:
    """The host part defines it: every image of this unit's code refers to that one, or has a copy of it."""
    name, variable.name = variable.name, ""
    made = module.add_variable(name, variable.value_type, variable.address_space)
    made.align = variable.align
    made.is_readonly = variable.is_readonly
    made.is_thread_local = variable.is_thread_local
    made.is_externally_initialized = variable.is_externally_initialized
    variable.replace_uses(made)
    variable.erase()
