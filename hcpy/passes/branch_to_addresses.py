"""Makes branches of switches that choose between addresses in group memory.

Takes a Lowering whose module is optimised for SPIR-V. Intel's OpenCL compiler for CPUs makes a table of such
addresses, whose entries are then 0: work-items read at address 0 of the tile's memory, in silence.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.lowering import Lowering
from hcpy.passes.move_tile_static import GROUP_SPACE

_ENOUGH_FOR_A_TABLE = 3  # cases


def run(lowering: Lowering) -> None:
    if any(_chooses_addresses(function) for function in lowering.module.definitions):
        ir.run_passes(lowering.module, "function(lower-switch)")


def _chooses_addresses(function: ir.Function) -> bool:
    for block in function.blocks:
        terminator = block.terminator
        if terminator.opcode is ir.Opcode.SWITCH and len(terminator.successors) >= _ENOUGH_FOR_A_TABLE:
            after = {block, *terminator.successors}
            targets = {target for source in after for target in source.successors}
            if any(_is_address(phi.type) for target in targets for phi in target.phis):
                return True
    return False


def _is_address(type_: ir.Type) -> bool:
    return type_.is_pointer and type_.address_space == GROUP_SPACE
