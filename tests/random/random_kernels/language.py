"""Random statements of C++ as it is written today: closures, references, classes, std's containers and pairs.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from random_kernels.expressions import Scope
from random_kernels.model import SCALARS, U32, U64, Expr, Place, Region, Scalar, Stmt

if TYPE_CHECKING:
    from random_kernels.blocks import Blocks

Maker = Callable[[Scope, int], Stmt | None]


class Language:
    """Makes statements for `Blocks`; a block within one is `Blocks`' again."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.rng: random.Random = blocks.rng
        self.expressions = blocks.expressions

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        """Weights and makers."""
        return [
            (0.3, self.step),
            (0.3, self.swap),
            (0.3, self.mixed_types),
            (0.25, self.chosen_target),
            (0.25, self.structured_binding),
            (0.25, self.optional),
            (0.25, self.constant_table),
            (0.25, self.own_number),
            (0.2, self.union),
            (0.2, self.folded),
        ]

    # Parts of statements

    def scalar(self, *, is_plain: bool = False) -> Scalar:
        """`is_plain`: a type that C++ itself has."""
        while True:
            type = self.expressions.scalar()
            if not is_plain or type.name != "f16":
                return type

    def value(self, type: Scalar, scope: Scope, depth: int = 2) -> Expr:
        return self.expressions.of(type, scope, depth)

    def simple(self, scope: Scope) -> list[Place]:
        """Variables that have a plain name or member, an address, and may be written."""
        return [p for p in scope.places if p.written and not p.indexed and not p.cast]

    # Statements without blocks

    def step(self, scope: Scope, depth: int) -> Stmt | None:
        """++ and --, before and after, and the compound assignments that Blocks leaves out."""
        able = [
            p for p in self.simple(scope) if not p.type.is_float and p.type.kind == "u" and p.type.bits > 16
        ]
        if len(able) < 2:
            return None
        to, of = self.rng.sample(able, 2)
        if to.form == of.form:
            return None
        form = self.rng.choice(
            (
                f"{to.form} = conv<{to.type.name}>({of.form}++);",
                f"{to.form} = conv<{to.type.name}>(--{of.form});",
                f"{to.form} <<= ({{0}} & 7), {of.form} >>= 1;",
                f"{to.form} %= ({of.form} | 1);",
                f"{to.form} /= ({{0}} | 3u);",
            )
        )
        return Stmt(form, (self.value(U32, scope, 1),) if "{0}" in form else ())

    def swap(self, scope: Scope, depth: int) -> Stmt | None:
        places = self.simple(scope)
        if not places:
            return None
        first = self.rng.choice(places)
        others = [p for p in places if p.type == first.type and p.form != first.form]
        if not others:
            return None
        second = self.rng.choice(others)
        if self.rng.random() < 0.5:
            return Stmt(f"std::swap({first.form}, {second.form});")
        return Stmt(f"{first.form} = std::exchange({second.form}, {{0}});", (self.value(first.type, scope),))

    def mixed_types(self, scope: Scope, depth: int) -> Stmt | None:
        """Operands of several types, converted as C++ converts them."""
        places = self.simple(scope)
        if not places:
            return None
        target = self.rng.choice(places)
        wide = self.rng.choice((U32, U64, SCALARS["f32"], SCALARS["f64"]))
        other = self.scalar(is_plain=True)
        if wide is U32 and other.is_float:
            other = SCALARS["i16"]
        first, second = self.value(wide, scope), self.value(other, scope)
        if self.rng.random() < 0.5:
            first, second = second, first
        # A signed type of 64 bits beside u32 makes the sum signed: it could overflow.
        if wide is U32 and other.name == "i64":
            return None
        operation = self.rng.choice("+-*")
        if self.rng.random() < 0.4:
            operation = self.rng.choice(("<", ">", "==", "!="))
        return Stmt(f"{target.form} = conv<{target.type.name}>({{0}} {operation} {{1}});", (first, second))

    def chosen_target(self, scope: Scope, depth: int) -> Stmt | None:
        """?: as the left side of an assignment."""
        places = self.simple(scope)
        if not places:
            return None
        first = self.rng.choice(places)
        others = [p for p in places if p.type == first.type and p.form != first.form]
        if not others:
            return None
        form = f"({{0}} ? {first.form} : {self.rng.choice(others).form}) = {{1}};"
        return Stmt(form, (self.expressions.condition(scope, 1), self.value(first.type, scope)))

    def structured_binding(self, scope: Scope, depth: int) -> Stmt:
        first, second, name = self.scalar(), self.scalar(), self.blocks.name("sb")
        maker = self.rng.choice(("std::make_pair", "std::make_tuple"))
        values = (self.value(first, scope), self.value(second, scope))
        scope.places.append(Place(f"{name}a", first, True))
        return Stmt(
            f"{first.name} {name}a; {{{{ auto [a, b] = {maker}({first.name}({{0}}), {second.name}({{1}}));\n"
            f"  {name}a = a; if (b > {second.name}(3)) {name}a = conv<{first.name}>(b); }}}}",
            values,
            declares=f"{name}a",
        )

    def optional(self, scope: Scope, depth: int) -> Stmt:
        type, name = self.scalar(), self.blocks.name("op")
        values = (self.expressions.condition(scope, 1), self.value(type, scope), self.value(type, scope, 1))
        scope.places.append(Place(name, type, True))
        return Stmt(
            f"{type.name} {name}; {{{{ std::optional<{type.name}> maybe; if ({{0}}) maybe = {{1}};\n"
            f"  {name} = maybe ? *maybe : {{2}}; }}}}",
            values,
            declares=name,
        )

    def constant_table(self, scope: Scope, depth: int) -> Stmt:
        type, name, length = (
            self.scalar(is_plain=True),
            self.blocks.name("ct"),
            self.rng.choice((3, 4, 8, 17)),
        )
        values = ", ".join(str(self.expressions.constant(type)) for _ in range(length))
        scope.places += [Place(f"{name}[({{0}}) % {length}u]", type)] * 2
        scope.regions.append(Region(name, type, length, False))
        kind = self.rng.choice(("static constexpr", "static constexpr", "constexpr", "const"))
        return Stmt(f"{kind} {type.name} {name}[{length}] = {{{{{values}}}}};", declares=name)

    def own_number(self, scope: Scope, depth: int) -> Stmt:
        """A class with operators, from a class template that knows its derived class."""
        type, name = self.rng.choice((U32, U64, SCALARS["f32"], SCALARS["f64"])), self.blocks.name("on")
        a, b, c = (self.value(type, scope) for _ in range(3))
        scope.places.append(Place(f"{name}.value", type, True))
        operation = self.rng.choice(
            ("(a + b) * c", "a * b - c", "-a + b", "(a += b) - c", "a.twice() + b * c")
        )
        return Stmt(
            f"Number<{type.name}> {name}; {{{{ Number<{type.name}> a({{0}}), b({{1}}), c({{2}});\n"
            f"  {name} = {operation}; if (b < c) {name} += a; }}}}",
            (a, b, c),
            declares=name,
        )

    def union(self, scope: Scope, depth: int) -> Stmt:
        """The parts of a word."""
        wide, part = self.rng.choice((("u64", "u16"), ("u32", "u8"), ("u64", "u32"), ("u32", "u16")))
        name, count = self.blocks.name("un"), SCALARS[wide].bits // SCALARS[part].bits
        value = self.value(SCALARS[wide], scope)
        scope.places += [
            Place(f"{name}.parts[({{0}}) % {count}u]", SCALARS[part], True),
            Place(f"{name}.whole", SCALARS[wide], True),
        ]
        return Stmt(
            f"union {{{{ {wide} whole; {part} parts[{count}]; }}}} {name}; {name}.whole = {{0}};",
            (value,),
            declares=name,
        )

    def folded(self, scope: Scope, depth: int) -> Stmt:
        """A variadic template, and one that calls itself with a smaller number."""
        name = self.blocks.name("fo")
        types = [self.scalar() for _ in range(self.rng.randint(1, 4))]
        args = tuple(self.value(t, scope) for t in types)
        holes = ", ".join(f"{t.name}({{{i}}})" for i, t in enumerate(types))
        scope.places.append(Place(name, U64, True))
        call = (
            f"mixed_all({holes})"
            if self.rng.random() < 0.6
            else f"repeated<{self.rng.randint(0, 6)}>(mixed_all({holes}))"
        )
        return Stmt(f"u64 {name} = {call};", args, declares=name)
