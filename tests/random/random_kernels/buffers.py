"""More about global memory: buffers of structs, cells in another order than the work-items', later kernels.

Each order is a permutation: a cell belongs to one work-item. A kernel that is launched after another reads
all cells of some buffers and writes its own of the others.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from random_kernels import memory
from random_kernels.blocks import Blocks
from random_kernels.expressions import Scope
from random_kernels.model import SCALARS, U64, Block, Buffer, Home, Place, Role, Stmt, Struct
from random_kernels.struct_members import with_object

FIRST = "all_items / (e1 * e2)"  # the extent of dimension 0
SLOTS = (
    "(all_items - 1 - gid)",
    "((gid + 5) % all_items)",
    "(gid * 2053 % all_items)",  # a prime number, greater than any number of work-items
    "within_block(gid, gid ^ 11, 16, all_items)",
    "within_block(gid, gid / 8 * 8 + reversed_bits<u8>((u8)(gid << 5)), 8, all_items)",
    f"((g2 * e1 + g1) * ({FIRST}) + g0)",
    "(g0 * (e1 * e2) + g2 * e1 + g1)",
)
GRIDS = {
    1: ("g0", f"{FIRST} - 1 - g0"),
    2: ("g0, g1", f"{FIRST} - 1 - g0, g1", "g0, (g1 + 3) % e1"),
    3: ("g0, g1, g2", "g0, e1 - 1 - g1, g2", f"{FIRST} - 1 - g0, g1, (g2 + 1) % e2"),
}


def with_orders(rng: random.Random, buffers: tuple[Buffer, ...], rank: int) -> tuple[Buffer, ...]:
    """Some own cells are in another order, some in a view of the launch's dimensions."""

    def changed(buffer: Buffer) -> Buffer:
        if buffer.role is not Role.OWN or buffer.name == "sum" or rng.random() < 0.4:
            return buffer
        if buffer.cells == 1 and rng.random() < 0.4:
            return replace(buffer, home=Home.GRID, slot=rng.choice(GRIDS[rank]))
        return replace(
            buffer, slot=rng.choice(("gid", *SLOTS)), is_strided=buffer.cells > 1 and rng.random() < 0.5
        )

    return tuple(map(changed, buffers))


def struct_buffers(rng: random.Random, structs: Sequence[Struct]) -> tuple[Buffer, ...]:
    """Arrays and views of structs: one that all read, one with own cells, or none."""
    made = []
    homes = (Home.VIEW, Home.VIEW, Home.ARRAY, Home.AM)
    if structs and rng.random() < 0.35:
        made.append(
            Buffer(
                "objects",
                SCALARS["u8"],
                Role.OWN,
                rng.choice((1, 1, 2)),
                rng.choice(homes),
                struct=rng.choice(structs),
                slot=rng.choice(("gid", "gid", *SLOTS)),
            )
        )
    if structs and rng.random() < 0.2:
        cells, home = 1 << rng.randint(2, 6), rng.choice(homes)
        made.append(
            Buffer("records", SCALARS["u8"], Role.INPUT, cells, home, struct=rng.choice(structs), slot="")
        )
    return tuple(made)


def make_passes(
    rng: random.Random, blocks: Blocks, base: Scope, buffers: tuple[Buffer, ...]
) -> tuple[Block, ...]:
    """Kernels after the first one, over the same buffers."""
    made: list[Block] = []
    for _ in range(rng.choice((0, 0, 0, 1) if blocks.options.small else (0, 0, 1, 1, 2))):
        scope = base.inner()
        scope.atomics = []  # those of the kernel before change what this one reads of all
        owned = [b for b in buffers if b.role is Role.OWN and b.name != "sum"]
        read = [b for b in owned if b.home is not Home.GRID and rng.random() < 0.5]
        for buffer in buffers:
            if buffer in read:
                count = f"(u32)({buffer.cells} * all_items)"
                if buffer.struct is None:
                    scope.places += [Place(f"{buffer.name}[({{0}}) % {count}]", buffer.type)] * 3
                else:
                    with_object(scope, f"{buffer.name}[({{0}}) % {count}]", buffer.struct, False)
            elif buffer.role is Role.ATOMIC:
                scope.places.append(Place(f"{buffer.name}[({{0}}) % {buffer.cells}]", buffer.type))
            else:
                memory.buffer_scope(rng, scope, buffer)
        value = blocks.expressions.of(U64, scope, 2)
        made.append((*blocks.block(scope, 3, 1), Stmt("sum[gid] = mix(sum[gid], {0});", (value,))))
    return tuple(made)
