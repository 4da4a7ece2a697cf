"""Host target, support of the cut: gives each region blocks of its own.

Takes a function and its uniformity; where two uniform blocks lead into the same divergent code, the
second gets a copy of it, and a uniform branch into divergent code gets a block of its own to begin the
region.
"""

from __future__ import annotations

import re

from hcpy.passes.host_ir import NAME, Block, Instruction, rename
from hcpy.passes.host_region import NotUniform, Region
from hcpy.passes.host_uniform import Uniformity

_LABEL = re.compile(rf"label ({NAME})")


def relabel(instruction: Instruction, mapping: dict[str, str]) -> None:
    """Changes the targets of a branch, in place."""
    instruction.text = _LABEL.sub(lambda m: f"label {mapping.get(m.group(1), m.group(1))}", instruction.text)


def set_incoming(phi: Instruction, incoming: list[tuple[str, str]]) -> None:
    phi.incoming = tuple(incoming)
    phi.uses = tuple(dict.fromkeys(v for v, _ in incoming if v.startswith("%")))
    phi.text = f"phi {phi.type} " + ", ".join(f"[ {v}, {b} ]" for v, b in incoming)


def split_edges_into_divergence(uniformity: Uniformity) -> None:
    function = uniformity.function
    for block in list(function.blocks.values()):
        if (
            block.name in uniformity.under
            or uniformity.has_divergent_branch(block)
            or len(block.successors) < 2
        ):
            continue
        for target in block.successors:
            if target in uniformity.under:
                edge = Block(f"{block.name}.to{len(function.blocks)}")
                edge.instructions.append(Instruction("", f"br label {target}", "br"))
                relabel(block.terminator, {target: edge.name})
                function.blocks[edge.name] = edge
                for phi in function.blocks[target].phis:
                    set_incoming(phi, [(v, edge.name if b == block.name else b) for v, b in phi.incoming])


def copy_blocks(uniformity: Uniformity, region: Region, shared: list[str]) -> None:
    """Replaces the region's blocks that another region has by copies."""
    function = uniformity.function
    suffix = f".c{len(function.blocks)}"
    blocks = {name: name + suffix for name in shared}
    values = {
        i.result: i.result + suffix for name in shared for i in function.blocks[name].instructions if i.result
    }
    own = [name for name in region.blocks if name not in blocks]
    _check_uses(uniformity, values, blocks, region)
    for name in shared:
        original = function.blocks[name]
        copy = Block(blocks[name])
        function.blocks[copy.name] = copy
        uniformity.under.add(copy.name)
        for i in original.instructions:
            new = rename(Instruction(i.result, i.text, i.opcode, i.type, i.uses, i.incoming), values)
            new = Instruction(
                values.get(i.result, ""), new.text, new.opcode, new.type, new.uses, new.incoming
            )
            if new.opcode == "phi":
                kept = [(v, b) for v, b in new.incoming if b in own or b in blocks]
                set_incoming(new, [(v, blocks.get(b, b)) for v, b in kept])
                set_incoming(i, [(v, b) for v, b in i.incoming if b not in own])
            relabel(new, blocks)
            copy.instructions.append(new)
            if new.result:
                function.type_of[new.result] = new.type
                if i.result in uniformity.divergent:
                    uniformity.divergent.add(new.result)
    for name in own:
        relabel(function.blocks[name].terminator, blocks)
    for block in function.blocks.values():
        if block.name not in blocks and block.name not in blocks.values():
            for phi in block.phis:
                more = [(values.get(v, v), blocks[b]) for v, b in phi.incoming if b in blocks]
                if more:
                    set_incoming(phi, [*phi.incoming, *more])
    for segment in region.segments:
        segment.blocks = [blocks.get(b, b) for b in segment.blocks]


def _check_uses(
    uniformity: Uniformity, values: dict[str, str], blocks: dict[str, str], region: Region
) -> None:
    """What is copied may be used in the copies and in phis behind them only."""
    for block in uniformity.function.blocks.values():
        if block.name not in blocks:
            for i in block.instructions:
                used = {v for v, b in i.incoming if b not in blocks} if i.opcode == "phi" else set(i.uses)
                if used & values.keys():
                    raise NotUniform(
                        "the control flow around a barrier goes beyond what the host target can run"
                    )
