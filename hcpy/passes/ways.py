"""Ways through one block: which of several blocks comes next is put into a number, and asked behind it.

Takes a function whose values go through variables (LLVM's reg2mem): no block has phis. Adds blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir


def number_of_way(function: ir.Function, name: str) -> ir.Value:
    """The variable."""
    with ir.Builder.before(function.entry.first_after_phis) as build:
        return build.alloca(build.types.i32, name, 4)


def lead_through(source: ir.Block, target: ir.Block, which: ir.Value, number: int, meeting: ir.Block) -> None:
    """All ways from the source to the target write its number and go to the meeting block."""
    between = source.function.append_block(which.name)
    source.terminator.retarget(target, between)
    with ir.Builder.at_end(between) as build:
        build.store(build.types.i32.const(number), which, 4)
        build.branch(meeting)


def choose(function: ir.Function, which: ir.Value, targets: Sequence[ir.Block], first: int = 0) -> ir.Block:
    """What leads to the targets, which have the numbers from the first one on: the one target itself, or
    blocks that ask for the number."""
    following = targets[-1]
    for number, target in reversed(list(enumerate(targets[:-1], first))):
        block = function.append_block(which.name)
        with ir.Builder.at_end(block) as build:
            asked = build.load(build.types.i32, which, align=4)
            same = build.compare(ir.IntPredicate.EQ, asked, build.types.i32.const(number))
            build.branch_if(same, target, following)
        following = block
    return following
