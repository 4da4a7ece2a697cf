"""What a random kernel is made of: types, expressions, statements, memory and tile-wide control flow.

Expressions and statements are texts with holes, so that one tree prints both the HC form and the reference.
All classes are frozen: the shrinker makes new trees with `dataclasses.replace`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import TypeAlias


@dataclass(frozen=True)
class Scalar:
    """An arithmetic type, by its name in support/random_kernels.hpp."""

    name: str
    bits: int
    kind: str  # s: signed, u: unsigned, f: floating
    plain: str  # how C++ calls it

    @property
    def is_float(self) -> bool:
        return self.kind == "f"


_PLAIN = {
    "i8": "signed char",
    "i16": "short",
    "i32": "int",
    "i64": "long",
    "u8": "unsigned char",
    "u16": "unsigned short",
    "u32": "unsigned",
    "u64": "unsigned long",
    "f32": "float",
    "f64": "double",
    "f16": "hc::half",
}
SCALARS = {
    name: Scalar(name, int(name[1:]), {"i": "s", "u": "u", "f": "f"}[name[0]], plain)
    for name, plain in _PLAIN.items()
}
I32, U32, U64, F32 = (SCALARS[name] for name in ("i32", "u32", "u64", "f32"))


@dataclass(frozen=True)
class Expr:
    """`form` with {0}, {1}, ... for the arguments."""

    form: str
    type: Scalar
    args: tuple[Expr, ...] = ()

    def __str__(self) -> str:
        return self.form.format(*self.args)


Block = tuple["Stmt", ...]


@dataclass(frozen=True)
class Stmt:
    """`form` with {0}, ... for the expressions and {B0}, ... for the blocks."""

    form: str
    args: tuple[Expr, ...] = ()
    blocks: tuple[Block, ...] = ()
    declares: str = ""  # the name that later statements of the block may use

    def __str__(self) -> str:
        inner = {f"B{i}": print_block(block) for i, block in enumerate(self.blocks)}
        return self.form.format(*self.args, **inner)


def print_block(block: Block) -> str:
    return "{\n" + indent("".join(f"{stmt}\n" for stmt in block)) + "}"


def indent(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


@dataclass(frozen=True)
class Place:
    """Something that has a value: a variable, a cell of an array, a member. {0}: an index, any u32."""

    form: str
    type: Scalar
    written: bool = False  # may it be assigned to?
    cast: bool = False  # a bit-field: read through a cast, and without an address

    @property
    def indexed(self) -> bool:
        return "{0}" in self.form


@dataclass(frozen=True)
class Region:
    """`length` cells of a type at a pointer."""

    pointer: str
    type: Scalar
    length: int
    written: bool


class Home(Enum):
    """Where a buffer is on the HC side."""

    VIEW = "array_view"
    ARRAY = "array"
    AM = "am_alloc"
    GRID = "array_view of the launch's dimensions"


class Role(Enum):
    """What a kernel does with a buffer."""

    INPUT = "input"  # all work-items read
    OWN = "own"  # each work-item has its own `cells` cells
    ATOMIC = "atomic"  # atomic operations of one kind
    APPROX = "approx"  # own cells with results that may differ in the last places


@dataclass(frozen=True)
class Buffer:
    """Global memory."""

    name: str
    type: Scalar
    role: Role
    cells: int  # own and approx: of each work-item
    home: Home = Home.VIEW
    operation: str = ""
    struct: Struct | None = None  # what its cells are; else `type`
    slot: str = "gid"  # own: a number for each work-item, a permutation of theirs
    is_strided: bool = False  # a work-item's cells are as far apart as there are work-items

    @property
    def cell_type(self) -> str:
        return self.struct.name if self.struct else self.type.name

    def place(self, cell: str) -> str:
        """A work-item's own cell."""
        if self.home is Home.GRID:
            return f"{self.name}({self.slot})"
        if self.is_strided:
            return f"{self.name}[{cell} * all_items + {self.slot}]"
        if self.cells == 1:
            return f"{self.name}[{self.slot}]"
        return f"{self.name}[{self.slot} * {self.cells} + {cell}]"


@dataclass(frozen=True)
class TileArray:
    """Group memory: `cells` cells for each work-item of the largest tile."""

    name: str
    type: str  # printed; a scalar, a struct or a vector
    cells: int
    total: int
    dynamic: bool = False
    width: int = 0  # of the rows, where it has two dimensions
    initial: str = ""  # of cell `i`


@dataclass(frozen=True)
class Local:
    """A private variable of the whole kernel."""

    name: str
    declaration: str  # its type, with {name}
    initial: str  # statement with {name}; runs first
    kind: str  # scalar, array, struct, objects, vector
    digest: str  # statement that mixes it into `h`


@dataclass(frozen=True)
class Phase:
    """What a work-item does between two barriers."""

    block: Block


@dataclass(frozen=True)
class Loop:
    """A loop that all work-items of a tile run alike; {0}: `args[0]`."""

    form: str  # head, with {body}
    args: tuple[Expr, ...]
    body: tuple[TileNode, ...]
    variable: str
    reads_tile: bool = False


@dataclass(frozen=True)
class Branch:
    """if or switch with the same outcome for a whole tile; {0}: the value, {B0}, ...: the parts."""

    form: str
    args: tuple[Expr, ...]
    parts: tuple[tuple[TileNode, ...], ...]
    variable: str
    reads_tile: bool = False


@dataclass(frozen=True)
class Uniform:
    """A variable of the whole tile gets a value; or break, continue, return for all."""

    form: str
    args: tuple[Expr, ...]
    declares: str = ""
    reads_tile: bool = False


TileNode: TypeAlias = Phase | Loop | Branch | Uniform


@dataclass(frozen=True)
class Function:
    """A function that kernels call."""

    name: str
    head: str  # all before the body
    body: Block
    result: Scalar | None
    parameters: tuple[Scalar, ...]
    pointer: Region | None = None  # the parameter after the others
    call: str = ""  # with holes for the arguments
    object: Struct | None = None  # the last parameter
    changes_object: bool = False

    @property
    def has_effects(self) -> bool:
        return self.changes_object or (self.pointer is not None and self.pointer.written)


@dataclass(frozen=True)
class Struct:
    """A class with members of arithmetic types, bit-fields and arrays."""

    name: str
    text: str
    members: tuple[Place, ...]  # forms with {object}
    scalars: tuple[str, ...] = ()
    digest: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()  # members with an address; pointers with {object}
    parts: tuple[tuple[str, Struct], ...] = ()  # members that are structs, forms with {object}
    numbers: int = 0  # all that it holds, in its parts, too


@dataclass(frozen=True)
class LaunchShape:
    """Extent and tile, slowest dimension first; no tile: flat."""

    extent: tuple[int, ...]
    tile: tuple[int, ...]
    seed: int


@dataclass(frozen=True)
class Kernel:
    """One random kernel with its launches."""

    name: str
    seed: int
    rank: int
    tiled: bool
    partial: bool  # tiles need not divide the extent
    items: int  # of the largest tile
    parameters: tuple[Scalar, ...]
    buffers: tuple[Buffer, ...]
    tile_arrays: tuple[TileArray, ...]
    locals: tuple[Local, ...]
    body: tuple[TileNode, ...]
    structs: tuple[Struct, ...]
    functions: tuple[Function, ...]
    launches: tuple[LaunchShape, ...]
    passes: tuple[Block, ...] = ()  # flat kernels that are launched after it
    captures: bool = False  # does it also get a struct, an array and forty numbers by value?


@dataclass(frozen=True)
class Options:
    """What may appear in the kernels of one unit."""

    wraps: bool  # -fwrapv on both sides: signed arithmetic may overflow
    features: frozenset[str] = field(default_factory=frozenset)
    small: bool = False  # a third of the statements


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def statements(part: object) -> Iterator[Stmt]:
    """All that a unit, a kernel or a part of one is made of."""
    if isinstance(part, Stmt):
        yield part
    if is_dataclass(part):
        part = [getattr(part, each.name) for each in fields(part)]
    if isinstance(part, (list, tuple)):
        for one in part:
            yield from statements(one)
