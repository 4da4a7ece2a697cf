"""Strips of 16 work-items that are two of 8 on processors without AVX-512.

Takes two functions of strips with masks; gives one of 16 work-items that asks `hc.has_wide_registers`, which
`settle` answers for each architecture. Work-items that leave a loop apart stay in it for the last one of
their strip, of 16 a quarter longer than of 8: one register of AVX-512 makes up for that, two of AVX2 do not.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.simd.chains import mostly_waits
from hcpy.passes.host.simd.cost import FLAT_WIDTH, WIDTH
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.steps import Steps
from hcpy.passes.host.simd.structure import Level
from hcpy.passes.host.vector_maths import REGISTERS
from hcpy.passes.host.writer import Writer

_QUESTION = "hc.has_wide_registers"
_WIDE = 64  # bytes of AVX-512's registers


def is_for_two(shapes: Shapes) -> bool:
    """Do work-items leave a loop apart whose rounds compute alone, and take longer for more of them?"""
    steps = Steps(shapes)
    return any(not (_loads(level, shapes) or mostly_waits(level, steps)) for level in shapes.divergent)


def _loads(level: Level, shapes: Shapes) -> bool:
    """A line of memory each of the strip, or what it is asked about once."""
    loads = (op for block in level.blocks for op in block.ops if op.opcode is Opcode.LOAD)
    return any(not shapes.of[op].is_uniform for op in loads)


def in_two(module: ir.Module, wide: ir.Function, half: ir.Function) -> ir.Function:
    """The function of FLAT_WIDTH work-items that runs one of either."""
    further = wide.arguments[len(launch.NAMES) :]
    extra = [(argument.type, argument.name) for argument in further]
    function = launch.define(module, f"{wide.name}.or2", module.types.void, extra)
    with Writer(module, function) as w:
        w.start(w.new_block("hc.strip"))
        whole, halves = w.new_block("hc.whole"), w.new_block("hc.halves")
        w.build.branch_if(has_wide_registers(w), whole, halves)
        w.start(whole)
        w.build.call(wide, function.arguments)
        w.build.ret()
        w.start(halves)
        for first in range(0, FLAT_WIDTH, WIDTH):
            w.build.call(half, _from(w, function, first))
        w.build.ret()
    return function


def has_wide_registers(w: Writer) -> ir.Value:
    """Has the processor AVX-512?"""
    return w.build.call(w.module.declare(_QUESTION, w.module.types.function(w.i1, [])), [])


def _from(w: Writer, function: ir.Function, first: int) -> list[ir.Value]:
    """The arguments for work-items that lie so far behind the strip's first one."""
    arguments: list[ir.Value] = list(function.arguments)
    for at, name in enumerate(launch.NAMES):
        if first and name in launch.ALONG_ROW:
            arguments[at] = w.build.add(arguments[at], arguments[at].type.const(first))
    return arguments


def settle(module: ir.Module, arch: str) -> None:
    """Answers for an architecture."""
    question = module.function(_QUESTION)
    if question is None:
        return
    for call in question.call_sites:
        call.replace(module.types.i1.const(REGISTERS[arch] == _WIDE))
    question.erase()
