"""Statements of one work-item: loops in loops, what they count in, and small effects on all that there is."""

from __future__ import annotations

import random
from collections.abc import Callable

from random_kernels.blocks import Blocks
from random_kernels.expressions import Scope
from random_kernels.model import I32, SCALARS, U32, Block, Expr, Options, Place, Region, Scalar, Stmt

from loops.arrays import ArrayLoops
from loops.closures import Closures
from loops.expressions import MixedExpressions, common, promoted

Maker = Callable[[Scope, int], Stmt | None]
_MOST = 200  # rounds of all loops around a statement together
_COUNTERS = ("i32", "i32", "i32", "u32", "u8", "i64", "u16", "i16", "i8")
_ASSIGNED = ("=", "=", "+=", "-=", "*=", "^=", "|=", "&=")


class LoopBlocks(Blocks):
    """Makes blocks. `budget`: so many statements; then there are assignments alone."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        self.expressions: MixedExpressions = MixedExpressions(rng, options)
        super().__init__(rng, options, self.expressions)
        self.arrays = ArrayLoops(self)
        self.closures = Closures(self)
        self.budget = 12
        self.keeps = False  # may blocks mix what they declare into `live`?

    def block(self, scope: Scope, length: int, depth: int) -> Block:
        made = super().block(scope, length, depth)
        return (*made, *self.kept(made)) if self.keeps and self.rng.random() < 0.5 else made

    def kept(self, made: Block) -> Block:
        """One of the variables of a block, which else nobody may need."""
        names = [s.declares for s in made if s.declares[:1] == "x" and "*" not in s.form.partition("=")[0]]
        return (Stmt(f"live = mix(live, {self.rng.choice(names)});"),) if names else ()

    def statement(self, scope: Scope, depth: int) -> Stmt:
        self.budget -= 1
        makers = self.simple_makers(scope) + (self.deep_makers() if depth > 0 and self.budget > 0 else [])
        while True:
            _, trips, maker = self.rng.choices(makers, [weight for weight, _, _ in makers])[0]
            made = self.repeated(trips, maker, scope, depth)
            if made is not None:
                return made

    def repeated(self, trips: int, maker: Maker, scope: Scope, depth: int) -> Stmt | None:
        """What a maker makes, whose block runs so often; none where that is too often."""
        cost = self.expressions.cost
        if cost * trips > _MOST and trips > 1:
            return None
        self.expressions.cost = cost * trips
        made = maker(scope, depth)
        self.expressions.cost = cost
        return made

    def simple_makers(self, scope: Scope) -> list[tuple[float, int, Maker]]:
        makers: list[tuple[float, int, Maker]] = [
            (6, 1, self.assignment),
            (2, 1, self.declaration),
            (0.4, 1, self.objects),
            (0.3, 1, self.atomic),
        ]
        if self.budget > 0:
            makers += [
                (1.2, 1, self.array),
                (0.8, 1, self.reference),
                (0.5, 1, self.swapped),
                (0.3, 1, self.bytes),
                (0.6, 1, self.called),
            ]
        if scope.in_loop:
            makers.append((0.7, 1, self.leave_loop))
        if scope.can_return:
            makers.append((0.3, 1, self.leave))
        return makers

    def deep_makers(self) -> list[tuple[float, int, Maker]]:
        """Each with the rounds of the loops that it makes."""
        language = self.language
        return [
            (3, 1, self.branch),
            (3, 1, self.counted_loop),
            (1.5, 1, self.fuelled_loop),
            (0.7, 32, self.shrinking_loop),
            (1, 1, self.switch),
            (3, 8, self.arrays.make),
            (0.7, 5, self.closures.called_in_loop),
            (0.5, 5, self.closures.stepped_object),
            (0.5, 4, language.into_loop),
            (0.3, 8, language.out_of_loops),
            (0.4, 8, language.counted),
            (0.4, 4, language.switch_in_loop),
            (0.2, 4, language.states),
            (0.3, 4, self.jumps),
            (0.3, 1, language.far_cases),
            (0.3, 1, self.short_circuit),
            (0.4, 1, self.pointer),
            (0.2, 1, self.table),
        ]

    # Small statements

    def assignment(self, scope: Scope, depth: int) -> Stmt | None:
        place = self.target(scope)
        if place is None:
            return None
        index = self.index_of(place, scope)
        if place.type.is_float:
            value = self.expressions.floating(place.type, scope, 2)
            return Stmt(f"{place.form} {self.rng.choice(_ASSIGNED[:5])} {{{len(index)}}};", (*index, value))
        value = self.expressions.mixed(scope, self.rng.choice((1, 2, 2, 3)))
        form, values = self.changed(place, value, len(index))
        return Stmt(form, (*index, *values))

    def changed(self, place: Place, value: Expr, at: int) -> tuple[str, tuple[Expr, ...]]:
        """A statement that gives an integer a value of any type; {at}: the first hole that is free."""
        # A bit-field of any type is an int here: it has no more than 31 bits.
        rng, type, hole = self.rng, I32 if place.cast else promoted(place.type), f"{{{at}}}"
        is_signed = type.kind == "s" and not self.options.wraps
        is_exact = common(type, value.type).kind == "s" and not self.options.wraps
        choice = rng.random()
        if choice < 0.12:
            return f"{place.form} {rng.choice(('/=', '%='))} {rng.choice((3, 7, 10, 13, 100))};", ()
        if choice < 0.24:
            operation = ">>=" if is_signed else rng.choice(("<<=", ">>="))
            return f"{place.form} {operation} {hole} & {type.bits - 1};", (value,)
        if choice < 0.3 and not is_signed and not place.cast:
            return f"{place.form}{rng.choice(('++', '--'))};", ()
        operation = rng.choice(_ASSIGNED)
        if is_exact and operation in ("+=", "-=", "*="):
            wide = f"u{max(type.bits, promoted(value.type).bits)}"
            text = f"({place.type.name})(({wide}){place.form} {operation[0]} ({wide}){hole})"
            return f"{place.form} = {text};", (value,)
        return f"{place.form} {operation} {hole};", (value,)

    def array(self, scope: Scope, depth: int) -> Stmt | None:
        """An array with a first value in each cell."""
        length = self.rng.choice((2, 3, 4, 5, 8, 10, 16, 17, 24, 32))
        if self.expressions.cost * length > _MOST * 4:
            return None
        type, name, counter = self.expressions.scalar(), self.name("y"), self.name("c")
        inner = scope.inner()
        inner.places += [Place(counter, I32)] * 2
        value = self.expressions.of(type, inner, 2)
        scope.places += [Place(f"{name}[({{0}}) % {length}]", type, True)] * 2
        scope.regions += [Region(name, type, length, True)] * 2
        head = f"{type.name} {name}[{length}];"
        if self.rng.random() < 0.3:
            head = f"std::array<{type.name}, {length}> {name};"
            scope.regions[-2:] = [Region(f"{name}.data()", type, length, True)] * 2
        fill = f"for (i32 {counter} = 0; {counter} < {length}; ++{counter}) {name}[{counter}] = {{0}};"
        return Stmt(f"{head}\n{fill}", (value,), declares=name)

    def reference(self, scope: Scope, depth: int) -> Stmt | None:
        """A name, or a pointer, for a cell that is chosen now."""
        cells = [r for r in scope.regions if r.written]
        if not cells:
            return None
        region, name = self.rng.choice(cells), self.name("x")
        cell = f"({region.pointer})[({{0}}) % {region.length}]"
        index = (self.expressions.index(scope, 1),)
        if self.rng.random() < 0.6:
            scope.places += [Place(name, region.type, True)] * 2
            return Stmt(f"{region.type.name}& {name} = {cell};", index, declares=name)
        other = self.rng.choice([r for r in cells if r.type == region.type])
        second = f"({other.pointer})[({{1}}) % {other.length}]"
        form = f"{region.type.name}* {name} = {{2}} ? &{cell} : &{second};"
        args = (*index, self.expressions.index(scope, 1), self.expressions.condition(scope, 1))
        scope.places += [Place(f"(*{name})", region.type, True)] * 2
        return Stmt(form, args, declares=name)

    def swapped(self, scope: Scope, depth: int) -> Stmt | None:
        cells = [r for r in scope.regions if r.written]
        if not cells:
            return None
        one = self.rng.choice(cells)
        other = self.rng.choice([r for r in cells if r.type == one.type])
        texts = (f"({r.pointer})[({{{n}}}) % {r.length}]" for n, r in enumerate((one, other)))
        indices = tuple(self.expressions.index(scope, 1) for _ in range(2))
        return Stmt(f"std::swap({', '.join(texts)});", indices)

    def called(self, scope: Scope, depth: int) -> Stmt | None:
        """A function with or without effects; its result is kept."""
        able = [f for f in scope.functions if f.result and self.expressions.can_call(f, scope)]
        if not able or self.expressions.cost > 20:
            return None
        function, name = self.rng.choice(able), self.name("x")
        call = self.expressions.call(function, scope, 2)
        scope.places += [Place(name, call.type, True)] * 2
        return Stmt(f"{call.type.name} {name} = {call.form};", call.args, declares=name)

    # Loops

    def around(self, scope: Scope, counter: str, type: Scalar, trips: int, depth: int) -> Block | None:
        """What a loop repeats: it sees the counter, and may leave the loop or go on."""
        if self.expressions.cost * trips > _MOST:
            return None
        inner = scope.inner()
        inner.in_loop = True
        inner.places += [Place(counter, type)] * 3
        cost, self.expressions.cost = self.expressions.cost, self.expressions.cost * trips
        block = self.block(inner, 4, depth - 1)
        self.expressions.cost = cost
        return block

    def counted_loop(self, scope: Scope, depth: int) -> Stmt | None:
        rng, counter = self.rng, self.name("c")
        type = SCALARS[rng.choice(_COUNTERS)]
        trips = rng.choice((2, 3, 4, 7, 8, 9, 16, 17, 20))
        if self.expressions.cost > 20:
            trips = min(trips, 5)
        step = rng.choice((2, 3, 5))
        most = rng.choice((3, 7, 15))
        head, is_asked = rng.choice(
            (
                (f"{type.name} {counter} = 0; {counter} < {trips}; ++{counter}", False),
                (f"{type.name} {counter} = {trips}; {counter} > 0; --{counter}", False),
                (
                    f"{type.name} {counter} = {rng.randrange(3)}; {counter} < {trips * step}; "
                    f"{counter} += {step}",
                    False,
                ),
                (f"{type.name} {counter} = 0; {counter} < end{counter}; {counter}++", True),
                (f"{type.name} {counter} = 0; {counter} < end{counter}; {counter} += 2", True),
                (f"{type.name} {counter} = end{counter}; {counter}-- > 0;", True),
            )
        )
        block = self.around(scope, counter, type, most if is_asked else trips, depth)
        if block is None:
            return None
        if not is_asked:
            return Stmt(f"for ({head}) {{B0}}", (), (block,))
        bound = f"const {type.name} end{counter} = ({type.name})({{0}} & {most});"
        form = f"{{{{\n  {bound}\n  for ({head}) {{B0}}\n}}}}"
        return Stmt(form, (self.expressions.mixed(scope, 2),), (block,))

    def fuelled_loop(self, scope: Scope, depth: int) -> Stmt | None:
        """while and do with a condition that the block may change; they end at the latest with their fuel."""
        counter, trips = self.name("c"), self.rng.choice((3, 5, 9, 17))
        type = SCALARS[self.rng.choice(_COUNTERS)]
        block = self.around(scope, counter, type, trips, depth)
        if block is None:
            return None
        condition = self.expressions.condition(scope, 2)
        loop = self.rng.choice(
            (
                f"{type.name} {counter} = {trips};\n  while ({counter}-- > 0 && {{0}}) {{B0}}",
                f"{type.name} {counter} = {trips};\n  while ({{0}}) {{{{\n  if (--{counter} == 0) break;\n"
                "  {B0}\n  }}",
                f"{type.name} {counter} = 0;\n  do {{B0}} while (++{counter} < {trips} && {{0}});",
                f"{type.name} {counter} = 0;\n  do {{{{\n  {{B0}}\n  if ({{0}}) break;\n"
                f"  }}}} while (++{counter} < {trips});",
            )
        )
        return Stmt(f"{{{{\n  {loop}\n}}}}", (condition,), (block,))

    def shrinking_loop(self, scope: Scope, depth: int) -> Stmt:
        """As many rounds as a number has digits."""
        counter, inner = self.name("c"), scope.inner()
        inner.in_loop = True
        inner.places += [Place(counter, U32)] * 3
        mask = self.rng.choice((" & 255", " & 0xffff", " % 100", ""))
        step = self.rng.choice((">>= 1", ">>= 2", ">>= 3", "/= 2", "/= 3", "/= 10"))
        block = self.block(inner, 3, depth - 1)
        form = (
            f"{{{{\n  u32 {counter} = {{0}}{mask};\n"
            f"  while ({counter} != 0) {{{{\n  {counter} {step};\n  {{B0}}\n  }}}}\n}}}}"
        )
        return Stmt(form, (self.expressions.of(U32, scope, 2),), (block,))
