"""Random kernels: phases between barriers, under control flow that is the same for a whole tile."""

from __future__ import annotations

import random
from math import prod

from random_kernels import buffers, memory
from random_kernels.blocks import Blocks
from random_kernels.expressions import APPROXIMATE, Scope
from random_kernels.kept import make_kept
from random_kernels.model import (
    I32,
    SCALARS,
    U32,
    U64,
    Block,
    Branch,
    Expr,
    Function,
    Kernel,
    LaunchShape,
    Loop,
    Options,
    Phase,
    Place,
    Role,
    Scalar,
    Stmt,
    Struct,
    TileArray,
    TileNode,
    Uniform,
)
from random_kernels.tile_idioms import TileIdioms

ITEMS = (1, 8, 16, 32, 64, 64, 96, 128, 256, 1024, 13, 77)
_DEEPEST = 64  # of the first of three dimensions: GPUs of NVIDIA take no more
# Of @N@, a number that is the same for a tile, and @T@, a counter; the parts, and whether these see it.
WAYS = (
    (
        "i32 @T@ = (@N@ & 1) + 1;\nif (@N@ & 4) goto middle@N@;\nfirst@N@:\n{B0}\nmiddle@N@:\n{B1}\n"
        "if (--@T@ > 0) goto first@N@;",
        2,
        0,
    ),
    (
        "for (i32 @T@ = 0; @T@ < (@N@ & 3) + 1; ++@T@) {{\n  switch ((u32)(@T@ + (@N@ & 7)) % 3u) {{\n"
        "  case 0: {B0}@E@\n  case 1: {B1}@F@\n  default: {B2}\n  }}\n  {B3}\n}}",
        4,
        1,
    ),
    ("for (i32 @T@ = 0;;) {{\n  {B0}\n  if (++@T@ > (@N@ & 3)) break;\n  {B1}\n}}", 2, 1),
    (
        "for (i32 @T@ = 0; @T@ < 3; ++@T@) {{\n  for (i32 in@T@ = 0; in@T@ < 2; ++in@T@) {{\n    {B0}\n"
        "    if (@T@ * 2 + in@T@ == (@N@ & 7)) goto out@N@;\n  }}\n  {B1}\n}}\nout@N@:;",
        2,
        1,
    ),
    ("i32 @T@ = @N@ & 3;\ndo {{\n  {B0}\n  if (@T@ == 2) continue;\n  {B1}\n}} while (@T@-- > 0);", 2, 1),
)
CAPTURED_PLACES = [
    Place("bundle_cells[({0}) % 5u]", SCALARS["u16"]),
    Place("bundle.words[({0}) % 20u]", U64),
    Place("bundle.one.cells[({0}) % 3u]", SCALARS["i16"]),
    Place("bundle.more[({0}) % 2u].real", SCALARS["f64"]),
    Place("bundle.more[1].tag", SCALARS["u8"]),
    Place("bundle.last", SCALARS["f32"]),
    Place("given7", U64),
    Place("ALL_GIVEN", U32),
]


class KernelMaker:
    """Makes one kernel."""

    TILED = 0.75  # of all kernels

    def __init__(self, seed: int, options: Options, structs: list[Struct], functions: list[Function]) -> None:
        self.rng = rng = random.Random(seed)
        self.seed, self.options = seed, options
        self.structs, self.functions = structs, functions
        self.blocks = self.make_blocks()
        expressions = self.blocks.expressions
        self.tiled = rng.random() < self.TILED
        self.rank = rng.choice((1, 1, 2, 3))
        self.items = rng.choice(ITEMS) if self.tiled else 1
        self.partial = self.tiled and rng.random() < 0.15
        self.captures = rng.random() < 0.2
        self.parameters: tuple[Scalar, ...] = tuple(expressions.scalar() for _ in range(rng.randint(1, 4)))
        made = memory.make_buffers(rng, expressions)
        made = (*buffers.struct_buffers(rng, structs), *buffers.with_orders(rng, made, self.rank))
        self.buffers = made
        self.arrays: tuple[TileArray, ...] = ()
        if self.tiled:
            self.arrays = memory.make_tile_arrays(rng, expressions, structs, self.items, options.features)
        self.locals = memory.make_locals(rng, expressions, structs)
        self.locals += make_kept(rng, self.buffers, self.locals)
        self.idioms = TileIdioms(self.blocks, self.arrays, self.locals, self.rank == 1 and not self.partial)
        self.uniforms: list[Place] = []
        self.loop_variables: list[Place] = []

    def make_blocks(self) -> Blocks:
        return Blocks(self.rng, self.options)

    def make(self, name: str) -> Kernel:
        body: tuple[TileNode, ...] = (
            self.nodes(self.rng.choice((1, 1, 2)), 1 if self.options.small else 2) if self.tiled else ()
        )
        body = (*self.declared(), *body, Phase(self.last_block()))
        return Kernel(
            name,
            self.seed,
            self.rank,
            self.tiled,
            self.partial,
            self.items,
            self.parameters,
            self.buffers,
            self.arrays,
            self.locals,
            body,
            tuple(self.structs),
            tuple(self.functions),
            tuple(self.launch() for _ in range(3)),
            self.passes(),
            self.captures,
        )

    def given(self) -> list[Place]:
        """What is the same for all work-items."""
        made = [Place(f"p{i}", t) for i, t in enumerate(self.parameters)]
        if self.captures:
            made += CAPTURED_PLACES
        return made

    def passes(self) -> tuple[Block, ...]:
        scope = Scope(functions=self.functions)
        scope.places += self.given()
        scope.places += [Place(name, I32) for name in ("gid", "g0", "g1", "g2")]
        return buffers.make_passes(self.rng, self.blocks, scope, self.buffers)

    def declared(self) -> tuple[TileNode, ...]:
        """The uniform variables, made by the nodes, come first."""
        return tuple(Uniform(f"i32 {u.form} = {n};", (), u.form) for n, u in enumerate(self.uniforms))

    def scope(self) -> Scope:
        scope = Scope(functions=self.functions)
        scope.places += self.given()
        scope.places += [*memory.IDS, *self.uniforms, *self.loop_variables]
        memory.local_scope(scope, self.locals, self.structs)
        memory.global_scope(self.rng, scope, self.buffers)
        return scope

    def uniform_scope(self, reads_tile: bool) -> Scope:
        """What is the same for all work-items of a tile."""
        scope = Scope(functions=[f for f in self.functions if f.pointer is None and f.object is None])
        scope.places += self.given()
        scope.places += [*memory.UNIFORM_IDS, *self.uniforms, *self.loop_variables]
        for buffer in self.buffers:
            if buffer.role is Role.INPUT and buffer.struct is None:
                scope.places.append(Place(f"{buffer.name}[({{0}}) & {buffer.cells - 1}]", buffer.type))
        for array in self.arrays if reads_tile else ():
            memory.tile_scope(self.rng, scope, array, memory.Mode("shared"), self.structs, is_uniform=True)
        return scope

    def phase_scope(self) -> Scope:
        scope = self.scope()
        for array in self.arrays:
            memory.tile_scope(self.rng, scope, array, memory.choose_mode(self.rng, array), self.structs)
        return scope

    def phase(self) -> Phase:
        scope = self.phase_scope()
        return Phase(self.blocks.block(scope, *(2, 1) if self.options.small else (4, 2)))

    def last_block(self) -> Block:
        scope = self.phase_scope()
        scope.can_return = "return;" if self.rng.random() < 0.4 else ""
        sizes = ((2, 1) if self.tiled else (4, 2)) if self.options.small else (3 if self.tiled else 8, 2)
        made = list(self.blocks.block(scope, *sizes))
        for buffer in self.buffers:
            if buffer.role is Role.APPROX:
                value = self.blocks.expressions.of(buffer.type, scope, 2)
                value = Expr(
                    f"m_fmin(m_fmax({{0}}, ({buffer.type.name})0.01), ({buffer.type.name})20)",
                    buffer.type,
                    (value,),
                )
                function = self.rng.choice(APPROXIMATE)
                made.append(Stmt(f"near[gid] = m_{function}({{0}});", (value,)))
        return tuple(made)

    def nodes(self, count: int, depth: int) -> tuple[TileNode, ...]:
        made: list[TileNode] = []
        for _ in range(count):
            choice = self.rng.random()
            if depth == 0 or choice < 0.5:
                made.append(self.phase())
            elif choice < 0.72:
                made.append(self.loop(depth))
            elif choice < 0.77:
                made.append(self.branch(depth))
            elif choice < 0.84:
                made.append(self.ways(depth))
            elif choice < 0.94:
                made += self.idioms.make()
            else:
                made.append(self.uniform())
        return tuple(made)

    def uniform_value(self) -> tuple[Expr, bool]:
        reads_tile = self.rng.random() < 0.4
        return self.blocks.expressions.of(I32, self.uniform_scope(reads_tile), 2), reads_tile

    def loop(self, depth: int) -> Loop:
        value, reads_tile = self.uniform_value()
        variable = self.blocks.name("uni")
        bound, most = f"n{variable}", self.rng.choice((1, 3, 3))
        head = f"const i32 {bound} = ({{0}} & {most}) + {self.rng.choice((0, 1))};\n"
        form = (
            head
            + "{barrier}"
            + self.rng.choice(
                (
                    f"for (i32 {variable} = 0; {variable} < {bound}; ++{variable}) {{body}}",
                    f"for (i32 {variable} = {bound}; {variable} > 0; --{variable}) {{body}}",
                    f"for (i32 {variable} = 1; {variable} <= {bound} * 2; {variable} *= 2) {{body}}",
                    f"i32 {variable} = {bound} + 1;\ndo {{body}} while (--{variable} > 0);",
                    f"i32 {variable} = {bound};\nwhile ({variable}-- > 0) {{body}}",
                )
            )
        )
        self.loop_variables.append(Place(variable, I32))
        body = self.nodes(self.rng.randint(1, 2), depth - 1)
        if self.rng.random() < 0.3:
            leave, leave_reads = self.uniform_value()
            name = self.blocks.name("b")
            word = self.rng.choice(("break", "break", "continue"))
            text = f"const i32 {name} = ({{0}} & 3) == 0;\n{{barrier}}if ({name}) {word};"
            at = self.rng.randrange(len(body) + 1)
            body = (*body[:at], Uniform(text, (leave,), "", leave_reads), *body[at:])
        self.loop_variables.pop()
        return Loop(form, (value,), body, variable, reads_tile)

    def branch(self, depth: int) -> Branch:
        value, reads_tile = self.uniform_value()
        name = self.blocks.name("b")
        head = f"const i32 {name} = {{0}};\n{{barrier}}"
        count = self.rng.choice((1, 2, 2, 3))
        parts = tuple(self.nodes(self.rng.randint(1, 2), depth - 1) for _ in range(count))
        if count == 1:
            return Branch(head + f"if ({name} & 1) {{B0}}", (value,), parts, name, reads_tile)
        if count == 2:
            return Branch(
                head + f"if ({name} % 3 == 1) {{B0}} else {{B1}}", (value,), parts, name, reads_tile
            )
        fall = self.rng.choice(("", " break;"))
        cases = f"  case 0: {{B0}}{fall}\n  case 2: {{B1}} break;\n  default: {{B2}}\n"
        return Branch(head + f"switch ({name} & 3) {{{{\n{cases}}}}}", (value,), parts, name, reads_tile)

    def ways(self, depth: int) -> Branch:
        """Loops that a tile runs alike, with two entries, switches that continue, ways out of the middle."""
        rng, (value, reads_tile) = self.rng, self.uniform_value()
        name, turn = self.blocks.name("b"), self.blocks.name("uni")
        form, count, own = rng.choice(WAYS)
        ends = (" continue;", " break;", "")
        form = form.replace("@E@", rng.choice(ends)).replace("@F@", rng.choice(ends))
        form = form.replace("@N@", name).replace("@T@", turn)
        self.loop_variables += [Place(turn, I32)] * own
        parts = tuple(self.nodes(1, depth - 1) for _ in range(count))
        del self.loop_variables[len(self.loop_variables) - own :]
        return Branch(f"const i32 {name} = {{0}};\n{{barrier}}{form}", (value,), parts, turn, reads_tile)

    def uniform(self) -> Uniform:
        if self.rng.random() < 0.2:
            value, reads_tile = self.uniform_value()
            name = self.blocks.name("b")
            text = f"const i32 {name} = ({{0}} & 7) == 3;\n{{barrier}}if ({name}) return;"
            return Uniform(text, (value,), "", reads_tile)
        value, reads_tile = self.uniform_value()
        if not self.uniforms or self.rng.random() < 0.5:
            self.uniforms.append(Place(self.blocks.name("uni"), I32))
        target = self.rng.choice(self.uniforms).form
        return Uniform(f"{target} = {{0}};\n{{barrier}}", (value,), "", reads_tile)

    def launch(self) -> LaunchShape:
        rng, seed = self.rng, self.rng.randrange(1, 1 << 30)
        if not self.tiled:
            most = {1: 300, 2: 17, 3: 7}[self.rank]
            return LaunchShape(tuple(self.side(most) for _ in range(self.rank)), (), seed)
        tile = self.tile()
        extent = [side * rng.choice((1, 1, 2, 3)) for side in tile]
        while prod(extent) > 768 and prod(extent) > prod(tile):
            extent = [max(side, e - side) for side, e in zip(tile, extent, strict=True)]
        if self.partial:
            extent = [max(1, e - rng.randrange(side)) for side, e in zip(tile, extent, strict=True)]
            tile = [min(side, e) for side, e in zip(tile, extent, strict=True)]
        elif rng.random() < 0.03:
            extent[rng.randrange(self.rank)] = 0
        return LaunchShape(tuple(extent), tuple(tile), seed)

    def side(self, most: int) -> int:
        """A flat launch's extent in a dimension; at times 1, or 0: no work-item."""
        choice = self.rng.random()
        return 1 if choice < 0.1 else 0 if choice < 0.12 else self.rng.randint(1, most)

    def tile(self) -> list[int]:
        """A shape with at most `items` work-items."""
        items = self.items if self.rng.random() < 0.7 else self.rng.randint(1, self.items)
        sides = [1] * self.rank
        for factor in (2, 3, 5, 7, 11, 13):
            while items % factor == 0 and items > 1:
                side = self.rng.randrange(self.rank)
                is_too_deep = self.rank == 3 and side == 0 and sides[0] * factor > _DEEPEST
                sides[1 if is_too_deep else side] *= factor
                items //= factor
        return sides
