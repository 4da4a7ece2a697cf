"""Private variables of a whole kernel that are not numbers: pointers to memory and to arrays, truth values.

They live over barriers, and regions work-item by work-item have to keep them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from random_kernels.expressions import Scope
from random_kernels.model import SCALARS, Buffer, Home, Local, Place, Region, Role

Target = tuple[str, str, int]  # a type, a pointer, its cells


def make_kept(rng: random.Random, buffers: Sequence[Buffer], locals_: Sequence[Local]) -> tuple[Local, ...]:
    made = []
    if rng.random() < 0.35:
        made.append(_truth(rng))
    targets = [*_memory(buffers), *_arrays(locals_)]
    if targets and rng.random() < 0.4:
        type = rng.choice(targets)[0]
        same = [t for t in targets if t[0] == type]
        first, second = rng.choice(same), rng.choice(same)
        condition = rng.choice(("gid % 3 == 1", "lid & 1", "lid < 5", "(tid ^ gid) & 2"))
        made.append(
            Local(
                "kp",
                f"const {type}* kp",
                f"kp = {condition} ? {first[1]} : {second[1]};",
                f"pointer {type} {min(first[2], second[2])}",
                "h = mix(h, *kp);",
            )
        )
    return tuple(made)


def _truth(rng: random.Random) -> Local:
    condition = rng.choice(("gid % 3 == 1", "lid > 4", "(gid & 6) == 2", "tid == g0"))
    return Local("kb", "bool kb", f"kb = {condition};", "truth", "h = mix(h, (u8)kb);")


def _memory(buffers: Sequence[Buffer]) -> list[Target]:
    """What all read, and the work-item's own cells."""
    found = []
    for b in buffers:
        if b.struct is not None or b.name == "sum":
            continue
        if b.role is Role.INPUT:
            found.append((b.type.name, f"&{b.name}[gid & {b.cells // 2 - 1}]", b.cells // 2))
        elif b.role is Role.OWN and b.home is not Home.GRID:
            found.append((b.type.name, f"&{b.place('0')}", 1 if b.is_strided else b.cells))
    return found


def _arrays(locals_: Sequence[Local]) -> list[Target]:
    arrays = [local for local in locals_ if local.kind.startswith("array")]
    return [(a.declaration.split()[0], a.name, int(a.kind.split()[1])) for a in arrays]


def kept_scope(scope: Scope, local: Local) -> None:
    """What a block may do with one."""
    if local.kind == "truth":
        scope.places += [Place(local.name, SCALARS["u8"], True, cast=True)] * 2
        return
    _, type, cells = local.kind.split()
    scope.places += [Place(f"{local.name}[({{0}}) % {cells}u]", SCALARS[type])] * 3
    scope.regions += [Region(local.name, SCALARS[type], int(cells), False)] * 2
