"""Random statements about what is several numbers: vectors as GCC has them, truth values, wide integers in
memory, aligned structs, bytes at odd places, structs that become other types by their bits.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import SCALARS, U32, U64, Expr, Place, Region, Scalar, Stmt
from random_kernels.objects import Objects

# Of a, b: vectors of n numbers T; V is their type, w any u32.
_ALWAYS = (
    "a = a + b * a;",
    "a = b - a;",
    "b *= a + b;",
    "a = a < b ? a : b;",
    "b = a == b ? a + b : b - (T)3;",
    "a = a >= (T)9 ? b : a;",
    "a[w % n] = b[(w >> 3) % n];",
    "b[0] = a[n - 1], b[w % n] = (T)5;",
    "{ V all[3] = {a, b, a}; all[w % 3u] += b; a = all[(w >> 2) % 3u]; }",
    "{ T cells[n + 3]; std::memcpy(cells + 1, &a, sizeof a); cells[w % n + 1] = (T)7;\n"
    "  std::memcpy(&b, cells + 1, sizeof b); }",
    "{ union { V whole; T cells[n]; } u; u.whole = a; u.cells[w % n] = b[1]; a = u.whole; }",
    "{ V* at = w & 4 ? &a : &b; *at = *at + (T)1; (*at)[w % n] = (T)2; }",
    "for (u32 i = 0; i < w % 4u; ++i) a = b + a, b[i % n] = a[i % n];",
    "if (w & 8) { V c = a; a = b; b = c; }",
    "{ struct { u8 tag; V one; } s = {1, a}, r = w & 1 ? s : decltype(s){2, b}; a = r.one + (T)r.tag; }",
)
_INTEGERS = (
    "a ^= b; b |= a & (T)77;",
    "a = ~b; b = -a;",
    "a += (V)(a > b);",
    "b = a % (b & (T)62 | (T)1);",
    "a = b / (a & (T)94 | (T)1);",
    "a = a << (b & (T)7);",
    "b = b >> (a & (T)5);",
    "a = a >> 3 | b << 2;",
    "b = (a & b) != (T)0 ? a : ~b;",
)
_REALS = ("a = a / b;", "b = -a;", "a = a * (T)0.5 + b;", "b = (a > b) | (a < (T)1) ? b : a;")
_TRUTHS = (
    "a &= b;",
    "b |= c[w % 3u];",
    "a ^= w & 2;",
    "b = w & 4;",
    "c[w % 3u] = a != b;",
    "a = a + b;",
    "b = a - b;",
    "a = b * 2 - a;",
    "b = 0.25f * (w & 3);",
    "a = a < b;",
    "c[1] = b ? a : c[w % 3u];",
    "sum += a + b * 3u + c[w % 3u];",
    "{ bool* at = w & 1 ? &a : c; *at = !*at; }",
    "std::memset(c, 1, w % 4u);",
    "f.x = a, f.y ^= b, f.z += 3;",
    "f.y = f.x & f.z, f.x = !f.x;",
    "a = !!(w & 8) == b;",
    "switch (b) { case true: sum ^= 9; break; case false: a = true; }",
    "for (bool& each : c) each = each != a, a = b & each;",
    "sum += (a && !b) - (c[0] || w % 5u == 2u) + (u32)-(i32)a;",
    "std::swap(c[w % 3u], c[0]);",
    "b = &c[w % 3u] == &c[1];",
)
_WIDE = (
    "all[w % 3u] = all[0] * all[1] + w;",
    "x = all[w % 3u] >> (w & 127u);",
    "all[2] ^= x << (w & 63u);",
    "x = all[1] < all[w % 3u] ? x - all[0] : all[2];",
    "s[w & 1u].value = x, s[0].tag += 3;",
    "s[1] = s[w & 1u], x += s[1].value;",
    "std::memcpy(&all[0], &s[w & 1u].value, 12);",
    "for (u32 i = 0; i < w % 4u; ++i) x = x * 3 + all[i % 3u];",
    "x = x / 1000000007u + x % 10u;",
    "x = (W)(u64)x * (u64)all[2];",
    "all[w % 3u] = -all[(w + 1) % 3u] | ~x;",
    "s[w & 1u].value += s[0].tag;",
)


class Rows(Objects):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        return [
            *super().makers(depth),
            (0.3, self.native_vector),
            (0.3, self.truths),
            (0.15, self.wide_cells),
            (0.15, self.aligned),
            (0.2, self.odd_places),
            (0.2, self.same_bits),
        ]

    def steps(self, forms: tuple[str, ...], most: int) -> str:
        made = (self.rng.choice(forms) for _ in range(self.rng.randint(1, most)))
        return "\n  ".join(made).replace("{", "{{").replace("}", "}}")

    def found(self, scope: Scope, name: str, form: str, *values: Expr) -> Stmt:
        """Declares a u64 for what the statement finds; its values are made before it has a name."""
        scope.places.append(Place(name, U64, True))
        return Stmt(form, values, declares=name)

    def native_vector(self, scope: Scope, depth: int) -> Stmt:
        rng, name = self.rng, self.blocks.name("nv")
        types = [t for t in SCALARS.values() if t.name != "f16"]
        if not self.blocks.options.wraps:
            types = [t for t in types if t.kind != "s"]
        type = rng.choice(types)
        size = rng.choice((8, 16, 16, 32, 64)) if type.bits < 64 else rng.choice((16, 32))
        count = size * 8 // type.bits
        forms = _ALWAYS + (_REALS if type.is_float else _INTEGERS)
        text = self.steps(forms, 4) + self.shuffled(type, count)
        form = (
            f"u64 {name} = 1; {{{{\n  constexpr i32 n = {count};\n  using T = {type.name};\n"
            f"  typedef T V __attribute__((vector_size({size})));\n  const u32 w = {{2}};\n  V a, b;\n"
            f"  for (i32 i = 0; i < n; ++i) a[i] = conv<T>({{0}}), b[i] = conv<T>((w >> 4) % 99u + i);\n"
            f"  a[1] = {{1}};\n  {text}\n"
            f"  for (i32 i = 0; i < n; ++i) {name} = mix(mix({name}, T(a[i])), T(b[i]));\n}}}}"
        )
        values = (self.value(type, scope, 1), self.value(type, scope, 1), self.value(U32, scope, 1))
        return self.found(scope, name, form, *values)

    def shuffled(self, type: Scalar, count: int) -> str:
        """Lanes in another order, and of another type; at times nothing."""
        rng = self.rng
        choice = rng.random()
        if choice < 0.4:
            lanes = ", ".join(str(rng.randrange(2 * count)) for _ in range(count))
            return f"\n  a = __builtin_shufflevector(a, b, {lanes});"
        wide = rng.choice(("u8", "u16", "u32", "u64", "f32", "f64"))
        bytes_ = count * SCALARS[wide].bits // 8
        if choice > 0.7 or type.is_float or bytes_ > 64:
            return ""
        text = f"\n  {{{{ typedef {wide} W __attribute__((vector_size({bytes_})));"
        text += f" W c = __builtin_convertvector(a, W); c += ({wide})3;"
        last = "a[0] ^= (T)bits(c[w % n]);" if wide[0] == "f" else "b = __builtin_convertvector(c, V);"
        return f"{text} {last} }}}}"

    def truths(self, scope: Scope, depth: int) -> Stmt:
        name = self.blocks.name("tr")
        form = (
            f"u64 {name}; {{{{\n  const u32 w = {{2}};\n"
            f"  bool a = {{0}}, b = {{1}}, c[3] = {{{{a, !b, true}}}};\n"
            f"  struct {{{{ bool x : 1; bool y; u8 z : 3; }}}} f = {{{{b, a, 5}}}};\n  u32 sum = 0;\n"
            f"  {self.steps(_TRUTHS, 6)}\n"
            f"  {name} = mix(sum, a + b * 2 + c[0] * 4 + c[1] * 8 + c[2] * 16);\n"
            f"  {name} += f.x * 32 + f.y * 64 + f.z * 128;\n}}}}"
        )
        conditions = (self.expressions.condition(scope, 1), self.expressions.condition(scope, 1))
        return self.found(scope, name, form, *conditions, self.value(U32, scope, 1))

    def wide_cells(self, scope: Scope, depth: int) -> Stmt:
        """Integers of 128 bits in arrays and structs."""
        name = self.blocks.name("wc")
        is_signed = self.blocks.options.wraps and self.rng.random() < 0.5
        kind = "__int128" if is_signed else "unsigned __int128"
        form = (
            f"u64 {name}; {{{{\n  using W = {kind};\n  const u32 w = {{2}};\n"
            f"  W x = {{0}}, all[3] = {{{{x << 70, {{1}}, 7}}}};\n"
            f"  struct {{{{ u8 tag; W value; }}}} s[2] = {{{{{{{{1, x}}}}, {{{{9, 5}}}}}}}};\n"
            f"  {self.steps(_WIDE, 5)}\n  for (W each : all) x = x * 31 + each;\n"
            f"  {name} = (u64)x ^ (u64)(x >> 64) * 3 ^ (u64)s[1].value ^ (u64)(s[0].value >> 60) ^ s[0].tag;"
            f"\n}}}}"
        )
        values = (self.value(U64, scope, 1), self.value(U64, scope, 1), self.value(U32, scope, 1))
        return self.found(scope, name, form, *values)

    def aligned(self, scope: Scope, depth: int) -> Stmt:
        """Structs with more alignment than their members need, as a whole and within."""
        first, second, name = self.scalar(), self.scalar(), self.blocks.name("ag")
        t, u, by = first.name, second.name, self.rng.choice((8, 16, 32, 64))
        form = (
            f"u64 {name}; {{{{\n  struct alignas({by}) One {{{{ {t} a; {u} b[3]; }}}};\n"
            f"  struct Whole {{{{ u8 tag; One one; alignas(16) {u} c; One more[2]; u16 last; }}}};\n"
            f"  Whole x = {{{{}}}}, y;\n"
            f"  const u32 w = {{2}};\n  x.one.a = {{0}}, x.c = {{1}}, x.last = 7;\n"
            f"  x.more[w & 1u].b[w % 3u] = x.c;\n  x.more[1].a = x.one.a;\n  y = x;\n"
            f"  One* const at = w & 2 ? &y.one : &y.more[1];\n"
            f"  at->b[w % 3u] = x.c, *at = w & 4 ? x.one : *at;\n"
            f"  if (w & 8) y.more[0] = y.more[w >> 5 & 1u];\n"
            f"  {name} = sizeof(Whole) + offsetof(Whole, more) * 3 + y.last;\n"
            f"  for (const One& each : {{{{y.one, y.more[0], y.more[1]}}}})\n"
            f"    {name} = mix(mix({name}, each.a), each.b[1]);\n}}}}"
        )
        values = (self.value(first, scope, 1), self.value(second, scope, 1), self.value(U32, scope, 1))
        return self.found(scope, name, form, *values)

    def odd_places(self, scope: Scope, depth: int) -> Stmt:
        """Words that lie anywhere in bytes."""
        rng, name = self.rng, self.blocks.name("op")
        type = SCALARS[rng.choice(("u16", "u32", "u64", "i16", "i32", "i64"))]
        size, other = type.bits // 8, rng.choice((2, 3, 4, 8))
        values = (self.value(type, scope, 1), *(self.value(U32, scope, 1) for _ in range(2)))
        scope.places.append(Place(f"{name}[({{0}}) % 24u]", SCALARS["u8"], True))
        scope.regions.append(Region(name, SCALARS["u8"], 24, True))
        word = rng.choice(("w ^= ({0})7;", "w = ({0})(w + ({0})1);", "w = shift_right<{0}>(w, 5u);", ""))
        form = (
            f"u8 {name}[24];\nfor (i32 i = 0; i < 24; ++i) {name}[i] = (u8)(i * 41);\n{{{{\n"
            f"  {type.name} w = {{0}};\n  std::memcpy({name} + {{1}} % {25 - size}u, &w, {size});\n"
            f"  std::memcpy(&w, {name} + {{2}} % {25 - size}u, {size});\n  {word.format(type.name)}\n"
            f"  std::memmove({name} + {{1}} % 9u, {name} + 12 + {{2}} % {13 - other}u, {other});\n"
            f"  std::memcpy({name} + {rng.randrange(16)}, &w, {min(size, other)});\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def same_bits(self, scope: Scope, depth: int) -> Stmt:
        """A struct made of a word's bits, changed, and a word of its bits."""
        rng, name = self.rng, self.blocks.name("sm")
        word, members = rng.choice(
            (
                (U64, "u8 a[4]; i16 b; u16 c;"),
                (U64, "u32 b; u8 a[2]; u16 c;"),
                (U64, "u16 b : 5; u16 c : 11; u16 d; u8 a[4];"),
                (U64, "u64 b : 33; u64 c : 31; "),
                (U32, "u8 a[2]; i8 b; u8 c;"),
                (U32, "u32 b : 3; u32 c : 20; u32 d : 9; "),
                (U32, "i16 b; u8 c; u8 a[1]; "),
            )
        )
        cells = int(members.partition("a[")[2][:1] or 0)
        change = f"parts.a[{{1}} % {cells}u] ^= (u8){{1}};" if cells else "parts.b = parts.c;"
        form = (
            f"{word.name} {name} = {{0}};\n{{{{\n  struct P {{{{ {members} }}}};\n"
            f"  P parts = __builtin_bit_cast(P, {name}), all[2] = {{{{parts, {{{{}}}}}}}};\n  {change}\n"
            f"  parts.c = (u8)({{1}} >> 2);\n  all[1] = parts;\n"
            f"  {name} = __builtin_bit_cast({word.name}, all[{{1}} >> 7 & 1u]);\n}}}}"
        )
        values = (self.value(word, scope, 2), self.value(U32, scope, 1))
        scope.places.append(Place(name, word, True))
        return Stmt(form, values, declares=name)
