"""Reads off a device module what it wants of other translation units and what it gives them.

Takes: a DeviceModule and the names of the unit's annotated functions.
Gives: its ModuleInterface, and bitcode in which nothing but that interface has external linkage.

Undefined functions without an annotation are no part of it: they are left to the target's passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from hcpy.model import (
    DeviceModule,
    ExternalNames,
    GlobalRecord,
    ModuleInterface,
    Target,
    Toolchain,
    Undefined,
)
from hcpy.passes.call_chain import CallChains
from hcpy.passes.demangle import demangle
from hcpy.passes.drop_unreachable import keep, reached
from hcpy.passes.export_globals import is_plain
from hcpy.passes.external_symbols import is_annotated, may_be_exported
from hcpy.passes.irtext import NAME, Function, Global, Module, quote, read_ir, unquote
from hcpy.passes.lowering import Lowering
from hcpy.passes.make_records import describe_kernels

_DBG = re.compile(r"!dbg !(\d+)")
_SYMBOL = re.compile(rf"@({NAME})")


def read_interface(device: DeviceModule, names: ExternalNames, tools: Toolchain) -> ModuleInterface:
    """The interface of a unit's module for one kind of target."""
    lowering = Lowering.begin(device, Target(device.kind), tools)
    module = lowering.module
    exports = [name for name, function in module.functions.items() if _is_exported(function, names)]
    undefined = {
        name
        for name, function in module.functions.items()
        if function.is_declaration and not name.startswith("llvm.") and is_annotated(name, names)
    }
    used = reached(module, (*lowering.entries, *exports))
    leads_to = {name: tuple(n for n in reached(module, (name,)) if n in undefined) for name in exports}
    own = {
        name: GlobalRecord(name, 0, variable.linkage in ("internal", "private"))
        for name, variable in module.globals.items()
        if name in used and not variable.is_declaration and is_plain(variable)
    }
    places = ((name, module.metadata.subprogram_location(module.functions[name].dbg)) for name in exports)
    kernels = describe_kernels(lowering)
    needs = tuple(_uses(lowering, lowering.entries, undefined))
    return ModuleInterface(
        device.kind,
        kernels,
        tuple(leads_to.items()),
        needs,
        tuple(_uses(lowering, exports, undefined)),
        tuple(own.values()),
        tuple((name, place) for name, place in places if place is not None),
        tuple(name for name in exports if module.functions[name].linkage != "external"),
    )


def _is_exported(function: Function, names: ExternalNames) -> bool:
    """An annotated function that another unit may call: no other unit has it as well, as those in headers."""
    if function.is_declaration or function.calling_convention.endswith("_kernel"):
        return False
    return may_be_exported(function.name, function.linkage, names)


def _uses(lowering: Lowering, roots: Iterable[str], undefined: set[str]) -> Iterator[Undefined]:
    """The first use of each undefined function, as an error that says how the roots lead there."""
    chains = CallChains(lowering, roots)
    left = {name: re.compile(re.escape(f"@{quote(name)}") + r"(?![-\w$.])") for name in undefined}
    for caller in chains.functions:
        function = lowering.module.functions.get(caller)
        for line in function.body if function is not None and left else ():
            if "@" not in line:
                continue
            for name in [n for n, pattern in left.items() if pattern.search(line)]:
                del left[name]
                dbg = _DBG.search(line)
                message = f"undefined device function '{demangle(name)}'"
                yield Undefined(name, chains.error(message, caller, int(dbg.group(1)) if dbg else None))


# --- bitcode -----------------------------------------------------------------------------------------
def make_bitcode(
    device: DeviceModule, interface: ModuleInterface, with_kernels: bool, variables: Mapping[str, str]
) -> bytes:
    """The module as other units' code is linked to it. variables: what internal plain globals are called."""
    import llvmlite.binding as llvm

    module = Module.parse(read_ir(device.path))
    exports = {name for name, _ in interface.exports}
    kernels = {kernel.symbol for kernel in interface.kernels} if with_kernels else set()
    # Variables without a name are a sanitizer's own; they are kept as they are.
    unnamed = [
        unquote(n) for i in module.items if isinstance(i, str) and i[:1] == "@" for n in _SYMBOL.findall(i)
    ]
    keep(module, reached(module, (*kernels, *exports, *unnamed)))
    for function in module.functions.values():
        if function.is_declaration:
            continue
        if function.name in exports:
            if function.linkage == "internal":
                function.set_linkage("weak_odr")
        elif function.name not in kernels and not function.linkage.startswith("linkonce"):
            function.set_linkage("internal")
    own = {record.symbol for record in interface.globals}
    for variable in module.globals.values():
        if variable.name in own:
            _leave_to_host(variable)
        elif not variable.is_declaration and variable.linkage in ("external", "weak", "weak_odr"):
            variable.linkage = "internal"
    text = module.text()
    if variables:
        old_names = "|".join(re.escape(quote(name)) for name in _longest_first(variables))
        use = re.compile(rf"@({old_names})(?![-\w$.])")
        printed = {quote(old): quote(new) for old, new in variables.items()}
        text = use.sub(lambda m: "@" + printed[m.group(1)], text)
    parsed = llvm.parse_assembly(text, llvm.create_context())
    code: bytes = parsed.as_bitcode()
    return code


def _leave_to_host(variable: Global) -> None:
    """The host part defines it: every image of this unit's code refers to that one, or has a copy of it."""
    variable.initializer = ""
    variable.linkage = "external"
    variable.words = [w for w in variable.words if w not in ("dso_local", "hidden", "protected")]
    variable.trailing = [t for t in variable.trailing if t.startswith("align")]


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(names, key=len, reverse=True)
