"""Makes the C library's printf in kernels what hc::printf is.

Takes a Lowering. Each call becomes one of __hcrt_print (runtime/device/print.cpp) over an array of the
arguments, and gives 0 where it prints.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import NAME, Function, Global, Module, parse_call, split_type
from hcpy.passes.lowering import Lowering

_PRINT = "__hcrt_print"
_RING = "hcrt_launch_print_ring"  # libhcrt has it too: a variable of each launch
_RESULT = re.compile(rf"^\s*(%{NAME}) = ")
_INTEGER, _REAL, _ADDRESS = 0, 1, 2


def run_ptx(lowering: Lowering) -> None:
    _run(lowering.module, "ptr", "")


def run_spirv(lowering: Lowering) -> None:
    _run(lowering.module, "ptr addrspace(4)", "spir_func ")


def run_amdgcn(lowering: Lowering) -> None:
    """Its stack has an address space of its own."""
    _run(lowering.module, "ptr", "", 5)


def _run(module: Module, pointer: str, convention: str, stack: int = 0) -> None:
    """pointer: the type of generic pointers."""
    printf = module.functions.get("printf")
    if printf is None or not printf.is_declaration:
        return
    used = False
    for function in module.functions.values():
        if "printf" in set(function.references()):
            _rewrite(function, pointer, convention, stack)
            used = True
    if not used:
        return
    module.remove(printf)
    if _RING not in module.globals:
        module.add(
            Global(
                _RING, ["external", "addrspace(1)", "externally_initialized"], False, pointer, "", ["align 8"]
            )
        )
    if _PRINT not in module.functions:
        types = f"{pointer}, i32, {pointer}, i32, {pointer}"
        module.add(Function(_PRINT, f"declare {convention}i32 @{_PRINT}({types})"))


def _rewrite(function: Function, pointer: str, convention: str, stack: int) -> None:
    body: list[str] = []
    places: list[str] = []
    for line in function.body:
        call = parse_call(line)
        if call is None or call.callee != "printf":
            body.append(line)
            continue
        name = f"%hcrt.printf.{len(places)}"
        arguments = [_typed(a) for a in call.arguments()]
        own = f"{name}.own" if stack else name
        space = f", addrspace({stack})" if stack else ""
        places.append(f"  {own} = alloca [{max(len(arguments) - 1, 1)} x {{ i64, i64 }}], align 8{space}")
        if stack:
            body.append(f"  {name} = addrspacecast ptr addrspace({stack}) {own} to ptr")
        dbg = f", !dbg !{call.dbg}" if call.dbg is not None else ""
        for number, (type_, value) in enumerate(arguments[1:]):
            body += [instruction + dbg for instruction in _store(name, number, type_, value)]
        table, ring = f"{name}.table", f"{name}.ring"
        cast = (
            f"addrspacecast ptr {name} to {pointer}"
            if pointer != "ptr"
            else f"getelementptr i8, ptr {name}, i64 0"
        )
        result = _RESULT.match(line)
        head = f"{result.group(1)} = " if result is not None else ""
        text, count = arguments[0][1], len(arguments) - 1
        passed = f"{pointer} {ring}, i32 0, {pointer} {text}, i32 {count}, {pointer} {table}"
        body += [
            f"  {table} = {cast}{dbg}",
            f"  {ring} = load {pointer}, ptr addrspace(1) @{_RING}, align 8{dbg}",
            f"  {head}call {convention}i32 @{_PRINT}({passed}){dbg}",
        ]
    first = next(i for i, line in enumerate(body) if line.startswith(" "))
    function.body = [*body[:first], *places, *body[first:]]


def _typed(argument: str) -> tuple[str, str]:
    """Type and value of `type attributes value`."""
    type_, rest = split_type(argument)
    for attribute in ("noundef", "signext", "zeroext", "nonnull"):
        rest = rest.replace(f"{attribute} ", "")
    return type_, rest.strip()


def _store(name: str, number: int, type_: str, value: str) -> list[str]:
    """The instructions that note one argument."""
    bits = f"{name}.bits{number}"
    if type_.startswith("ptr"):
        kind, made = _ADDRESS, f"ptrtoint {type_} {value} to i64"
    elif type_ == "double":
        kind, made = _REAL, f"bitcast double {value} to i64"
    else:
        kind, made = _INTEGER, f"add i64 {value}, 0" if type_ == "i64" else f"sext {type_} {value} to i64"
    place = f"{name}.at{number}"
    return [
        f"  {bits} = {made}",
        f"  {place} = getelementptr {{ i64, i64 }}, ptr {name}, i64 {number}",
        f"  store i64 {kind}, ptr {place}, align 8",
        f"  {place}.bits = getelementptr i8, ptr {place}, i64 8",
        f"  store i64 {bits}, ptr {place}.bits, align 8",
    ]
