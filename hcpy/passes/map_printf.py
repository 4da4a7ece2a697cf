"""Makes the C library's printf in kernels what hc::printf is.

Takes a Lowering. Each call becomes one of __hcrt_print (runtime/device/print.cpp) over an array of the
arguments, and gives 0 where it prints.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering

_PRINT = "__hcrt_print"
_RING = "hcrt_launch_print_ring"  # libhcrt has it too: a variable of each launch
_GLOBAL_SPACE = 1
_INTEGER, _REAL, _ADDRESS = 0, 1, 2


def run_ptx(lowering: Lowering) -> None:
    _run(lowering.module, 0, ir.CallingConvention.C)


run_amdgcn = run_ptx


def run_spirv(lowering: Lowering) -> None:
    _run(lowering.module, 4, ir.CallingConvention.SPIR_FUNCTION)


def _run(module: ir.Module, generic_space: int, convention: int) -> None:
    printf = module.function("printf")
    if printf is None or not printf.is_declaration:
        return
    calls = printf.call_sites
    if not calls:
        return
    function, ring = print_function(module, generic_space, convention)
    pointer = module.types.pointer(generic_space)
    for call in calls:
        _rewrite(call, function, ring, pointer)
    if not printf.is_used:
        printf.erase()


def print_function(module: ir.Module, generic_space: int, convention: int) -> tuple[ir.Function, ir.Variable]:
    """__hcrt_print(ring, kind, format, count, arguments), and where a launch has the ring."""
    types = module.types
    pointer = types.pointer(generic_space)
    ring = module.variable(_RING)
    if ring is None:
        ring = module.add_variable(_RING, pointer, _GLOBAL_SPACE)
        ring.is_externally_initialized = True
        ring.align = 8
    type_ = types.function(types.i32, [pointer, types.i32, pointer, types.i32, pointer])
    return module.declare(_PRINT, type_, convention), ring


def _rewrite(call: ir.Instruction, function: ir.Function, ring: ir.Variable, pointer: ir.Type) -> None:
    text, *arguments = call.arguments
    i32, i64 = pointer.types.i32, pointer.types.i64
    pair = pointer.types.struct([i64, i64])
    with ir.Builder.before(call.function.entry.first_after_phis) as build:
        own = build.alloca(pair.array(max(len(arguments), 1)), "hcrt.printf", 8)
    with ir.Builder.before(call) as build:
        table = build.space_cast(own, pointer.address_space)
        for number, argument in enumerate(arguments):
            kind, bits = _noted(build, argument)
            place = build.address(pair, table, [number])
            build.store(i64.const(kind), place, 8)
            build.store(bits, build.offset(place, 8), 8)
        loaded = build.load(pointer, ring, align=8)
        given = [loaded, i32.null(), text, i32.const(len(arguments)), table]
        if call.opcode is ir.Opcode.INVOKE:
            made = build.invoke(function, given, (call.successors[0], call.successors[1]))
        else:
            made = build.call(function, given)
    call.replace(made)


def _noted(build: ir.Builder, argument: ir.Value) -> tuple[int, ir.Value]:
    """The kind of an argument, and its bits as an i64."""
    type_, i64 = argument.type, build.types.i64
    if type_.is_pointer:
        return _ADDRESS, build.cast(ir.Opcode.PTRTOINT, argument, i64)
    if type_ == build.types.double:
        return _REAL, build.cast(ir.Opcode.BITCAST, argument, i64)
    return _INTEGER, argument if type_ == i64 else build.cast(ir.Opcode.SEXT, argument, i64)
