"""The memory of a random kernel: buffers, group memory, private variables, and who may touch what when.

Global memory is read by all, or divided among the work-items, or touched by atomic operations of one kind,
whose order cannot be seen. In each phase a tile array is divided among the work-items, read by all, or
touched by atomic operations of one kind; a barrier lies between phases.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from random_kernels.atomics import ATOMIC_TYPES, atomic_operations, own_atomic, shared_atomic
from random_kernels.cells import OTHER_CELLS, OTHER_PLACES
from random_kernels.expressions import Expressions, Scope, Vector
from random_kernels.kept import kept_scope
from random_kernels.model import (
    I32,
    SCALARS,
    U64,
    Buffer,
    Home,
    Local,
    Place,
    Region,
    Role,
    Scalar,
    Struct,
    TileArray,
)
from random_kernels.struct_members import with_object


def make_buffers(rng: random.Random, expressions: Expressions) -> tuple[Buffer, ...]:
    small = expressions.options.small

    def home() -> Home:
        return rng.choice((Home.VIEW, Home.VIEW, Home.ARRAY, Home.AM))

    made = [
        Buffer(f"in{i}", expressions.scalar(), Role.INPUT, 1 << rng.randint(4, 8), home())
        for i in range(rng.choice((1, 1, 2) if small else (1, 2, 3)))
    ]
    made += [
        Buffer(f"out{i}", expressions.scalar(), Role.OWN, rng.choice((1, 1, 2, 3, 4, 8)), home())
        for i in range(rng.choice((1, 1, 2) if small else (1, 2, 3)))
    ]
    for i in range(rng.choice((0, 0, 1) if small else (0, 0, 1, 2))):
        type = SCALARS[rng.choice(ATOMIC_TYPES)]
        operation = rng.choice(atomic_operations(type))
        made.append(Buffer(f"at{i}", type, Role.ATOMIC, rng.choice((1, 1, 4, 33)), home(), operation))
    if rng.random() < 0.25:
        made.append(Buffer("near", SCALARS[rng.choice(("f32", "f64"))], Role.APPROX, 1, home()))
    made.append(Buffer("sum", U64, Role.OWN, 1))
    return tuple(made)


def global_scope(rng: random.Random, scope: Scope, buffers: tuple[Buffer, ...]) -> None:
    """What a work-item may do with global memory."""
    for buffer in buffers:
        name, cells, type = buffer.name, buffer.cells, buffer.type
        if buffer.role is Role.ATOMIC:
            pointer = f"&{name}[({{0}}) % {cells}]" if cells > 1 else f"&{name}[0]"
            scope.atomics += [shared_atomic(rng, pointer, type, buffer.operation)] * 2
        else:
            buffer_scope(rng, scope, buffer)


def buffer_scope(rng: random.Random, scope: Scope, buffer: Buffer) -> None:
    """What is read by all, and what is a work-item's own."""
    if buffer.struct is not None:
        struct_scope(scope, buffer)
    elif buffer.role is Role.INPUT:
        name, cells, type = buffer.name, buffer.cells, buffer.type
        scope.places += [Place(f"{name}[({{0}}) & {cells - 1}]", type)] * 2
        scope.places.append(Place(f"{name}[gid & {cells - 1}]", type))
        scope.regions.append(Region(f"&{name}[gid & {cells // 2 - 1}]", type, cells // 2, False))
        if buffer.home is Home.VIEW:
            first = rng.randint(1, 3)
            scope.places.append(Place(f"section_of({name}, {first})[({{0}}) % {cells - first}u]", type))
    elif buffer.role is Role.OWN and buffer.name != "sum":
        own_scope(rng, scope, buffer)


def struct_scope(scope: Scope, buffer: Buffer) -> None:
    """Cells that are structs."""
    assert buffer.struct is not None
    is_own = buffer.role is Role.OWN
    if not is_own:
        with_object(scope, f"{buffer.name}[({{0}}) & {buffer.cells - 1}]", buffer.struct, False)
        with_object(scope, f"{buffer.name}[gid & {buffer.cells - 1}]", buffer.struct, False)
        return
    with_object(scope, buffer.place("0"), buffer.struct, True)
    if buffer.cells > 1:
        with_object(scope, buffer.place(f"(i32)(({{0}}) % {buffer.cells})"), buffer.struct, True)


def own_scope(rng: random.Random, scope: Scope, buffer: Buffer) -> None:
    """A work-item's own cells of an arithmetic type."""
    cells, type = buffer.cells, buffer.type
    own = buffer.place(f"(i32)(({{0}}) % {cells})") if cells > 1 else buffer.place("0")
    scope.places += [Place(own, type, True)] * 2
    if buffer.home is Home.GRID:
        projected = "".join(f"[{part}]" for part in buffer.slot.split(", "))
        scope.places.append(Place(f"{buffer.name}{projected}", type, True))
    scope.regions.append(Region(f"&{buffer.place('0')}", type, 1 if buffer.is_strided else cells, True))
    if type.name in ("i32", "u32", "u64"):
        scope.atomics.append(own_atomic(rng, f"&{buffer.place('0')}", type))


_MOST_BYTES = 16384  # of an array of structs in group memory, of which devices have 32 KB or more


def make_tile_arrays(
    rng: random.Random, expressions: Expressions, structs: list[Struct], items: int, features: frozenset[str]
) -> tuple[TileArray, ...]:
    made: list[TileArray] = []
    if items > 256:  # devices have no more group memory
        type = expressions.scalar()
        return (TileArray("ts0", type.name, 1, items, initial=_initial(rng, type)),)
    for number in range(rng.choice((1, 1, 2) if expressions.options.small else (1, 1, 2, 3))):
        name, cells, choice = f"ts{number}", rng.choice((1, 1, 1, 2, 3)), rng.random()
        type = expressions.scalar()
        small_structs = [s for s in structs if s.numbers * 8 * items <= _MOST_BYTES]
        if choice < 0.15 and small_structs:
            struct = rng.choice(small_structs)
            made.append(TileArray(name, struct.name, 1, items, initial=f"make_{struct.name}(i)"))
        elif choice < 0.3:
            lane, lanes = rng.choice(("f32", "u32", "u8", "f64")), rng.choice((2, 3, 4))
            kind = f"vec<{lane}, {lanes}>"
            made.append(TileArray(name, kind, 1, items, initial=f"{kind}(conv<{lane}>(i * 3))"))
        elif choice < 0.35:
            kind, initial = rng.choice(OTHER_CELLS)
            made.append(TileArray(name, kind, 1, items, initial=initial))
        elif choice < 0.42 and items % 8 == 0:
            made.append(TileArray(name, type.name, 1, items, False, 8, _initial(rng, type)))
        else:
            dynamic = choice > 0.8 and number == 0
            made.append(
                TileArray(name, type.name, cells, items * cells, dynamic, initial=_initial(rng, type))
            )
            if rng.random() < 0.4:
                made.append(
                    TileArray(f"{name}b", type.name, cells, items * cells, initial=_initial(rng, type))
                )
    return tuple(made)


def _initial(rng: random.Random, type: Scalar) -> str:
    return f"conv<{type.name}>(i * {rng.choice((1, 3, 77, 1001))} - {rng.choice((0, 5, 100))})"


@dataclass(frozen=True)
class Mode:
    """How a phase uses a tile array."""

    kind: str  # own, shared, atomic
    slot: str = "lid"
    operation: str = ""


def choose_mode(rng: random.Random, array: TileArray) -> Mode:
    kinds = ["own", "own", "shared", "shared"]
    # A sum of any floating-point numbers depends on the order.
    if array.type in ATOMIC_TYPES and not SCALARS[array.type].is_float and not array.width:
        kinds += ["atomic"]
    kind = rng.choice(kinds)
    slot = rng.choice(("lid", "lid", "(tn - 1 - lid)", f"((lid + {rng.randint(1, 9)}) % tn)"))
    operation = rng.choice(atomic_operations(SCALARS[array.type])) if "atomic" in kinds else "add"
    return Mode(kind, slot, operation)


def cell(array: TileArray, index: str) -> str:
    if array.width:
        return f"{array.name}[({index}) / {array.width}][({index}) % {array.width}]"
    return f"{array.name}[{index}]"


def tile_scope(
    rng: random.Random,
    scope: Scope,
    array: TileArray,
    mode: Mode,
    structs: list[Struct],
    is_uniform: bool = False,
) -> None:
    """What a work-item may do with a tile array in a phase."""
    struct = next((s for s in structs if s.name == array.type), None)
    shared = cell(array, f"({{0}}) % {array.total}u")
    if array.width:  # the index appears twice: it must be cheap
        shared = f"{array.name}[({{0}}) % {array.total // array.width}u][3]"
    if mode.kind == "atomic":
        if not is_uniform:
            scope.atomics += [shared_atomic(rng, "&" + shared, SCALARS[array.type], mode.operation)] * 2
        return
    own = mode.kind == "own"
    if struct is not None:
        with_object(scope, cell(array, mode.slot) if own else shared, struct, own)
    elif array.type.startswith("vec<"):
        lane, lanes = array.type[4:-1].split(", ")
        form = cell(array, mode.slot) if own else shared
        scope.places += [Place(f"{form}.{c}", SCALARS[lane], own) for c in "xyzw"[: int(lanes)]]
        if own:
            scope.vectors.append(Vector(form, SCALARS[lane], int(lanes), True))
    elif array.type in OTHER_PLACES:
        form = cell(array, mode.slot) if own else shared
        for place in OTHER_PLACES[array.type]:
            if not own and place.indexed:
                continue
            made = place.form.replace("{cell}", form)
            scope.places.append(Place(made, place.type, own and place.written, place.cast))
    else:
        _scalar_tile(rng, scope, array, mode, shared)


def _scalar_tile(rng: random.Random, scope: Scope, array: TileArray, mode: Mode, shared: str) -> None:
    type, cells = SCALARS[array.type], array.cells
    if mode.kind == "shared":
        scope.places += [Place(shared, type)] * 3
        if not array.width:
            scope.regions.append(Region(f"&{array.name}[0]", type, array.total, False))
        return
    first = cell(array, mode.slot) if cells == 1 else f"{array.name}[{mode.slot} * {cells}]"
    own = first if cells == 1 else f"{array.name}[{mode.slot} * {cells} + (i32)(({{0}}) % {cells}u)]"
    scope.places += [Place(own, type, True)] * 3
    scope.regions += [Region(f"&{first}", type, cells, True)] * 2
    if array.type in ("i32", "u32", "u64"):
        scope.atomics.append(own_atomic(rng, f"&{first}", type))


def make_locals(rng: random.Random, expressions: Expressions, structs: list[Struct]) -> tuple[Local, ...]:
    made: list[Local] = []

    def some() -> str:
        return (
            f"{rng.choice(('gid', 'lid', 'gid', 'tid', 'g0'))} * {rng.randint(1, 99)} + {rng.randint(-9, 9)}"
        )

    small = expressions.options.small
    for number in range(rng.randint(1, 3) if small else rng.randint(2, 5)):
        type = expressions.scalar()
        made.append(
            Local(
                f"v{number}",
                f"{type.name} v{number}",
                f"v{number} = conv<{type.name}>({some()});",
                "scalar",
                f"h = mix(h, v{number});",
            )
        )
    for number in range(rng.choice((0, 0, 1) if small else (0, 1, 1, 2))):
        type, length = expressions.scalar(), rng.choice((2, 3, 4, 8, 16))
        name = f"a{number}"
        made.append(
            Local(
                name,
                f"{type.name} {name}[{length}]",
                f"for (i32 i = 0; i < {length}; ++i) {name}[i] = conv<{type.name}>({some()} + i);",
                f"array {length}",
                f"for (i32 i = 0; i < {length}; ++i) h = mix(h, {name}[i]);",
            )
        )
    for number, struct in enumerate(
        rng.sample(structs, min(len(structs), rng.choice((0, 0, 1) if small else (0, 1, 2))))
    ):
        name = f"s{number}"
        digest = " ".join(d.replace("{object}", name) for d in struct.digest)
        initial = f"{name} = make_{struct.name}({some()});"
        made.append(Local(name, f"{struct.name} {name}", initial, "struct", digest))
    if structs and rng.random() < (0.15 if small else 0.3):
        struct, length = rng.choice(structs), rng.choice((2, 3, 5))
        digest = " ".join(d.replace("{object}", "b0[i]") for d in struct.digest)
        initial = f"b0[i] = make_{struct.name}({some()} + i);"
        loop = f"for (i32 i = 0; i < {length}; ++i) "
        made.append(
            Local(
                "b0",
                f"{struct.name} b0[{length}]",
                loop + initial,
                f"objects {length}",
                f"{loop}{{ {digest} }}",
            )
        )
    for number in range(rng.choice((0, 0, 0, 1) if small else (0, 0, 1, 2))):
        lane, lanes = rng.choice(("f32", "u32", "f64", "u8", "u64")), rng.choice((2, 3, 4))
        name, kind = f"w{number}", f"vec<{lane}, {lanes}>"
        digest = " ".join(f"h = mix(h, {name}.{c});" for c in "xyzw"[:lanes])
        initial = f"{name} = {kind}(conv<{lane}>({some()}));"
        made.append(Local(name, f"{kind} {name}", initial, f"vector {lane} {lanes}", digest))
    return tuple(made)


def local_scope(scope: Scope, locals_: tuple[Local, ...], structs: list[Struct]) -> None:
    for local in locals_:
        type = local.declaration.rsplit(" ", 1)[0]
        kind = local.kind.split()
        if kind[0] == "scalar":
            scope.places += [Place(local.name, SCALARS[type], True)] * 3
            scope.regions.append(Region(f"&{local.name}", SCALARS[type], 1, True))
        elif kind[0] == "array":
            length = int(kind[1])
            scope.places += [Place(f"{local.name}[({{0}}) % {length}u]", SCALARS[type], True)] * 2
            scope.regions += [Region(local.name, SCALARS[type], length, True)] * 2
        elif kind[0] in ("truth", "pointer"):
            kept_scope(scope, local)
        elif kind[0] == "objects":
            struct = next(s for s in structs if s.name == type)
            with_object(scope, f"{local.name}[({{0}}) % {kind[1]}u]", struct, True)
        elif kind[0] == "struct":
            with_object(scope, local.name, next(s for s in structs if s.name == type), True)
        else:
            lane = SCALARS[kind[1]]
            scope.vectors.append(Vector(local.name, lane, int(kind[2]), True))
            scope.places += [Place(f"{local.name}.{c}", lane, True) for c in "xyzw"[: int(kind[2])]]


IDS = tuple(Place(name, I32) for name in ("gid", "lid", "tid", "g0", "g1", "g2", "l0", "l1", "l2"))
UNIFORM_IDS = tuple(Place(name, I32) for name in ("t0", "t1", "t2", "tid", "tn"))
