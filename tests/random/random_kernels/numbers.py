"""Random statements about numbers: integers of any width, small floats, promotions, operations with overflow.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import F32, I32, SCALARS, U32, U64, Place, Scalar, Stmt
from random_kernels.patterns import Patterns

WIDTHS = (2, 3, 5, 7, 9, 12, 15, 17, 24, 31, 33, 40, 48, 56, 63, 64, 65, 66, 72, 80, 96, 100, 120, 127, 128)
_SMALL = (
    "{0} = {0} + {1};",
    "{0} = {0} * {1};",
    "{0} = {1} - {0};",
    "{0} = -{1};",
    "if ({0} < {1}) {0} = {1};",
    "{0} = {0} == {1} ? {1} : {0};",
    "{0} = cells[w % 3u];",
    "cells[w % 3u] = {0};",
    "{0} = @T@(f32({0}) * 0.3f);",
    "{0} = @T@(f64(f32({0})) / 3.0);",
    "{0} = @T@(i32(f32({0}) < 100.0f ? 7 : 1000));",
)


class Numbers(Patterns):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        return [
            *super().makers(depth),
            (0.35, self.odd_integers),
            (0.2, self.small_floats),
            (0.3, self.in_range),
            (0.3, self.promoted),
        ]

    def odd_integers(self, scope: Scope, depth: int) -> Stmt:
        """Variables and an array of a width that no device has."""
        rng, name, width = self.rng, self.blocks.name("od"), self.rng.choice(WIDTHS)
        is_signed = self.blocks.options.wraps and rng.random() < 0.6
        sign = "true" if is_signed else "false"
        values = [self.value(U64, scope, 1) for _ in range(3)]
        lines = [f"using T = Odd<{width}, {sign}>;"]
        if width > 60:
            # Bits in all of the width.
            lines.append(f"T a = T({{0}}) << {width - 64 if width > 64 else 0}u ^ T({{1}}), b = T({{2}});")
        else:
            lines.append("T a = T({0}), b = T({1} >> 7 ^ {2});")
        lines.append("T c[3] = {{a, b, T(5)}};\n  const u32 w = (u32){1};")
        for _ in range(rng.randint(2, 6)):
            lines.append(self.odd_step(width))
        declared = Place(name, U64, True)
        scope.places.append(declared)
        text = "\n  ".join(lines)
        form = (
            f"u64 {name}; {{{{\n  {text}\n"
            f"  {name} = odd_bits<{width}>(a) * 31 ^ odd_bits<{width}>(b) * 7;\n"
            f"  {name} ^= odd_bits<{width}>(c[w % 3u]);\n}}}}"
        )
        return Stmt(form, tuple(values), declares=name)

    def odd_step(self, width: int) -> str:
        rng = self.rng
        one, other = rng.sample(("a", "b", "c[w % 3u]"), 2)
        other_width = rng.choice(WIDTHS)
        scale = f"{float(1 << max(width - 50, 0)):.1f}"
        return rng.choice(
            (
                *(f"{one} = {one} {operation} {other};" for operation in "+-*&|^"),
                f"{one} = odd_quotient({one}, {other});",
                f"{one} = odd_rest({other}, {one});",
                f"{one} = {one} << (w % {width}u);",
                f"{one} = {one} >> (w % {width}u);",
                f"{one} = {other} >> {rng.randrange(width)}u;",
                f"{one} = ~{other};",
                f"if ({one} < {other}) {one} = {other};",
                f"if ({one} <= T({rng.randint(0, 3)})) {other} = {one};",
                f"{one} = T(Odd<{other_width}, false>({other})) + T(1);",
                f"{one} = odd_from<T, {width}>((f64)(w >> 8) * {scale});",
                f"{one} = T(static_cast<i64>(static_cast<f64>({other} >> {max(width - 50, 0)}u)));",
                f"for (u32 k = 0; k < w % 4; ++k) {one} = {one} * T(3) + {other};",
                f"{one} = {one} << {width // 3}u | {other} >> {width - width // 3 - 1}u;",
            )
        )

    def small_floats(self, scope: Scope, depth: int) -> Stmt:
        """bfloat16 and _Float16: one operation a statement, whose result is rounded."""
        rng, name = self.rng, self.blocks.name("sf")
        type = rng.choice(("Brain", "Half"))
        source = rng.choice((F32, SCALARS["f64"]))
        limit = "conv<i32>({0}) % 4096"
        first = rng.choice((f"{source.name}({limit}) / 7", f"{source.name}({limit})", "{0}"))
        if type == "Half" and first == "{0}":
            first = f"{source.name}({limit}) * 31"
        lines = [
            f"{type} x = {type}({first}), y = {type}((f32)({{1}} & 255) / 16 - 3);",
            f"{type} cells[3] = {{{{x, y, {type}(0.5f)}}}};\n  const u32 w = {{1}};",
        ]
        for _ in range(rng.randint(1, 5)):
            one, other = rng.sample(("x", "y"), 2)
            lines.append(rng.choice(_SMALL).replace("@T@", type).format(one, other))
        values = (self.value(source, scope), self.value(U32, scope, 1))
        scope.places.append(Place(name, F32, True))
        text = "\n  ".join(lines)
        form = f"f32 {name}; {{{{\n  {text}\n  {name} = f32(x) + f32(cells[w % 3u]) * 3;\n}}}}"
        return Stmt(form, values, declares=name)

    def integer(self) -> Scalar:
        return self.rng.choice(self.expressions.integers)

    def in_range(self, scope: Scope, depth: int) -> Stmt:
        """What the builtins for overflow say of operands of two types and a result of a third."""
        a, b, result, name = self.integer(), self.integer(), self.integer(), self.blocks.name("ir")
        values = (self.value(a, scope), self.value(b, scope), self.value(result, scope, 1))
        scope.places.append(Place(name, result, True))
        call = f"in_range_or<{result.name}, {self.rng.randrange(3)}>"
        text = f"{call}({a.name}({{0}}), {b.name}({{1}}), {result.name}({{2}}))"
        return Stmt(f"{result.name} {name} = {text};", values, declares=name)

    def promoted(self, scope: Scope, depth: int) -> Stmt:
        """Narrow operands as C++ promotes them, and comparisons of mixed signs."""
        narrow = [SCALARS[n] for n in ("u8", "i8", "u16", "i16")]
        a, b, name = self.rng.choice(narrow), self.rng.choice(narrow), self.blocks.name("pr")
        values = (self.value(a, scope), self.value(b, scope), self.value(U32, scope, 1))
        form = self.rng.choice(
            (
                "a + b > 200 ? a - b : b - a",
                "~a & b",
                "-a < b ? 3 : a",
                "(a << 7) - b",
                "(a >> 1) + (b >> (c & 7))",
                "a < c ? b : -1",
                "(i32)(b - c > 5u) + a",
                "(a == b) + (a < b) * 2 + (a ^ b)",
                "a / ((b & 7) + 1) - a % ((b & 15) + 1)",
                "(u32)a * b >> 3 & 0xffff",
                "(i8)(a + 100) + (u8)(b - 100)",
                "!a + !!b + (a || b)",
                "(a & 1 ? b : c & 1000u) > 30u ? 1 : -1",
                "static_cast<i32>(static_cast<i16>(a * (b & 63))) - (u16)c",
            )
        )
        scope.places.append(Place(name, I32, True))
        text = (
            f"i32 {name}; {{{{\n  {a.name} a = {{0}};\n  {b.name} b = {{1}};\n  const u32 c = {{2}};\n"
            f"  {self.rng.choice(('', 'a += b;', 'a -= 3;', 'b <<= 1;', 'b >>= 1;', 'a ^= b, b |= a;'))}\n"
            f"  {name} = {form};\n}}}}"
        )
        return Stmt(text, values, declares=name)
