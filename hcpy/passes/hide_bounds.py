"""Hides conditions about ids from Intel's OpenCL compiler for CPUs where it would find wrong bounds in them.

Takes a Lowering whose module is optimised for SPIR-V. That compiler makes bounds of its loop over work-items
of the conditions that a kernel begins with. It is right about `id < n` and its like with signed numbers, or
with unsigned ones alone. Of what is computed of ids (`id - n < m`), of equality, and of signed numbers beside
unsigned ones it makes bounds that lose work-items or run some that do not exist, or it ends the process.
Such conditions here end with an exclusive or of what is always false, which the compiler cannot know. Run it
before place_launch_data, which computes ids of groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy import ir
from hcpy.core.demangle import opencl_name
from hcpy.ir import BINARY, SIGNED_ORDERS, UNSIGNED_ORDERS, IntPredicate, Opcode
from hcpy.passes.host.cfg import reachable
from hcpy.passes.lowering import Lowering

_DIMENSIONS = "_Z12get_work_dimv"  # 1 to 3
_MOST = 3
_IDS = ("get_global_id", "get_local_id")
_GROUP_ID = "get_group_id"
_WIDTHS = (Opcode.TRUNC, Opcode.SEXT, Opcode.ZEXT)
_STEPS = (*_WIDTHS, *BINARY, Opcode.SELECT, Opcode.FREEZE)
_LESSER = ("llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax.")
_JOINTS = (Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.SELECT, Opcode.FREEZE)
_WRITES = (Opcode.STORE, Opcode.ATOMIC_RMW, Opcode.CMPXCHG, Opcode.FENCE)


def run(lowering: Lowering) -> None:
    for kernel in lowering.kernels:
        if not kernel.is_declaration:
            for comparison in _misread(dict.fromkeys(_asked_first(kernel))):
                _hide(lowering.module, comparison)


def _asked_first(kernel: ir.Function) -> Iterator[ir.Instruction]:
    """The comparisons of what branches ask before anything is written, outside of loops."""
    graph = {block: block.terminator.successors for block in kernel.blocks}
    seen, blocks = {kernel.entry}, [kernel.entry]
    for block in blocks:  # grows
        if any(i.opcode in _WRITES for i in block.instructions()):
            continue
        if len(graph[block]) > 1 and block not in reachable(graph, graph[block], ()):
            yield from _compared(block.terminator.operand(0))
        blocks += (b for b in dict.fromkeys(graph[block]) if b not in seen)
        seen.update(graph[block])


def _compared(condition: ir.Value) -> Iterator[ir.Instruction]:
    if not isinstance(condition, ir.Instruction):
        return
    if condition.opcode is Opcode.ICMP:
        yield condition
    elif condition.opcode in _JOINTS:
        for operand in condition.operands:
            yield from _compared(operand)


def _misread(comparisons: Iterable[ir.Instruction]) -> list[ir.Instruction]:
    grown: dict[ir.Value, bool] = {}
    of_ids = [c for c in comparisons if any(_grows(operand, grown) for operand in c.operands)]
    plain = [c for c in of_ids if sum(_grows(operand, grown) for operand in c.operands) == 1]
    plain = [c for c in plain if any(_is_id(operand) or _is_place(operand) for operand in c.operands)]
    signed = [c for c in plain if c.predicate in SIGNED_ORDERS]
    right = set(signed or [c for c in plain if c.predicate in UNSIGNED_ORDERS])
    return [c for c in of_ids if c not in right]


def _is_id(value: ir.Value, names: tuple[str, ...] = _IDS) -> bool:
    while isinstance(value, ir.Instruction) and value.opcode in _WIDTHS:
        value = value.operand(0)
    return isinstance(value, ir.Instruction) and value.is_call and opencl_name(value.callee_name) in names


def _is_place(value: ir.Value) -> bool:
    """Is it an id among all, as tiled kernels make it: the tile's first, and the own one in it?"""
    if not isinstance(value, ir.Instruction) or value.opcode is not Opcode.ADD:
        return False
    a, b = value.operands
    return (_is_id(b) and _is_origin(a)) or (_is_id(a) and _is_origin(b))


def _is_origin(value: ir.Value) -> bool:
    if not isinstance(value, ir.Instruction) or value.opcode not in (Opcode.MUL, Opcode.SHL):
        return False
    return any(_is_id(operand, (_GROUP_ID,)) for operand in value.operands)


def _grows(value: ir.Value, known: dict[ir.Value, bool]) -> bool:
    """Is it computed of an id?"""
    if not isinstance(value, ir.Instruction):
        return False
    if value not in known:
        is_step = value.opcode in _STEPS or (value.is_call and value.callee_name.startswith(_LESSER))
        inner = value.operands if is_step else ()
        known[value] = _is_id(value) or any(_grows(operand, known) for operand in inner)
    return known[value]


def _hide(module: ir.Module, comparison: ir.Instruction) -> None:
    following = comparison.following
    assert following is not None
    with ir.Builder.before(following) as build:
        types = build.types
        build.at_location(comparison.debug_location)
        asked = module.declare(_DIMENSIONS, types.function(types.i32, []), ir.CallingConvention.SPIR_FUNCTION)
        never = build.compare(IntPredicate.UGT, build.call(asked, []), types.i32.const(_MOST))
        hidden = build.binary(Opcode.XOR, comparison, never)
        comparison.replace_uses(hidden)
        assert isinstance(hidden, ir.Instruction)
        hidden.set_operand(0, comparison)
