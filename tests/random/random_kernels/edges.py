"""Random statements at the ends of types: the least and the greatest integers, bits that are read as another
type's, single and double floating numbers that meet.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.mixture_blocks import MixtureBlocks
from random_kernels.model import F32, U32, U64, Stmt

_INTEGERS = (
    # Of x and y, whole numbers T; k and w, any u32. `most` is the place of T's upper bit.
    "x = (T)((u64)x + (u64)y);",
    "y = (T)((u64)y * 3u - (u64)x);",
    "x = (T)((Unsigned<T>)y << (w & 1 ? 0 : most));",
    "x = (T)(y >> (w & 2 ? 0 : most));",
    "y = y == 0 || y == T(-1) ? x : (T)(x / y);",
    "y = y == 0 || y == T(-1) ? T(0) : (T)(x % y);",
    "x = x == low ? top : (T)(x - 1);",
    "if (x < top) ++x; else x = low;",
    "x = x < 0 ? (T)(0 - (u64)x) : x;",
    "k = k * 5 + (x < y) + 2 * (x > 0) + 4 * (x == low) + 8 * (y >= top);",
    "for (T j = (T)(top - 3);; ++j) { x = (T)((u64)x ^ (u64)j); if (j == top) break; }",
    "y = (T)((Unsigned<T>)x / (Unsigned<T>)(w % 9u + 1));",
    "x = (T)((x & y) + ((x ^ y) >> 1));",
    "for (Unsigned<T> j = (Unsigned<T>)y; j != 0; j = (Unsigned<T>)(j & (j - 1))) ++k;",
    "k ^= (u32)((i64)x >> 63) + (u32)((u64)y >> 32);",
    "x = (T)(x % (T)(w & 4 ? 7 : 64));",
    "y = all[k & 7];",
)
_BITS = (
    # Of one and other, unions P of 8 bytes, and w, any u32. A NaN's bits are anything: none is kept.
    "one.b[w & 7] ^= 5;",
    "other.h[w & 1] = one.h[1];",
    "one.q[w >> 3 & 3] = (u16)(one.q[0] + 7);",
    "std::swap(one, other);",
    "std::memcpy(&one.b[1], &other.b[w & 3], 5);",
    "one.s.c = (u16)(other.s.e >> 7), one.s.a++;",
    "{ const f32 x = one.f[w & 1] * 0.5f; other.f[1] = x == x ? x : 2.0f; }",
    "{ const f64 x = other.d; one.d = x == x ? x : 3.0; }",
    "one.w = one.w << 8 | other.b[7];",
    "for (u8& b : one.b) b = (u8)(b + w);",
    "{ P all[2] = {one, other}; all[w & 1].h[0] = w; one = all[1], other = all[w >> 1 & 1]; }",
    "other.h[0] = bits(one.f[1]), other.q[2] = one.s.a;",
    "{ P& at = w & 8 ? one : other; at.s.a = at.b[7], at.w = 0 - at.w; }",
)
_FLOATS = (
    # Of x, an f32, and y, an f64; k and w, any u32.
    "x = (f32)(x * y);",
    "y = x * x + y;",
    "x = (f32)y * x;",
    "y = y < x ? x : y;",
    "x = x == (f32)y ? 1.0f : x;",
    "k = k * 9 + (x < y) + 2 * ((f32)y >= x) + 4 * (x != y);",
    "y = (f64)(f32)y - y;",
    "x = (f32)conv<i32>(y) * 0.1f;",
    "y = (f64)conv<i64>(x) * 0.1;",
    "for (i32 n = 0; n < 4; ++n) y += x * 0.1, x *= 1.1f;",
    "if (x > y) x = (f32)y; else if (y > x) y = x;",
    "x = y != y ? 3.0f : (f32)(1.0 / y);",
    "y = all[k & 7], x = (f32)all[w >> 3 & 7];",
)


class Edges(MixtureBlocks):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        return [
            *super().makers(depth),
            (0.3, self.ends_of_integers),
            (0.25, self.bits_of_others),
            (0.25, self.floats_that_meet),
        ]

    def ends_of_integers(self, scope: Scope, depth: int) -> Stmt:
        """Sums, quotients and shifts of the least and the greatest numbers of a type."""
        type, name = self.rng.choice(self.expressions.integers), self.blocks.name("ei")
        form = (
            f"u64 {name}; {{{{\n  using T = {type.name};\n  const u32 w = {{1}};\n"
            f"  constexpr T low = std::numeric_limits<T>::min(), top = std::numeric_limits<T>::max();\n"
            f"  constexpr i32 most = width_of<T> - 1;\n"
            f"  const T all[8] = {{{{low, top, T(-1), T(0), T(low + 1), T(top - 1), {{0}}, "
            f"T(top / 2 + 1)}}}};\n"
            f"  T x = all[w & 7], y = all[w >> 3 & 7];\n  u32 k = w;\n"
            f"  {self.steps(_INTEGERS, 5)}\n  {name} = mix(mix(k, x), y);\n}}}}"
        )
        return self.found(scope, name, form, self.value(type, scope, 1), self.value(U32, scope, 1))

    def bits_of_others(self, scope: Scope, depth: int) -> Stmt:
        """A union's bytes, words and floating numbers, changed and copied as each."""
        name = self.blocks.name("bo")
        form = (
            f"u64 {name}; {{{{\n  union P {{{{ u64 w; u32 h[2]; u16 q[4]; u8 b[8]; f32 f[2]; f64 d; "
            f"struct {{{{ u8 a; u16 c; u32 e; }}}} s; }}}} one, other;\n"
            f"  const u32 w = {{1}};\n  one.w = {{0}} & 0x3fffffff3ffffffful, other.w = one.w >> 9 ^ w;\n"
            f"  {self.steps(_BITS, 5)}\n  {name} = mix(mix(1, one.w), other.w);\n}}}}"
        )
        return self.found(scope, name, form, self.value(U64, scope, 1), self.value(U32, scope, 1))

    def floats_that_meet(self, scope: Scope, depth: int) -> Stmt:
        """Single and double numbers in one expression, among them the greatest, the least and NaN."""
        name = self.blocks.name("fm")
        form = (
            f"u64 {name}; {{{{\n  using D = std::numeric_limits<f64>;\n"
            "  using F = std::numeric_limits<f32>;\n"
            f"  const u32 w = {{1}};\n"
            f"  const f64 all[8] = {{{{(f64)F::max(), D::infinity(), 16777217.0, (f64)F::denorm_min(), -0.0, "
            f"0.1, D::quiet_NaN(), (f64){{0}}}}}};\n"
            f"  f32 x = {{0}};\n  f64 y = all[w & 7];\n  u32 k = w;\n"
            f"  {self.steps(_FLOATS, 5)}\n  {name} = mix(mix(k, x), y);\n}}}}"
        )
        return self.found(scope, name, form, self.value(F32, scope, 1), self.value(U32, scope, 1))
