"""Random statements that mix what others have alone: compound assignments to narrow and to chosen places,
structs of odd sizes, the least and the greatest of zeros and NaN.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.bodies import Bodies
from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import SCALARS, U32, Place, Stmt

_ODD = (
    # Members that make structs of 3, 5, 6, 7, 10, 12, 20 and 24 bytes, and what a round does with one.
    ("u8 v[3];", "v[by % 3u] += (u8)by, v[0] ^= v[2];"),
    ("u8 v[5];", "v[by % 5u] -= v[4], v[1] = v[by % 5u];"),
    ("i16 a; u16 v[2];", "a = (i16)(a - v[1]), v[by & 1u] += 7;"),
    ("u8 v[7];", "v[6] ^= v[by % 7u], v[by % 7u] += 3;"),
    ("u16 v[5];", "v[by % 5u] = (u16)(v[4] * 3u + by);"),
    ("u32 v[3];", "v[by % 3u] += v[0] * 5u, v[2] ^= by;"),
    ("u32 a; u8 v[3]; u16 b; u64 c : 40; ", "a += v[by % 3u], c = c * 5u + a, b ^= (u16)c;"),
    ("u64 v[3];", "v[by % 3u] = v[1] * 3u + by, v[2] -= v[0];"),
    ("f32 a; u8 v[5]; f64 b;", "b = b * 0.5 + a, a = (f32)v[by % 5u], v[1] += v[by % 5u];"),
)
_ZEROS = (
    "x = std::min(x, y);",
    "y = std::max(x, y);",
    "x = x < y ? x : y;",
    "y = x > y ? x : y;",
    "x = !(x >= y) ? y : x;",
    "y = x <= y ? y : x;",
    "if (x == y) y = -x; else if (x < y) x = y;",
    "x = x == T(0) ? y : x;",
    "y = x != x ? T(1) : y;",
    "y = -y; x = T(0) - x;",
    "x = y < T(0) ? -y : y;",
    "y = m_fmin(x, y) + T(0);",
    "x = m_fmax(y, x) + T(0);",
    "if (!(x < y) && !(y < x) && x != y) k += 5;",
    "k = k * 3 + (x < y) + 2 * (x >= y) + 4 * !(x <= y);",
    "for (const T each : all) if (each > x || x != x) x = each, ++k;",
    "for (const T each : all) y = each < y ? each : y;",
    "y = all[k & 7] * T(0);",
    "x = T(1) / y;",
)


class Mixtures(Bodies):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        return [
            *super().makers(depth),
            (0.4, self.narrow_compound),
            (0.4, self.chosen_compound),
            (0.3, self.odd_struct),
            (0.3, self.zeros),
        ]

    # Without blocks

    def narrow_compound(self, scope: Scope, depth: int) -> Stmt | None:
        """Compound assignments to bit-fields, truth values and numbers of 8 and 16 bits."""
        rng = self.rng
        able = [p for p in scope.places if p.written and not p.type.is_float and (p.cast or p.type.bits < 32)]
        if not able:
            return None
        place = rng.choice(able)
        is_unsigned = place.type.kind == "u"
        forms = ["+= k", "-= k", "&= ~k", "|= k", "^= k", "/= k + 1", "%= k + 2", ">>= k & 7"]
        forms += ["*= k", "<<= k & 3"] if is_unsigned and not place.cast else []
        form = place.form.replace("{0}", "{1}")
        index = (self.expressions.index(scope, 1),) if place.indexed else ()
        text = f"{{{{ const i32 k = (i32)({{0}} & 63); {form} {rng.choice(forms)}; }}}}"
        return Stmt(text, (self.value(U32, scope, 1), *index))

    def chosen_compound(self, scope: Scope, depth: int) -> Stmt | None:
        """Compound assignments to what ?:, a comma or another assignment gives."""
        rng = self.rng
        places = [p for p in self.simple(scope) if p.type.kind == "u" or p.type.is_float]
        if not places:
            return None
        first = rng.choice(places)
        same = [p for p in places if p.type == first.type]
        second, third = rng.choice(same), rng.choice(same)
        a, b, c = first.form, second.form, third.form
        signs = "+-" if first.type.name == "u16" else "+-*"  # a product of two u16 may overflow
        add, other = rng.choice(signs), rng.choice(signs)
        if not first.type.is_float and rng.random() < 0.3:
            add = rng.choice("&|^")
        form = rng.choice(
            (
                f"({{0}} ? {a} : {b}) {add}= k;",
                f"({{0}} ? {a} : {b} == k ? {c} : {b}) {add}= k;",
                f"({a} = k, {b}) {add}= k;",
                f"({a} {add}= k) {other}= k;",
                f"{a} = {b} = {c} {add}= k;",
                f"++({{0}} ? {a} : {b});",
                f"if (({a} {add}= k) > k || {{0}}) --{b};",
                # What is assigned reads none of them: operators of classes take references.
                f"({{0}} ? {a} {add}= k : {b} {other}= k) = k;",
            )
        )
        if first.type.name == "f16" and ("++" in form or "--" in form):
            form = f"({{0}} ? {a} : {b}) {add}= k;"
        text = f"{{{{ const {first.type.name} k = {{1}}; {form} }}}}"
        return Stmt(text, (self.expressions.condition(scope, 1), self.value(first.type, scope, 1)))

    def odd_struct(self, scope: Scope, depth: int) -> Stmt:
        """Structs of odd sizes, in arrays, given and returned by value by functions that stay apart."""
        rng, name = self.rng, self.blocks.name("os")
        members, step = rng.choice(_ODD)
        inline = rng.choice(("", "__attribute__((noinline)) "))
        text = (
            f"  struct P {{\n    {members}\n    {inline}P next(u32 by) const {{ P made = *this; made.go(by); "
            f"return made; }}\n    void go(u32 by) {{ {step} }}\n"
            f"    {inline}static P joined(P x, const P& y, bool first) {{ return first ? x : y; }}\n  }};\n"
            "  const u32 w = @1@;\n  P one, all[3];\n  std::memset(&one, 0, sizeof one);\n"
            "  one.v[w & 1u] = (u8)(w >> 3);\n"
            "  all[0] = one, all[1] = one.next(w), all[2] = all[1].next(5);\n"
        )
        for _ in range(rng.randint(1, 3)):
            text += "  " + rng.choice(
                (
                    "all[w % 3u] = all[(w >> 4) % 3u].next(w);\n",
                    "one = P::joined(all[w % 3u], one, w & 8).next(w >> 7);\n",
                    "for (P& each : all) each.go(w), one = P::joined(each, one, each.v[0] & 1);\n",
                    "std::swap(all[0], all[w % 3u]);\n",
                    "all[(w + 1) % 3u] = (w & 64 ? all[0] : one).next(3);\n",
                    "{ P* at = w & 2 ? all + 1 : &one; *at = at->next(9).next(w); }\n",
                )
            )
        text += f"  {name} = mix(sizeof(P), one.v[1]);\n"
        text += f"  for (const P& each : all) {name} = mix(mix({name}, each.v[0]), each.v[1]);\n"
        text = text.replace("{", "{{").replace("}", "}}").replace("@1@", "{0}")
        values = (self.value(U32, scope, 1),)
        scope.places.append(Place(name, SCALARS["u64"], True))
        return Stmt(f"u64 {name}; {{{{\n{text}}}}}", values, declares=name)

    def zeros(self, scope: Scope, depth: int) -> Stmt:
        """The least and the greatest of zeros with signs, infinities and NaN."""
        rng, name = self.rng, self.blocks.name("ze")
        type = SCALARS[rng.choice(("f32", "f64"))]
        t, values = type.name, (self.value(type, scope, 1), self.value(U32, scope, 1))
        steps = self.steps(_ZEROS, 5)
        scope.places.append(Place(name, SCALARS["u64"], True))
        form = (
            f"u64 {name}; {{{{\n  using T = {t};\n  const u32 w = {{1}};\n"
            f"  const T huge = std::numeric_limits<T>::infinity(), all[8] = {{{{T(0), -T(0), huge, -huge, "
            f"huge - huge, T(1), {{0}}, T(-2.5)}}}};\n"
            f"  T x = all[w & 7], y = all[w >> 3 & 7];\n  u32 k = w;\n"
            f"  {steps}\n  {name} = mix(mix(mix(k, x), y), T(1) / x);\n}}}}"
        )
        return Stmt(form, values, declares=name)
