"""Random statements with the standard library: algorithms on arrays, and types that hold values.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import I32, SCALARS, U32, U64, Place, Stmt
from random_kernels.numbers import Numbers

# On `v`, an array of `n` numbers without signs, `last` its end, `k` a number below n; `h` is a checksum.
_ALGORITHMS = (
    "std::sort(v, last);",
    "std::sort(v, last, std::greater<T>());",
    "std::sort(v, last, [&](T a, T b) {{ return (a & 15u) * 256u + a < (b & 15u) * 256u + b; }});",
    "std::sort(v + k, last);\n  h = mix(h, std::lower_bound(v + k, last, T(k * 9)) - v);",
    "std::reverse(v, v + k);",
    "std::rotate(v, v + k, last);",
    "std::partial_sum(v, last, v);",
    "std::adjacent_difference(v, last, v);",
    "std::iota(v, v + k, T(3));",
    "std::fill(v + k, last, v[0]);",
    "std::fill_n(v, k, T(k));",
    "std::copy(v + k, last, v);",
    "std::copy_backward(v, v + k, last);",
    "std::swap_ranges(v, v + n / 2, v + n / 2);",
    "std::transform(v, last, v, [=](T a) {{ return static_cast<T>(a * 3u + k); }});",
    "std::transform(v, v + n / 2, v + n / 2, v, [](T a, T b) {{ return b < a ? b : a; }});",
    "std::for_each(v, last, [&](T& a) {{ a ^= static_cast<T>(h), h = mix(h, a); }});",
    "std::replace_if(v, last, [](T a) {{ return a % 3u == 1u; }}, T(k));",
    "std::generate(v, v + k, [&] {{ return static_cast<T>(h = mix(h, n)); }});",
    "h = mix(h, std::accumulate(v, last, u64(k)));",
    "h = mix(h, std::inner_product(v, v + n / 2, v + n / 2, u64(1)));",
    "h = mix(h, std::count_if(v, last, [=](T a) {{ return a > T(k * 20); }}));",
    "h = mix(h, std::find(v, last, v[k]) - v);",
    "h = mix(h, std::max_element(v, last) - std::min_element(v, last));",
    "h = mix(h, std::adjacent_find(v, last) - v);",
    "h = mix(h, std::all_of(v, last, [](T a) {{ return a < 100u; }}) * 2 + std::is_sorted(v, last));",
    "h = mix(h, std::unique(v, last) - v);",
    "h = mix(h, std::remove_if(v, last, [](T a) {{ return a & 1u; }}) - v);",
    "h = mix(h, std::partition(v, last, [=](T a) {{ return a > T(k * 30); }}) - v);",
    "h = mix(h, std::next_permutation(v, last));",
    "std::make_heap(v, last);\n  std::pop_heap(v, last);",
    "std::nth_element(v, v + k, last);\n  h = mix(h, v[k]);\n  std::sort(v, last);",
    "h = mix(h, std::equal(v, v + n / 2, v + n / 2));",
    "h += std::lexicographical_compare(v, v + k, v + 1, last);",
    "h = mix(h, std::mismatch(v, v + n / 2, v + n / 2).first - v);",
    "h = mix(h, std::clamp(v[k], T(20), T(90))), h = mix(h, std::minmax(v[0], v[k]).second);",
    "h = mix(h, std::min({{v[0], v[1], v[k]}})), h = mix(h, std::max({{v[1], v[k]}}));",
    "std::iter_swap(v, v + k);\n  h = mix(h, std::distance(v + k, last));",
    "h = mix(h, std::gcd(v[0] & 255u, v[k] | 1u));",
)


class Standard(Numbers):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        return [
            *super().makers(depth),
            (0.35, self.algorithms),
            (0.15, self.variant),
            (0.15, self.bit_set),
            (0.15, self.complex),
            (0.15, self.compared_tuples),
            (0.15, self.listed),
            (0.15, self.text),
        ]

    def algorithms(self, scope: Scope, depth: int) -> Stmt:
        rng, name = self.rng, self.blocks.name("al")
        type = SCALARS[rng.choice(("u8", "u16", "u32", "u32", "u64"))]
        count = rng.choice((2, 4, 5, 8, 8, 13, 17))
        steps = "\n  ".join(rng.choice(_ALGORITHMS) for _ in range(rng.randint(1, 3)))
        container = rng.choice(("T v[n]", "std::array<T, n> all;\n  T* const v = all.data()"))
        values = (self.value(type, scope, 1), self.value(U32, scope, 1))
        scope.places.append(Place(name, U64, True))
        form = (
            f"u64 {name}; {{{{\n  using T = {type.name};\n  constexpr u32 n = {count};\n"
            f"  {container};\n  T* const last = v + n;\n"
            f"  const T first = {{0}};\n  const u32 k = {{1}} % n;\n  u64 h = k;\n"
            f"  for (u32 i = 0; i < n; ++i) v[i] = static_cast<T>((first ^ i * 37u) % 101u);\n  {steps}\n"
            f"  {name} = std::accumulate(v, last, h, [](u64 a, T b) {{{{ return mix(a, b); }}}});\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def variant(self, scope: Scope, depth: int) -> Stmt:
        rng, name = self.rng, self.blocks.name("va")
        types = [SCALARS[n] for n in rng.sample(("u8", "i32", "u64", "f32", "f64", "i16"), 3)]
        listed = ", ".join(t.name for t in types)
        values = (*(self.value(t, scope, 1) for t in types), self.value(U32, scope, 1))
        scope.places.append(Place(name, U64, True))
        asked = rng.choice(
            (
                f"(std::holds_alternative<{types[1].name}>(one) ? mix(2, *std::get_if<1>(&one)) : 3)",
                f"(std::get_if<{types[2].name}>(&one) ? mix(4, *std::get_if<2>(&one)) : one.index())",
            )
        )
        form = (
            f"u64 {name}; {{{{\n  using V = std::variant<{listed}>;\n  V one = {types[0].name}({{0}});\n"
            f"  if ({{3}} & 1) one = V(std::in_place_index<1>, {{1}});\n"
            f"  if ({{3}} & 4) one = V({types[2].name}({{2}}));\n"
            f"  const V other = one;\n  {name} = {asked} + other.index();\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def bit_set(self, scope: Scope, depth: int) -> Stmt:
        rng, name, count = self.rng, self.blocks.name("bs"), self.rng.choice((7, 32, 40, 64, 100))
        steps = (
            f"s <<= (k % {count}u);",
            "s ^= std::bitset<n>(w);",
            "s = ~s & s >> 1;",
            "s[k % n] = !s[0];",
            "s.flip();",
            "s |= std::bitset<n>(k) << 3;",
        )
        made = "\n  ".join(rng.choice(steps) for _ in range(rng.randint(1, 4)))
        scope.places.append(Place(name, U64, True))
        form = (
            f"u64 {name} = 0; {{{{\n  constexpr u32 n = {count};\n"
            f"  const u64 w = {{0}};\n  const u32 k = {{1}};\n"
            f"  std::bitset<n> s(w);\n  {made}\n"
            f"  for (u32 i = 0; i < n; ++i) {name} = {name} * 2 + s[i];\n"
            f"  {name} += s.count() * 3 + s.any() * 2 + s.none() + s.all();\n}}}}"
        )
        return Stmt(form, (self.value(U64, scope, 1), self.value(U32, scope, 1)), declares=name)

    def complex(self, scope: Scope, depth: int) -> Stmt:
        """Of whole numbers, whose products are exact."""
        type, name = self.rng.choice((SCALARS["f32"], SCALARS["f64"])), self.blocks.name("co")
        operation = self.rng.choice(
            (
                "a * b + c",
                "(a - b) * c",
                "std::conj(a) * b",
                "a * a.real() - c",
                "-a + b * c",
                "(a += b, a *= c)",
            )
        )
        scope.places.append(Place(name, type, True))
        form = (
            f"{type.name} {name} = 0; {{{{\n  using C = std::complex<{type.name}>;\n  const u32 w = {{0}};\n"
            f"  C a(i32(w & 63) - 20, i32(w >> 8 & 31)), b(i32(w >> 16 & 15), -3), c(1, i32(w & 7));\n"
            f"  const C made = {operation};\n"
            f"  {name} = made.real() + 3 * std::imag(made) + (made == c) + std::norm(b);\n}}}}"
        )
        return Stmt(form, (self.value(U32, scope, 1),), declares=name)

    def compared_tuples(self, scope: Scope, depth: int) -> Stmt:
        rng, name = self.rng, self.blocks.name("tu")
        types = [rng.choice(self.expressions.integers) for _ in range(3)]
        values = tuple(self.value(t, scope, 1) for t in (*types, *types))
        first, second = (
            ", ".join(f"{t.name}({{{n + at}}} & 3)" for n, t in enumerate(types)) for at in (0, 3)
        )
        relation = rng.choice(("<", "<=", "==", "!=", ">"))
        asked = rng.choice(
            (
                f"a {relation} b",
                f"std::tie(std::get<2>(a), std::get<0>(a)) {relation} "
                "std::tie(std::get<2>(b), std::get<0>(b))",
                f"std::make_pair(std::get<1>(a), std::get<0>(b)) {relation} "
                "std::make_pair(std::get<1>(b), std::get<0>(a))",
                f"std::apply([](auto... x) {{{{ return (0 + ... + (x & 3)); }}}}, a) {relation} 4",
            )
        )
        scope.places.append(Place(name, U64, True))
        form = (
            f"u64 {name}; {{{{\n  auto a = std::make_tuple({first});\n"
            f"  auto b = std::tuple<{', '.join(t.name for t in types)}>({second});\n"
            f"  if ({asked}) std::swap(a, b);\n"
            f"  const auto [x, y, z] = a;\n  {name} = mix(mix(mix({asked}, x), y), z);\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def listed(self, scope: Scope, depth: int) -> Stmt:
        """Loops over lists in braces."""
        type, name = self.expressions.scalar(), self.blocks.name("li")
        values = tuple(self.value(type, scope, 1) for _ in range(self.rng.randint(2, 5)))
        holes = ", ".join(f"{type.name}({{{n}}})" for n in range(len(values)))
        scope.places.append(Place(name, U64, True))
        form = f"u64 {name} = 5;\nfor ({type.name} each : {{{{{holes}}}}}) {name} = mix({name}, each);"
        return Stmt(form, values, declares=name)

    def text(self, scope: Scope, depth: int) -> Stmt:
        """Letters of literals, and of tables of literals."""
        rng, name = self.rng, self.blocks.name("tx")
        words = rng.sample(("wave", "tile", "", "barrier", "a", "group segment", "0123456789abcdef"), 4)
        listed = ", ".join(f'"{word}"' for word in words)
        longest = max(words, key=len)
        form = rng.choice(
            (
                f'{name} = "{longest}"[k % {len(longest) + 1}u];',
                f"const char* const all[] = {{{{{listed}}}}};\n"
                f"  for (const char* p = all[k % 4u]; *p; ++p) {name} = {name} * 31 + *p;",
                f"static constexpr const char* all[] = {{{{{listed}}}}};\n"
                f"  for (i32 i = 0; all[k % 4u][i] != 0; ++i) {name} = {name} * 7 + all[k % 4u][i];",
                f"const std::string_view all[] = {{{{{listed}}}}};\n"
                f"  const std::string_view one = all[k % 4u];\n"
                f"  for (char c : one) {name} = {name} * 5 + c;\n"
                f"  {name} += one.size() + one.find('e') % 99;",
                f'char own[] = "{longest}";\n  own[k % {len(longest)}u] ^= 3;\n'
                f"  for (char c : own) {name} = {name} * 3 + c;",
            )
        )
        scope.places.append(Place(name, I32 if self.blocks.options.wraps else U32, True))
        kind = "i32" if self.blocks.options.wraps else "u32"
        return Stmt(
            f"{kind} {name} = 0; {{{{\n  const u32 k = {{0}};\n  {form}\n}}}}",
            (self.value(U32, scope, 1),),
            declares=name,
        )
