"""Expressions as C++ has them without casts: integers of two types meet, promotions do the rest.

Where signed sums may not overflow (units without -fwrapv), they are made of the unsigned types.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from random_kernels.expressions import COMPARISONS, Expressions, Scope
from random_kernels.model import I32, SCALARS, U32, U64, Expr, Options, Place, Scalar

F32, F64 = SCALARS["f32"], SCALARS["f64"]
_CALLS = 20  # no call in what runs more often than this
_COUNTER = re.compile(r"c\d+")
_SMALL = (2, 3, 5, 7, 10, 16, 60, 100, 127)
# Of 32 and 64 bits: of these any value is right.
_COUNTS = (
    ("__builtin_popcount({0})", U32),
    ("__builtin_clz({0} | 1u)", U32),
    ("__builtin_popcountl({0})", U64),
    ("__builtin_ctzl({0} | 0x8000000000000000ul)", U64),
)


def promoted(type: Scalar) -> Scalar:
    return I32 if type.bits < 32 else type


def common(a: Scalar, b: Scalar) -> Scalar:
    """The type in which C++ joins integers of two types."""
    a, b = promoted(a), promoted(b)
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return SCALARS[f"u{a.bits}"] if "u" in (a.kind, b.kind) else a


def counters(scope: Scope) -> list[Place]:
    return [p for p in scope.places if _COUNTER.fullmatch(p.form)]


class MixedExpressions(Expressions):
    """Makes them; `cost` says how often what they are in runs."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        super().__init__(rng, options)
        self.cost = 1
        self.calls = True

    def scalar(self) -> Scalar:
        if self.rng.random() < 0.15:
            return self.rng.choice((F32, F32, F64))
        return self.rng.choice(self.integers)

    def of(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        if type.is_float:
            return self.floating(type, scope, depth)
        return self.cast(type, self.mixed(scope, depth))

    def cast(self, type: Scalar, value: Expr) -> Expr:
        if value.type == type:
            return value
        if value.type.is_float:
            return self.convert(value, type)
        return Expr(f"({type.name})({{0}})", type, (value,))

    # Indices

    def index(self, scope: Scope, depth: int) -> Expr:
        """A number without sign: often of a counter, in a type in which it wraps."""
        rng, counted = self.rng, counters(scope)
        choice = rng.random()
        if choice < 0.25:
            return Expr(f"{rng.randrange(40)}u", U32)
        if choice < 0.7 and counted:
            counter = rng.choice(counted).form
            type = SCALARS[rng.choice(("u8", "u8", "u16", "u32", "u32", "u64"))]
            by, more = rng.choice((1, 3, 5, 7, 37, 251, 4099)), rng.randrange(9)
            return Expr(f"({type.name})((u64){counter} * {by} + {more})", type)
        type = SCALARS[rng.choice(("u8", "u16", "u32", "u32", "u64"))]
        return self.cast(type, self.mixed(scope, min(depth, 1) - 1))

    # Integers

    def leaf(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        return self.of(type, scope, 0)

    def mixed(self, scope: Scope, depth: int) -> Expr:
        """An integer of any type."""
        if depth <= 0 or self.rng.random() < 0.1:
            return self.integer_leaf(scope, depth)
        makers: Sequence[tuple[float, Callable[[Scope, int], Expr]]] = (
            (8, self.sum),
            (2, self.shifted),
            (2, self.ratio),
            (1, self.negated),
            (2, self.chosen),
            (2, self.narrow),
            (1, self.truth),
            (1, self.extreme),
            (1, self.counted_bits),
            (1, self.whole),
            (1, self.result),
        )
        maker = self.rng.choices([m for _, m in makers], [w for w, _ in makers])[0]
        return maker(scope, depth - 1)

    def integer_leaf(self, scope: Scope, depth: int) -> Expr:
        able = [p for p in scope.places if not p.type.is_float and (depth >= 0 or not p.indexed)]
        if not able or self.rng.random() < 0.25:
            return self.constant(self.rng.choice(self.integers))
        if self.rng.random() < 0.5:
            able = able[-10:]  # what was declared last
        return self.read(self.rng.choice(able), scope, depth)

    def joined(self, operation: str, a: Expr, b: Expr) -> Expr:
        type = common(a.type, b.type)
        if operation in "+-*" and type.kind == "s" and not self.options.wraps:
            wide = f"u{type.bits}"
            return Expr(f"({type.name})(({wide})({{0}}) {operation} ({wide})({{1}}))", type, (a, b))
        return Expr(f"({{0}} {operation} {{1}})", type, (a, b))

    def sum(self, scope: Scope, depth: int) -> Expr:
        operation = self.rng.choice("++--*&|^")
        return self.joined(operation, self.mixed(scope, depth), self.mixed(scope, depth))

    def shifted(self, scope: Scope, depth: int) -> Expr:
        a, operation = self.mixed(scope, depth), self.rng.choice(("<<", ">>"))
        type = promoted(a.type)
        if operation == "<<" and type.kind == "s" and not self.options.wraps:
            type = SCALARS[f"u{type.bits}"]
            a = self.cast(type, a)
        if self.rng.random() < 0.4:
            return Expr(f"({{0}} {operation} {self.rng.randrange(type.bits)})", type, (a,))
        by = self.mixed(scope, depth - 1)
        return Expr(f"({{0}} {operation} ({{1}} & {type.bits - 1}))", type, (a, by))

    def ratio(self, scope: Scope, depth: int) -> Expr:
        a, operation = self.mixed(scope, depth), self.rng.choice("/%")
        if self.rng.random() < 0.35:
            by = self.rng.choice(_SMALL)
            is_negative = promoted(a.type).kind == "s" and self.rng.random() < 0.2
            return Expr(f"({{0}} {operation} {'-' if is_negative else ''}{by})", promoted(a.type), (a,))
        b = self.mixed(scope, depth - 1)
        type = common(a.type, b.type)
        if type.kind == "s" or self.rng.random() < 0.4:
            most = self.rng.choice((7, 31, 127, 1023))
            return Expr(f"({{0}} {operation} ({type.name})(({{1}} & {most}) + 1))", type, (a, b))
        return Expr(f"({{0}} {operation} (({type.name})({{1}}) | 1))", type, (a, b))

    def negated(self, scope: Scope, depth: int) -> Expr:
        a, type = self.mixed(scope, depth), I32
        type = promoted(a.type)
        choice = self.rng.random()
        if choice < 0.3:
            return Expr("(i32)(!{0})", I32, (a,))
        if choice < 0.6:
            return Expr("(~{0})", type, (a,))
        if type.kind == "s" and not self.options.wraps:
            return Expr(f"({type.name})(-(u{type.bits})({{0}}))", type, (a,))
        return Expr("(-{0})", type, (a,))

    def chosen(self, scope: Scope, depth: int) -> Expr:
        a, b = self.mixed(scope, depth), self.mixed(scope, depth)
        type = a.type if a.type == b.type else common(a.type, b.type)
        return Expr("({0} ? {1} : {2})", type, (self.condition(scope, depth), a, b))

    def narrow(self, scope: Scope, depth: int) -> Expr:
        type = self.rng.choice(self.integers)
        return Expr(f"({type.name})({{0}})", type, (self.mixed(scope, depth),))

    def truth(self, scope: Scope, depth: int) -> Expr:
        return Expr("(i32)({0})", I32, (self.condition(scope, depth),))

    def extreme(self, scope: Scope, depth: int) -> Expr:
        type, name = self.rng.choice(self.integers), self.rng.choice(("min", "max"))
        args = (self.of(type, scope, depth), self.of(type, scope, depth))
        return Expr(f"std::{name}<{type.name}>({{0}}, {{1}})", type, args)

    def counted_bits(self, scope: Scope, depth: int) -> Expr:
        form, type = self.rng.choice(_COUNTS)
        return Expr(form, I32, (self.of(type, scope, depth),))

    def whole(self, scope: Scope, depth: int) -> Expr:
        type = self.rng.choice(self.integers)
        return self.convert(self.floating(self.rng.choice((F32, F64)), scope, depth), type)

    def result(self, scope: Scope, depth: int) -> Expr:
        if not self.calls or self.cost > _CALLS:
            return self.sum(scope, depth)
        type = self.rng.choice(self.integers)
        return self.called(type, scope, depth)

    def binary(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        return self.of(type, scope, depth - 1)

    # Questions

    def condition(self, scope: Scope, depth: int) -> Expr:
        choice = self.rng.random()
        if depth <= 0 or choice < 0.5:
            a, b = self.mixed(scope, depth - 1), self.mixed(scope, depth - 2)
            return Expr(f"({{0}} {self.rng.choice(COMPARISONS)} {{1}})", I32, (a, b))
        if choice < 0.6:
            type = self.rng.choice((F32, F64))
            sides = (self.floating(type, scope, depth - 1), self.floating(F64, scope, depth - 1))
            return Expr(f"({{0}} {self.rng.choice(COMPARISONS)} {{1}})", I32, sides)
        if choice < 0.92:
            both = (self.condition(scope, depth - 1), self.condition(scope, depth - 1))
            return Expr(f"({{0}} {self.rng.choice(('&&', '||', '&&', '||', '!='))} {{1}})", I32, both)
        return Expr("(!{0})", I32, (self.condition(scope, depth - 1),))

    # Numbers with a point

    def floating(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        rng = self.rng
        if depth <= 0:
            return self.floating_leaf(type, scope, depth)
        choice = rng.random()
        if choice < 0.5:
            sides = (self.floating(type, scope, depth - 1), self.floating(type, scope, depth - 1))
            return Expr(f"({{0}} {rng.choice('++--**/')} {{1}})", type, sides)
        if choice < 0.6:
            return Expr("(-{0})", type, (self.floating(type, scope, depth - 1),))
        if choice < 0.75:
            return Expr(f"({type.name})({{0}})", type, (self.mixed(scope, depth - 1),))
        if choice < 0.85:
            other = self.floating(F64 if type == F32 else F32, scope, depth - 1)
            return Expr(f"({type.name})({{0}})", type, (other,))
        if choice < 0.93:
            sides = (self.floating(type, scope, depth - 1), self.floating(type, scope, depth - 1))
            return Expr(f"std::{rng.choice(('min', 'max'))}<{type.name}>({{0}}, {{1}})", type, sides)
        yes, no = self.floating(type, scope, depth - 1), self.floating(type, scope, depth - 1)
        return Expr("({0} ? {1} : {2})", type, (self.condition(scope, depth - 1), yes, no))

    def floating_leaf(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        able = [p for p in scope.places if p.type.is_float and (depth >= 0 or not p.indexed)]
        if not able or self.rng.random() < 0.35:
            return self.constant(type)
        found = self.read(self.rng.choice(able), scope, depth)
        return found if found.type == type else Expr(f"({type.name})({{0}})", type, (found,))
