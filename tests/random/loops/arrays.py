"""Loops over an array that vectorisers must not take for simple: each round reads what others write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_kernels.expressions import Scope
from random_kernels.model import I32, SCALARS, Expr, Place, Region, Scalar, Stmt

if TYPE_CHECKING:
    from loops.blocks import LoopBlocks


class ArrayLoops:
    """Makes one loop over an array of the scope; a value that is left of it gets a name."""

    def __init__(self, blocks: LoopBlocks) -> None:
        self.blocks, self.rng, self.expressions = blocks, blocks.rng, blocks.expressions

    def make(self, scope: Scope, depth: int) -> Stmt | None:
        able = [r for r in scope.regions if r.written and r.length >= 4]
        if not able:
            return self.blocks.array(scope, depth)
        region = self.rng.choice(able)
        makers = [self.forwards, self.ahead, self.backwards, self.two_cells, self.under_condition]
        makers += [self.greatest, self.found, self.reduced, self.reduced, self.exchanged]
        makers += [self.sorted, self.overlapping] + [self.compacted] * (region.length <= 32)
        makers += [self.fibonacci] * 3 + [self.table] * 2
        makers += [self.words] * 3 if region.type.name == "u8" and region.length >= 8 else []
        return self.rng.choice(makers)(scope, region, depth)

    # Parts

    def counted(self, scope: Scope, region: Region) -> tuple[str, Scope]:
        """A counter and a scope that knows it, the cell there, and that of another array."""
        counter, inner = self.blocks.name("c"), scope.inner()
        inner.places += [Place(counter, I32)] * 3
        inner.places += [Place(f"({region.pointer})[{counter}]", region.type)] * 2
        others = [r for r in scope.regions if r.length >= region.length]
        other = self.rng.choice(others)
        inner.places += [Place(f"({other.pointer})[{counter}]", other.type)] * 2
        return counter, inner

    def cell(self, region: Region, index: str) -> Expr:
        return Expr(f"({region.pointer})[{index}]", region.type)

    def join(self, a: Expr, b: Expr) -> Expr:
        """Of a's type."""
        if a.type.is_float:
            both = (a, self.expressions.convert(b, a.type))
            return Expr(f"({{0}} {self.rng.choice('+-*')} {{1}})", a.type, both)
        b = self.expressions.convert(b, SCALARS["i32"]) if b.type.is_float else b
        return self.expressions.cast(a.type, self.expressions.joined(self.rng.choice("++-*^&|"), a, b))

    def value(self, type: Scalar, inner: Scope) -> Expr:
        return self.expressions.of(type, inner, self.rng.choice((1, 1, 2)))

    def distance(self, region: Region) -> int:
        return self.rng.randrange(1, min(9, region.length))

    def loop(self, head: str, *body: Stmt) -> Stmt:
        return Stmt(f"for ({head}) {{B0}}", (), (body,))

    def set(self, region: Region, index: str, value: Expr) -> Stmt:
        return Stmt(f"({region.pointer})[{index}] = {{0}};", (value,))

    # Cells that depend on others

    def forwards(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Each of the one some cells before."""
        (i, inner), far = self.counted(scope, region), self.distance(region)
        value = self.join(self.cell(region, f"{i} - {far}"), self.value(region.type, inner))
        head = f"i32 {i} = {far}; {i} < {region.length}; ++{i}"
        inner.in_loop = True
        block = self.blocks.block(inner, 1, 0) if self.rng.random() < 0.3 else ()
        return self.loop(head, self.set(region, i, value), *block)

    def ahead(self, scope: Scope, region: Region, depth: int) -> Stmt:
        (i, inner), far = self.counted(scope, region), self.distance(region)
        value = self.join(self.cell(region, f"{i} + {far}"), self.value(region.type, inner))
        return self.loop(f"i32 {i} = 0; {i} < {region.length - far}; ++{i}", self.set(region, i, value))

    def backwards(self, scope: Scope, region: Region, depth: int) -> Stmt:
        (i, inner), far = self.counted(scope, region), self.distance(region)
        value = self.join(self.cell(region, f"{i} + {far}"), self.value(region.type, inner))
        return self.loop(f"i32 {i} = {region.length - 1 - far}; {i} >= 0; --{i}", self.set(region, i, value))

    def two_cells(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Writes one, and changes another that an earlier round wrote."""
        (i, inner), far = self.counted(scope, region), self.distance(region)
        first = self.set(region, f"{i} + {far}", self.value(region.type, inner))
        second = self.join(self.cell(region, i), self.value(region.type, inner))
        head = f"i32 {i} = 0; {i} < {region.length - far}; ++{i}"
        return self.loop(head, first, self.set(region, i, second))

    def under_condition(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Some cells, of others at an index that wraps."""
        (i, inner), far = self.counted(scope, region), self.distance(region)
        index = f"(u32)({i} * {self.rng.choice((3, 5, 7))} + {far}) % {region.length}u"
        value = self.join(self.cell(region, index), self.value(region.type, inner))
        taken = Stmt(
            "if ({0}) {B0}", (self.expressions.condition(inner, 1),), ((self.set(region, i, value),),)
        )
        return self.loop(f"i32 {i} = 0; {i} < {region.length}; ++{i}", taken)

    def overlapping(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Exchanges each cell with one far from it, as it is by then."""
        (i, inner), far = self.counted(scope, region), self.distance(region)
        other = f"({i} + {far}) % {region.length}"
        kept = Expr(f"kept{i}", region.type)
        declared = Stmt(f"{region.type.name} kept{i} = {{0}};", (self.cell(region, i),), declares=f"kept{i}")
        moved = self.set(region, i, self.cell(region, other))
        back = self.set(region, other, self.join(kept, self.value(region.type, inner)))
        return self.loop(f"i32 {i} = 0; {i} < {region.length}; ++{i}", declared, moved, back)

    def table(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Two dimensions, each cell of what is above and before; those of the last row are used."""
        rng, name, type = self.rng, self.blocks.name("x"), self.expressions.scalar()
        rows, columns = rng.choice((2, 3, 4)), rng.choice((2, 3, 5, 8))
        i, j, inner = self.blocks.name("c"), self.blocks.name("c"), scope.inner()
        inner.places += [Place(i, I32), Place(j, I32)]
        above = Expr(f"{name}t[{i} - 1][{j}]", type)
        before = Expr(f"{name}t[{i}][{rng.choice((f'{j} - 1', f'({j} + 1) % {columns}'))}]", type)
        form = (
            f"{type.name} {name} = {{0}};\n{{{{\n  {type.name} {name}t[{rows}][{columns}] = {{{{}}}};\n"
            f"  for (i32 {j} = 0; {j} < {columns}; ++{j}) {name}t[0][{j}] = ({type.name})({j} * 3);\n"
            f"  for (i32 {i} = 0; {i} < {rows}; ++{i}) {name}t[{i}][0] = ({type.name})({i} * 7);\n"
            f"  for (i32 {i} = 1; {i} < {rows}; ++{i})\n    for (i32 {j} = 1; {j} < {columns}; ++{j})\n"
            f"      {name}t[{i}][{j}] = {{1}} ? {{2}} : {{3}};\n"
            f"  for (i32 {j} = 0; {j} < {columns}; ++{j}) {name} = {{4}};\n}}}}"
        )
        last = self.join(Expr(name, type), Expr(f"{name}t[{rows - 1}][{j}]", type))
        joined = self.join(above, before), self.join(before, self.value(type, inner))
        condition = self.expressions.condition(inner, 1)
        values = (self.expressions.of(type, scope, 1), condition, *joined, last)
        scope.places += [Place(name, type, True)] * 2
        return Stmt(form, values, declares=name)

    def words(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Words at any byte of an array of bytes, read, changed and written elsewhere."""
        word = SCALARS[self.rng.choice(("u16", "i16", "u32", "i32", "u64"))]
        size = word.bits // 8
        (i, inner), starts = self.counted(scope, region), region.length - size + 1
        name = f"w{i}"
        form = (
            f"for (i32 {i} = 0; {i} < {self.rng.choice((3, 5, 9))}; ++{i}) {{{{\n  {word.name} {name};\n"
            f"  std::memcpy(&{name}, &({region.pointer})[({{0}}) % {starts}], {size});\n  {name} = {{1}};\n"
            f"  std::memcpy(&({region.pointer})[({{2}}) % {starts}], &{name}, {size});\n}}}}"
        )
        inner.places = [p for p in inner.places if f"[{i}]" not in p.form]  # those end before the loop may
        changed = self.join(Expr(name, word), self.expressions.of(word, inner, 1))
        return Stmt(form, (self.expressions.index(inner, 1), changed, self.expressions.index(inner, 1)))

    # Values that a loop leaves

    def greatest(self, scope: Scope, region: Region, depth: int) -> Stmt:
        name, cells, type = self.blocks.name("x"), region.pointer, region.type.name
        i, relation = self.blocks.name("c"), self.rng.choice(("<", ">", "<=", ">="))
        scope.places += [Place(name, I32, True)] * 2
        form = (
            f"i32 {name} = 0;\n{{{{\n  {type} best = ({cells})[0];\n"
            f"  for (i32 {i} = 1; {i} < {region.length}; ++{i})\n"
            f"    if (({cells})[{i}] {relation} best) best = ({cells})[{i}], {name} = {i};\n}}}}"
        )
        return Stmt(form, (), declares=name)

    def found(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """The first cell that is asked for; those before it change."""
        (i, inner), name = self.counted(scope, region), self.blocks.name("x")
        change = self.set(region, i, self.join(self.cell(region, i), self.value(region.type, inner)))
        form = (
            f"i32 {name} = {self.rng.choice((-1, region.length))};\n"
            f"for (i32 {i} = 0; {i} < {region.length}; ++{i}) {{{{\n"
            f"  if ({{0}}) {{{{ {name} = {i}; break; }}}}\n  {{B0}}\n}}}}"
        )
        scope.places += [Place(name, I32, True)] * 2
        return Stmt(form, (self.expressions.condition(inner, 1),), ((change,),), declares=name)

    def reduced(self, scope: Scope, region: Region, depth: int) -> Stmt:
        (i, inner), name = self.counted(scope, region), self.blocks.name("x")
        type = region.type
        if not type.is_float:
            type = SCALARS[self.rng.choice(("u32", "u64", "u16", "u8", "i16", "i64"))]
        value = self.expressions.of(type, inner, 1)
        step = self.rng.choice((f"++{i}", f"++{i}", f"{i} += 2", f"{i} += 3"))
        joined = self.join(Expr(name, type), value)
        change: Stmt = Stmt(f"{name} = {{0}};", (joined,))
        if self.rng.random() < 0.5:
            change = Stmt("if ({0}) {B0}", (self.expressions.condition(inner, 1),), ((change,),))
        form = f"{type.name} {name} = {{0}};\nfor (i32 {i} = 0; {i} < {region.length}; {step}) {{B0}}"
        scope.places += [Place(name, type, True)] * 2
        return Stmt(form, (self.expressions.constant(type),), ((change,),), declares=name)

    def fibonacci(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """Two values that follow one another, in a loop that is unrolled; at the end they are compared."""
        name, type = self.blocks.name("x"), region.type
        if not type.is_float:
            type = SCALARS[self.rng.choice(("u8", "u16", "i16", "u32", "i32", "u64", "i64"))]
        counter, rounds = self.blocks.name("c"), min(region.length, self.rng.choice((3, 5, 8, 12, 20)))
        a, b, t = Expr(f"{name}a", type), Expr(f"{name}b", type), type.name
        inner = scope.inner()
        inner.places += [Place(a.form, type), Place(b.form, type), Place(counter, I32)]
        kept = self.set(region, counter, self.expressions.of(region.type, inner, 1))
        if self.rng.random() < 0.5:
            kept = self.set(region, counter, self.converted(a, region.type))
        sum_ = self.join(a, b)
        relation = self.rng.choice(("<", ">", "==", "!=", "<="))
        form = (
            f"i32 {name} = 0;\n{{{{\n  {t} {name}a = {{0}}, {name}b = {{1}};\n"
            f"  for (i32 {counter} = 0; {counter} < {rounds}; ++{counter}) {{{{\n"
            f"    const {t} {name}t = {{2}};\n    {name}a = {name}b;\n    {name}b = {name}t;\n"
            f"    if ({name}a {relation} {name}b) ++{name};\n    {{B0}}\n  }}}}\n}}}}"
        )
        values = (self.expressions.of(type, scope, 1), self.expressions.of(type, scope, 1), sum_)
        scope.places += [Place(name, I32, True)] * 2
        return Stmt(form, values, ((kept,),), declares=name)

    def converted(self, value: Expr, type: Scalar) -> Expr:
        if value.type.is_float and not type.is_float:
            return self.expressions.convert(value, type)
        return Expr(f"({type.name})({{0}})", type, (value,))

    # Cells that change their places

    def compacted(self, scope: Scope, region: Region, depth: int) -> Stmt:
        (i, inner), name, cells = self.counted(scope, region), self.blocks.name("x"), region.pointer
        form = (
            f"i32 {name} = 0;\nfor (i32 {i} = 0; {i} < {region.length}; ++{i})\n"
            f"  if ({{0}}) ({cells})[{name}++] = ({cells})[{i}];"
        )
        scope.places += [Place(name, I32, True)] * 2
        return Stmt(form, (self.expressions.condition(inner, 1),), declares=name)

    def exchanged(self, scope: Scope, region: Region, depth: int) -> Stmt:
        i, cells, last = self.blocks.name("c"), region.pointer, region.length - 1
        return Stmt(
            f"for (i32 {i} = 0; {i} < {region.length // 2}; ++{i}) "
            f"std::swap(({cells})[{i}], ({cells})[{last} - {i}]);"
        )

    def sorted(self, scope: Scope, region: Region, depth: int) -> Stmt:
        """By insertion, no more than ten of them."""
        i, cells, most = self.blocks.name("c"), region.pointer, min(region.length, 10)
        relation = self.rng.choice("<>")
        return Stmt(
            f"for (i32 {i} = 1; {i} < {most}; ++{i})\n"
            f"  for (i32 j = {i}; j > 0 && ({cells})[j] {relation} ({cells})[j - 1]; --j)\n"
            f"    std::swap(({cells})[j], ({cells})[j - 1]);"
        )
