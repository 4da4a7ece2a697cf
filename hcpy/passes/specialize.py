"""Makes constants of the values that a kernel captures as hc::specialized, or leaves them arguments.

Takes a Lowering. The header marks such a value by a call of `__hcrt_specialized_4` or `_8`, which gives what
it is given. On SPIR-V a mark of bytes that lie at a known place of the function object becomes a
specialisation constant; the runtime gives it those bytes of each launch. In PTX it becomes a move whose text
the runtime finds by the constant's number and finishes with those bytes; PTX that nobody finishes moves the
argument. All other marks go, and the value is an argument as others are. Run it after optimisation, before
passes that move the function object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hcpy import ir
from hcpy.core.records import SPECIALIZED_PUSHED
from hcpy.ir import Opcode
from hcpy.passes.export_globals import is_plain
from hcpy.passes.lowering import Lowering

FIRST_ID = 16  # libhcrt's own are below
_MARKS = ("__hcrt_specialized_4", "__hcrt_specialized_8")
# SPIR-V's, as LLVM's back end knows them: of the constant's number and its value where nobody gives one.
CONSTANTS = {32: "_Z20__spirv_SpecConstantij", 64: "_Z20__spirv_SpecConstantim"}
# What the runtime looks for in PTX (runtime/backends/cuda/ptx_constants.cpp).
PTX_CONSTANT = "mov.b{bits} $0, $1; // hcrt constant {number}"
# A large function object is passed by an address of global memory, which the entry makes a generic one.
_SAME_ADDRESS = (Opcode.ADDRSPACE_CAST, Opcode.PTRTOINT, Opcode.INTTOPTR)


class _Place(NamedTuple):
    """Where in the function object a value lies."""

    offset: int
    bytes: int
    align: int


def push(module: ir.Module, entries: Iterable[str]) -> dict[str, str]:
    """Takes all marks away; gives the entries that reach one, each with the record's text."""
    marks = _marks(module)
    if not marks:
        return {}
    graph = ir.CallGraph()
    kernels = [f for name in entries if (f := module.function(name)) is not None]
    found = {
        k.name: SPECIALIZED_PUSHED for k in kernels if any(m in set(graph.reachable((k,))) for m in marks)
    }
    for mark in marks:
        _drop(mark)
    return found


def run_pushed(lowering: Lowering) -> None:
    """Targets whose code is complete before a launch."""
    lowering.specialized = push(lowering.module, lowering.entries)


def run_constants(lowering: Lowering) -> None:
    """OpenCL, Vulkan."""
    _run(lowering, lowering.kernels, _constant)


def run_ptx(lowering: Lowering) -> None:
    """A finished image is another module, which has its own instances of variables that change."""
    marks = _marks(lowering.module)
    variables = [v for v in lowering.module.variables if is_plain(v)] if marks else []
    users = {user.function for v in variables for user in ir.instructions_using(v)}
    graph = ir.CallGraph()
    kernels = [k for k in lowering.kernels if marks and users.isdisjoint(graph.reachable((k,)))]
    _run(lowering, kernels, _move)


def _run(
    lowering: Lowering,
    kernels: Iterable[ir.Function],
    constant: Callable[[ir.Module, ir.Function, _Place, ir.Type, int], ir.Value],
) -> None:
    marks = _marks(lowering.module)
    texts: dict[str, list[str]] = {}
    number = FIRST_ID
    for kernel in kernels if marks else ():
        calls = [call for call in kernel.calls() if call.callee in marks]
        made: dict[tuple[_Place, int], ir.Value] = {}
        for call in calls if kernel.arguments and _is_only_read(kernel.arguments[0]) else ():
            place = _place_of(call.arguments[0], kernel.arguments[0], lowering.module.layout)
            if place is None:
                continue
            key = (place, call.type.width)
            if key not in made:
                texts.setdefault(kernel.name, []).append(f"{number}:{place.offset}:{place.bytes}")
                made[key] = constant(lowering.module, kernel, place, call.type, number)
                number += 1
            call.replace(made[key])
    for name, text in push(lowering.module, lowering.entries).items():
        texts.setdefault(name, []).append(text)
    lowering.specialized = {name: " ".join(items) for name, items in texts.items()}


def _marks(module: ir.Module) -> list[ir.Function]:
    return [f for name in _MARKS if (f := module.function(name)) is not None]


def _drop(mark: ir.Function) -> None:
    for call in mark.call_sites:
        call.replace(call.arguments[0])
    mark.erase()


def _constant(
    module: ir.Module, kernel: ir.Function, _place: _Place, type_: ir.Type, number: int
) -> ir.Value:
    """A specialisation constant of SPIR-V. A module has no two of one number."""
    types = module.types
    name = CONSTANTS[type_.width]
    function_type = types.function(type_, [types.i32, type_])
    function = module.function(name) or module.declare(
        name, function_type, ir.CallingConvention.SPIR_FUNCTION
    )
    with ir.Builder.before(kernel.entry.first_after_phis) as build:
        return build.call(function, [types.i32.const(number), type_.const(0)], "specialized")


def _move(_module: ir.Module, kernel: ir.Function, place: _Place, type_: ir.Type, number: int) -> ir.Value:
    """The argument, by a move that the runtime finds."""
    register = "l" if type_.width == 64 else "r"
    with ir.Builder.before(kernel.entry.first_after_phis) as build:
        stored = build.types.integer(place.bytes * 8)
        value: ir.Value = build.load(
            stored, build.offset(kernel.arguments[0], place.offset), align=place.align
        )
        if stored != type_:
            value = build.cast(Opcode.ZEXT, value, type_)
        text = PTX_CONSTANT.format(bits=type_.width, number=number)
        moves = build.types.function(type_, [type_])
        move = build.assembler(moves, text, f"={register},{register}", effects=False)
        return build.call(move, [value], "specialized", moves)


def _place_of(value: ir.Value, argument: ir.Value, layout: ir.Layout) -> _Place | None:
    """The bytes of the function object that a marked value is, if it is nothing else."""
    while isinstance(value, ir.Instruction) and value.opcode in (Opcode.ZEXT, Opcode.BITCAST):
        value = value.operand(0)
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.LOAD or value.is_volatile:
        return None
    offset = _offset_of(value.pointer, argument)
    return None if offset is None else _Place(offset, layout.size(value.type), value.align)


def _offset_of(pointer: ir.Value, argument: ir.Value) -> int | None:
    """How many bytes an address lies after the argument's."""
    offset = 0
    while pointer != argument:
        if not isinstance(pointer, ir.Instruction):
            return None
        if pointer.opcode is Opcode.GEP:
            step = pointer.operand(1)
            is_bytes = pointer.source_type.is_integer and pointer.source_type.width == 8
            if not is_bytes or len(pointer.operands) != 2 or not isinstance(step, ir.Integer):
                return None
            offset += step.signed
        elif pointer.opcode not in _SAME_ADDRESS:
            return None
        pointer = pointer.operand(0)
    return offset


def _is_only_read(pointer: ir.Value) -> bool:
    """Does the kernel leave its function object as it was launched with?"""
    for use in pointer.uses:
        user = use.user
        if not isinstance(user, ir.Instruction):
            return False
        if user.opcode is Opcode.GEP or user.opcode in _SAME_ADDRESS:
            if not _is_only_read(user):
                return False
        elif user.opcode is Opcode.CALL:
            if not _reads(user, use.index):
                return False
        elif user.opcode is not Opcode.LOAD:
            return False
    return True


def _reads(call: ir.Instruction, index: int) -> bool:
    """Does a call only read what its argument points to?"""
    name = "readonly"
    if name in call.argument_attributes(index):
        return True
    callee = call.callee
    if callee is None or index >= len(callee.arguments):
        return False
    return name in callee.parameter_attributes(index) and not call.callee_name.startswith("llvm.lifetime")
