"""Random expressions over what a scope offers. None has undefined behaviour, for any operands.

Signed additions, subtractions and multiplications may overflow where the unit is compiled with -fwrapv; else
their operands are made small. Shifts are masked, divisions guarded, conversions to integers clamped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from random_kernels.model import (
    F32,
    I32,
    SCALARS,
    U32,
    U64,
    Expr,
    Function,
    Options,
    Place,
    Region,
    Scalar,
    Struct,
)

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
# Of support/idioms.hpp: of one value, of two, and of one or two with a number of bits.
IDIOMS = "swapped_bytes reversed_bits ones leading_zeros trailing_zeros is_power absolute".split()
IDIOMS_2 = """smaller larger distance order average limited_sum limited_difference product_or
high_product wide_mixed wide_rest""".split()
IDIOMS_BITS = "rotated rotated_right narrowed chosen_bit".split()
DIVISORS = (2, 3, 5, 6, 7, 9, 10, 12, 25, 60, 100, 125, 641, 1000, 3600, 65537, 86400, 1000000007)
EXACT_UNARY = ("sqrt", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "fabs")
APPROXIMATE = ("sin", "cos", "exp", "log", "tanh", "atan", "cbrt", "log1p", "exp2", "asinh", "erf")


@dataclass
class Vector:
    """A short vector variable."""

    name: str
    type: Scalar
    lanes: int
    written: bool


@dataclass
class Object:
    """A struct variable."""

    form: str
    struct: Struct
    written: bool


@dataclass
class Scope:
    """What expressions and statements may use at a place."""

    places: list[Place] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    vectors: list[Vector] = field(default_factory=list)
    objects: list[Object] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    in_loop: bool = False
    can_return: str = ""  # the statement that ends early
    atomics: list[Callable[[Expressions, Scope], tuple[str, tuple[Expr, ...]]]] = field(default_factory=list)

    def inner(self) -> Scope:
        """A copy for a block: what is declared there ends with it."""
        return Scope(
            list(self.places),
            list(self.regions),
            list(self.vectors),
            list(self.objects),
            self.functions,
            self.in_loop,
            self.can_return,
            self.atomics,
        )


class Expressions:
    """Makes expressions, from one source of random numbers."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        self.rng = rng
        self.options = options
        self.types = [s for s in SCALARS.values() if s.name != "f16" or "half" in options.features]
        self.integers = [s for s in self.types if not s.is_float]
        self.floats = [s for s in self.types if s.is_float]

    def scalar(self) -> Scalar:
        """A type; those of 32 bits most often."""
        if self.rng.random() < 0.3:
            return self.rng.choice((I32, U32, F32))
        return self.rng.choice(self.types)

    def constant(self, type: Scalar) -> Expr:
        rng = self.rng
        if type.is_float:
            return Expr(f"({type.name}){self._float_text(type)}", type)
        least = 0 if type.kind == "u" else -(1 << (type.bits - 1))
        most = (1 << (type.bits - (type.kind == "s"))) - 1
        value = rng.choice(
            (
                rng.randint(0, 8),
                rng.randint(max(least, -9), 100),
                rng.randint(least, most),
                rng.choice((least, most, most >> 1, 1 << rng.randrange(type.bits - 1))),
            )
        )
        return Expr(integer_text(value, type), type)

    def _float_text(self, type: Scalar) -> str:
        rng = self.rng
        suffix = "f" if type.bits < 64 else ""
        largest = 10 if type.bits == 16 else 30
        value = rng.choice(
            (
                float(rng.randint(-8, 8)),
                rng.randint(-1000, 1000) / 8.0,
                rng.uniform(-2, 2) * 2.0 ** rng.randint(-largest, largest),
            )
        )
        if type.bits < 64:
            value = float(f"{value:.5g}")
        return f"({value!r}{suffix})"

    def index(self, scope: Scope, depth: int) -> Expr:
        return self.of(U32, scope, min(depth, 1))

    def read(self, place: Place, scope: Scope, depth: int) -> Expr:
        args = (self.index(scope, depth - 1),) if place.indexed else ()
        form = f"({place.type.name}){place.form}" if place.cast else place.form
        return Expr(form, place.type, args)

    def leaf(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        # An index is an expression, too: they must end.
        able = [p for p in scope.places if depth >= 0 or not p.indexed]
        same = [p for p in able if p.type == type]
        if same and self.rng.random() < 0.9:
            return self.read(self.rng.choice(same), scope, depth)
        if able and self.rng.random() < 0.8:
            place = self.rng.choice(able)
            return self.convert(self.read(place, scope, depth), type)
        return self.constant(type)

    def convert(self, value: Expr, type: Scalar) -> Expr:
        if value.type == type:
            return value
        return Expr(f"conv<{type.name}>({{0}})", type, (value,))

    def of(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        """An expression of a type, at most `depth` deep."""
        if depth <= 0 or self.rng.random() < 0.12:
            return self.leaf(type, scope, depth)
        makers: Sequence[tuple[float, Callable[[Scalar, Scope, int], Expr]]] = (
            (4.0, self.binary),
            (1.5, self.unary),
            (1.2, self.conditional),
            (1.5, self.converted),
            (0.6, self.comparison),
            (1.2, self.called),
            (0.5, self.reinterpreted),
            (0.9, self.idiom),
            (0.4, self.divided),
            (0.4, self.scaled),
            (2.0, self.leaf),
        )
        maker = self.rng.choices([m for _, m in makers], [w for w, _ in makers])[0]
        return maker(type, scope, depth)

    def binary(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        a, b = self.of(type, scope, depth - 1), self.of(type, scope, depth - 1)
        rng, name = self.rng, type.name
        if type.is_float:
            form = rng.choice(
                (
                    *(f"({name})({{0}} {op} {{1}})" for op in "+-*/"),
                    *(f"({{0}} {op} {{1}})" for op in "+-*"),
                    "({0} < {1} ? {0} : {1})" if depth < 2 else f"({name})({{0}} - {{1}})",
                    f"m_fmin({{0}} + ({name})0, {{1}} + ({name})0)",
                    f"m_fmax({{0}} + ({name})0, {{1}} + ({name})0)",
                    "m_fmod({0}, {1})",
                    "m_remainder({0}, {1})",
                )
            )
            if type.bits == 16 and "m_" in form:
                form = f"({name})({{0}} * {{1}})"
            return Expr(form, type, (a, b))
        operation = rng.choice(("+", "-", "*", "+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"))
        if operation in "&|^":
            return Expr(f"({name})({{0}} {operation} {{1}})", type, (a, b))
        if operation in ("<<", ">>"):
            side = "left" if operation == "<<" else "right"
            return Expr(f"shift_{side}<{name}>({{0}}, {{1}})", type, (a, self.index(scope, depth - 1)))
        if operation in "/%":
            what = "quotient" if operation == "/" else "rest"
            return Expr(f"{what}<{name}>({{0}}, {{1}})", type, (a, b))
        return Expr(self.arithmetic(operation, type), type, (a, b))

    def arithmetic(self, operation: str, type: Scalar) -> str:
        """+, -, * of integers without overflow that the unit does not allow."""
        name = type.name
        if self.options.wraps or (type.kind == "u" and type.bits != 16) or type.bits == 8:
            return f"({name})({{0}} {operation} {{1}})"
        if name == "u16":
            return f"({name})((u32){{0}} {operation} {{1}})"
        if type.bits == 16:
            return f"({name})({{0}} {operation} {{1}})"
        if operation == "*":
            half = type.bits // 2
            return self.rng.choice(
                (f"(({{0}} >> {half}) * ({{1}} >> {half}))", "(({0} % 1000) * ({1} % 30))")
            )
        return self.rng.choice(
            (f"(({{0}} >> 1) {operation} ({{1}} >> 1))", f"(({{0}} % 5000) {operation} ({{1}} % 3000))")
        )

    def unary(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        a = self.of(type, scope, depth - 1)
        name = type.name
        if type.is_float:
            choice = self.rng.random()
            if choice < 0.3:
                return Expr("(-{0})", type, (a,))
            if choice < 0.5:
                b, c = self.of(type, scope, depth - 1), self.of(type, scope, depth - 1)
                return Expr("m_fma({0}, {1}, {2})", type, (a, b, c))
            function = self.rng.choice(EXACT_UNARY)
            return Expr(f"m_{function}({{0}})", type, (a,))
        if type.kind == "u" or self.options.wraps:
            return Expr(self.rng.choice((f"({name})(-{{0}})", f"({name})(~{{0}})")), type, (a,))
        return Expr(self.rng.choice((f"({name})(-({{0}} >> 1))", f"({name})(~{{0}})")), type, (a,))

    def conditional(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        yes, no = self.of(type, scope, depth - 1), self.of(type, scope, depth - 1)
        return Expr("({0} ? {1} : {2})", type, (self.condition(scope, depth - 1), yes, no))

    def condition(self, scope: Scope, depth: int) -> Expr:
        """Anything that is compared with 0 or with another value."""
        if self.rng.random() < (0.1 if self.options.small else 0.25):
            a, b = self.condition(scope, 0), self.condition(scope, 0)
            return Expr(f"({{0}} {self.rng.choice(('&&', '||'))} {{1}})", I32, (a, b))
        return self._compared(scope, max(depth, 0))

    def _compared(self, scope: Scope, depth: int) -> Expr:
        type = self.scalar()
        a, b = self.of(type, scope, depth - 1), self.of(type, scope, min(depth - 1, 1))
        if self.rng.random() < 0.3 and not type.is_float:
            return Expr("(({0} & 3) == 1)", I32, (a,))
        return Expr(f"({{0}} {self.rng.choice(COMPARISONS)} {{1}})", I32, (a, b))

    def comparison(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        return Expr(f"({type.name})({{0}} ? 1 : 0)", type, (self._compared(scope, depth),))

    def converted(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        return self.convert(self.of(self.scalar(), scope, depth - 1), type)

    def reinterpreted(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        sources = {"u32": "f32", "u64": "f64", "f32": "u32", "f64": "u64", "u16": "f16"}
        source = sources.get(type.name)
        if source is None or SCALARS[source] not in self.types:
            return self.converted(type, scope, depth)
        function = "from_bits" if type.is_float else "bits"
        return Expr(f"{function}({{0}})", type, (self.of(SCALARS[source], scope, depth - 1),))

    def idiom(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        """What compilers know under other names."""
        if type.is_float:
            return self.float_idiom(type, scope, depth)
        a = self.of(type, scope, depth - 1)
        name = self.rng.choice((*IDIOMS, *IDIOMS_2, *IDIOMS_BITS, "funnel"))
        args: tuple[Expr, ...] = (a,)
        if name in IDIOMS_2 or name == "funnel":
            args = (a, self.of(type, scope, depth - 1))
        if name in IDIOMS_BITS or name == "funnel":
            args = (*args, self.index(scope, depth - 1))
        return Expr(f"{name}<{type.name}>({', '.join(f'{{{i}}}' for i in range(len(args)))})", type, args)

    def divided(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        """By a constant, which compilers do by products and shifts."""
        a = self.of(type, scope, depth - 1)
        if type.is_float:
            return Expr(f"({type.name})({{0}} / ({type.name}){self.rng.choice((2, 3, 10, -8))})", type, (a,))
        most = (1 << (type.bits - (type.kind == "s"))) - 1
        by = self.rng.choice((*DIVISORS, most, most - 1, 1 << self.rng.randrange(1, type.bits - 1)))
        by = min(by, most)
        if type.kind == "s" and self.rng.random() < 0.4:
            by = -by if by > 1 else -3
        by_text = integer_text(by, type)
        form = self.rng.choice(
            (
                "{0} / {1}",
                "{0} % {1}",
                "{0} / {1} * {1}",
                "{0} - {0} / {1}",
                "{0} % {1} == 0",
                "{0} % {1} == 1 ? 3 : 7",
            )
        )
        if type.kind == "s" and "-" in form:
            form = "{0} / {1}"
        return Expr(f"({type.name})({form.replace('{1}', by_text)})", type, (a,))

    def scaled(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        """Times a number at or beside a power of two, which compilers do by shifts and negations."""
        if type.is_float:
            return self.divided(type, scope, depth)
        rng = self.rng
        by = (1 << rng.randrange(type.bits)) + rng.choice((0, 0, 0, -1, 1))
        by = by if rng.random() < 0.4 else -by
        a = self.of(type, scope, depth - 1)
        return Expr(f"({type.name})((u64){{0}} * {by % (1 << 64)}ul)", type, (a,))

    def float_idiom(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        a = self.of(type, scope, depth - 1)
        if type.bits == 16:
            return Expr("({0} < (f16)0 ? -{0} : {0})" if depth < 2 else "(-{0})", type, (a,))
        choice = self.rng.random()
        if choice < 0.35:
            return Expr(f"sign_of<{type.name}>({{0}}, {{1}})", type, (a, self.of(type, scope, depth - 1)))
        if choice < 0.7:
            name = self.rng.choice(("classified", "fraction_of", "mantissa_of", "next_to", "compared"))
            args = (a, self.of(type, scope, depth - 1)) if name in ("next_to", "compared") else (a,)
            holes = "{0}, {1}" if len(args) == 2 else "{0}"
            return Expr(f"{name}<{type.name}>({holes})", type, args)
        return Expr("m_ldexp({0}, {1})", type, (a, self.converted_to_exponent(scope, depth)))

    def converted_to_exponent(self, scope: Scope, depth: int) -> Expr:
        return Expr("((i32)({0} & 63) - 32)", I32, (self.index(scope, depth - 1),))

    def called(self, type: Scalar, scope: Scope, depth: int) -> Expr:
        # C++ leaves the order of operands and arguments open: in an expression, calls have no effects.
        able = [
            f
            for f in scope.functions
            if f.result is not None and not f.has_effects and self.can_call(f, scope)
        ]
        if not able:
            return self.binary(type, scope, depth)
        function = self.rng.choice(able)
        assert function.result is not None
        return self.convert(self.call(function, scope, min(depth, 2)), type)

    def pointers_for(self, function: Function, scope: Scope) -> list[str]:
        """What may be given as the function's pointer; [""] where it has none."""
        wanted = function.pointer
        if wanted is None:
            return [""]
        return [
            r.pointer
            for r in scope.regions
            if r.type == wanted.type and r.length >= wanted.length and (r.written or not wanted.written)
        ]

    def objects_for(self, function: Function, scope: Scope) -> list[str]:
        """What may be given as the function's object; [""] where it has none."""
        if function.object is None:
            return [""]
        return [
            o.form
            for o in scope.objects
            if o.struct.name == function.object.name
            and "{0}" not in o.form
            and (o.written or not function.changes_object)
        ]

    def can_call(self, function: Function, scope: Scope) -> bool:
        return bool(self.pointers_for(function, scope) and self.objects_for(function, scope))

    def call(self, function: Function, scope: Scope, depth: int) -> Expr:
        args = tuple(self.of(p, scope, depth - 1) for p in function.parameters)
        pointers = self.pointers_for(function, scope)
        form = function.call.replace("{pointer}", self.rng.choice(pointers))
        form = form.replace("{object}", self.rng.choice(self.objects_for(function, scope)))
        return Expr(form, function.result or U64, args)


def integer_text(value: int, type: Scalar) -> str:
    suffix = {"s": "", "u": "u"}[type.kind] + ("l" if type.bits == 64 else "")
    if type.kind == "s" and value == -(1 << (type.bits - 1)):
        return f"({type.name})({value + 1}{suffix} - 1)"
    return f"({type.name})({value}{suffix})"
