"""Random statements as long functions have them: many values at once, loops three deep with several ways out,
code that never runs, several effects in one expression, pointers to pointers, arrays of arrays.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import I32, SCALARS, U32, U64, Place, Stmt
from random_kernels.row_loops import RowLoops
from random_kernels.row_words import RowWords

_NEVER = (
    # Of w, any u32: no value makes it true, which compilers see, or do not see.
    "((w | 1) * (w | 1) & 7u) != 1u",
    "(w * (w + 1) & 1u) != 0u",
    "(w ^ 5u) + 2u * (w & 5u) != w + 5u",
    "(w | 3u) == 4096u",
    "w % 10u > 9u",
    "w / 3u > 0x60000000u",
    "(u64)w * w == 77u",
)
_MATRICES = (
    # Of m, an array of rows x columns numbers T, and w, any u32. C: T without a sign.
    "for (i32 i = 0; i < rows; ++i) for (i32 j = 0; j < columns; ++j) m[i][j] = (T)((C)m[i][j] * 3 + i - j);",
    "for (i32 i = 0; i < few; ++i) for (i32 j = 0; j < i; ++j) std::swap(m[i][j], m[j][i]);",
    "for (i32 i = 1; i < rows; ++i) for (i32 j = 1; j < columns; ++j)\n"
    "    m[i][j] = (T)((C)m[i][j] + (C)m[i - 1][j] - (C)m[i][j - 1]);",
    "for (i32 j = 0; j < columns; ++j) {{ T s = 0;\n"
    "    for (i32 i = 0; i < rows; ++i) s = (T)((C)s + (C)m[i][j]);\n    m[j % rows][j] = s; }}",
    "for (i32 i = rows - 1; i >= 0; --i) for (i32 j = i & 1; j < columns; j += 2)\n"
    "    if (m[i][j] > m[i][0]) break; else m[i][j] = (T)(w >> j);",
    "for (auto& row : m) for (T& one : row) one = (T)((C)one + (C)row[w % columns]);",
    "for (i32 i = 0; i + 1 < rows; ++i) std::memcpy(m[i], m[i + 1], sizeof m[i]);",
    "for (T* p = &m[0][0]; p != &m[rows - 1][columns - 1]; ++p) if (*p < p[1]) std::swap(*p, p[1]);",
    "{{ T (*row)[columns] = m + w % rows; (*row)[w % columns] = m[0][0];\n"
    "    m[rows - 1][1] = row[0][columns - 1]; }}",
    "{{ T t[columns][rows]; for (i32 i = 0; i < rows; ++i)\n"
    "    for (i32 j = 0; j < columns; ++j) t[j][i] = m[i][j];\n    std::memcpy(m, t, sizeof m); }}",
    "for (i32 i = 0; i < rows; ++i) for (i32 j = 0, best = 0; j < columns; ++j)\n"
    "    if (m[i][j] > m[i][best]) best = j, m[(i + 1) % rows][best] = m[i][0];",
)


class Bodies(RowLoops):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        made = [
            *super().makers(depth),
            (0.3, self.many_values),
            (0.4, self.several_effects),
            (0.3, self.pointer_chain),
            (0.3, self.matrix),
        ]
        return [*made, (0.3, self.nest), (0.3, self.never)] if depth > 0 else made

    def many_values(self, scope: Scope, depth: int) -> Stmt:
        """More than a processor has registers for, all needed to the end."""
        rng, name = self.rng, self.blocks.name("ma")
        words = RowWords(rng, (), ())
        lines = []
        values = (self.value(U32, scope, 1), self.value(U64, scope, 1))
        for number in range(rng.choice((6, 12, 24, 40))):
            type = self.scalar()
            source = rng.choice(("w", "v", f"w >> {rng.randrange(24)}", f"v * {rng.randrange(99)}"))
            lines.append(f"{type.name} x{number} = conv<{type.name}>({source});")
            words.named.append((f"x{number}", type))
        steps = tuple(Stmt(self.escaped(words.assignment(1))) for _ in range(rng.choice((3, 8, 8, 16))))
        if rng.random() < 0.5:
            middle = len(steps) // 2
            head = rng.choice(("if (w & 2)", "for (u32 k = 0; k < (w & 3u); ++k)", "while (v && (v >>= 19))"))
            steps = (
                *steps[: middle - 1],
                Stmt(f"{head} {{B0}}", (), (steps[middle - 1 : middle + 2],)),
                *steps[middle + 2 :],
            )
        mixed = "".join(f"  {name} = mix({name}, {one});\n" for one, _ in words.named)
        declared = "\n  ".join(lines)
        form = f"u64 {name} = 3; {{{{\n  const u32 w = {{0}};\n  u64 v = {{1}};\n  {declared}\n"
        form += f"  {{B0}}\n{mixed}}}}}"
        scope.places.append(Place(name, U64, True))
        return Stmt(form, values, (steps,), declares=name)

    def several_effects(self, scope: Scope, depth: int) -> Stmt | None:
        """Assignments within an expression whose order C++ fixes."""
        places = {p.form: p for p in self.simple(scope)}
        if len(places) < 3:
            return None
        x, y, z = self.rng.sample(sorted(places.values(), key=lambda p: p.form), 3)
        conditions = tuple(self.expressions.condition(scope, 1) for _ in range(2))
        values = (self.value(y.type, scope, 1), self.value(z.type, scope, 1), self.value(x.type, scope, 1))
        t = x.type.name
        form = self.rng.choice(
            (
                f"{x.form} = ({y.form} = {{2}}, {z.form} = {{3}}, {{4}});",
                f"{x.form} = {{0}} ? ({y.form} = {{2}}, conv<{t}>({y.form})) : {{1}} ? {{4}} : "
                f"({z.form} = {{3}}, conv<{t}>({z.form}));",
                f"if (({y.form} = {{2}}, {{0}}) ? {{1}} : ({z.form} = {{3}}, !{{1}})) {x.form} = {{4}};",
                f"{{0}} && ({y.form} = {{2}}, {{1}}) && ({z.form} = {{3}}, true) ||\n"
                f"  ({x.form} = {{4}}, false);",
                f"for ({y.form} = {{2}}; {{0}}; {z.form} = {{3}}) {{{{ {x.form} = {{4}}; break; }}}}",
                f"switch ({y.form} = {{2}}, (i32){{0}}) {{{{\n"
                f"  case 1: {z.form} = {{3}};\n  default: {x.form} = {{4}}; }}}}",
            )
        )
        return Stmt(form, (*conditions, *values))

    def pointer_chain(self, scope: Scope, depth: int) -> Stmt:
        """Pointers to pointers, which get other targets."""
        type, name = self.scalar(), self.blocks.name("pc")
        t = type.name
        steps = self.steps(
            (
                "**far = x[2];",
                "*far = &x[w % 3u];",
                "far = &near[w >> 3 & 1u];",
                "***farther = x[w >> 5 & 1u];",
                "farther = w & 8 ? &far : &other;",
                "*farther = &near[w >> 7 & 1u];",
                "if (*far == near[1]) **other = x[1]; else x[0] = **other;",
                "std::swap(near[0], *other);",
                "other = *farther, *other = x + (w >> 9 & 1u);",
                "for (u32 k = 0; k < w % 3u; ++k, ++*far) if (*far >= x + 2) *far = x;",
                "x[w % 3u] = near[0] - near[1] > 0 ? **far : *near[1];",
            ),
            6,
        )
        form = (
            f"u64 {name} = 1; {{{{\n  const u32 w = {{2}};\n  {t} x[3] = {{{{{{0}}, {{1}}, {t}(5)}}}};\n"
            f"  {t} *near[2] = {{{{x, x + (w & 1u)}}}}, **far = &near[1], **other = near;\n"
            f"  {t} ***farther = &far;\n"
            f"  {steps}\n  for ({t} one : x) {name} = mix({name}, one);\n"
            f"  {name} = mix({name}, i32(*far - x) * 8 + i32(**farther - x) + i32(near[0] - near[1]));\n}}}}"
        )
        values = (self.value(type, scope, 1), self.value(type, scope, 1), self.value(U32, scope, 1))
        return self.found(scope, name, form, *values)

    def matrix(self, scope: Scope, depth: int) -> Stmt:
        rng, name = self.rng, self.blocks.name("mx")
        type = rng.choice(
            self.expressions.integers if rng.random() < 0.7 else [SCALARS["f32"], SCALARS["f64"]]
        )
        rows, columns = rng.choice(((4, 4), (3, 5), (8, 8), (2, 16), (7, 3)))
        unsigned = type.name if type.is_float else "u64" if type.bits == 64 else "u32"
        made = [rng.choice(_MATRICES) for _ in range(rng.randint(1, 3))]
        text = "\n  ".join(made)
        form = (
            f"u64 {name} = 1; {{{{\n  constexpr i32 rows = {rows}, columns = {columns};\n"
            f"  constexpr i32 few = {min(rows, columns)};\n"
            f"  using T = {type.name}; using C = {unsigned};\n  const u32 w = {{1}};\n  T m[rows][columns];\n"
            f"  for (i32 i = 0; i < rows; ++i)\n"
            f"    for (i32 j = 0; j < columns; ++j) m[i][j] = conv<T>(w >> (i + j));\n"
            f"  m[1][2] = {{0}};\n  {text}\n"
            f"  for (auto& row : m) for (T one : row) {name} = mix({name}, one);\n}}}}"
        )
        return self.found(scope, name, form, self.value(type, scope, 1), self.value(U32, scope, 1))

    # With blocks

    def nest(self, scope: Scope, depth: int) -> Stmt:
        """Loops three deep, whose bounds are the outer ones' counters, and ways out of each."""
        rng, name = self.rng, self.blocks.name("ne")
        outer = self.looped(scope, [Place(f"{name}a", I32)])
        inner = self.looped(outer, [Place(f"{name}b", I32), Place(f"{name}c", U32)])
        blocks = (
            self.blocks.block(inner, 2, depth - 1),
            self.blocks.block(outer, 1, depth - 1),
        )
        middle = rng.choice(
            (
                f"i32 {name}b = {name}a; {name}b < 3; ++{name}b",
                f"i32 {name}b = 3; {name}b > {name}a; {name}b -= 2",
            )
        )
        last = rng.choice(
            (
                f"u32 {name}c = (u32){name}b + 2; {name}c-- > 0u;",
                f"u32 {name}c = 1; {name}c < 9u; {name}c *= 2u + (u32){name}a",
            )
        )
        ways = rng.choice(("break", f"goto next{name}", f"goto out{name}", "continue"))
        form = (
            f"for (i32 {name}a = (i32)({{0}} & 3); {name}a >= 0; --{name}a) {{{{\n"
            f"  if ({{1}}) continue;\n  for ({middle}) {{{{\n    for ({last}) {{{{\n      {{B0}}\n"
            f"      if ({{2}}) {ways};\n      if ({{3}}) goto out{name};\n    }}}}\n    {{B1}}\n"
            f"    if ({{4}}) break;\n  }}}}\n  next{name}:;\n}}}}\nout{name}:;"
        )
        within = tuple(self.expressions.condition(inner, 1) for _ in range(2))
        first, second = (self.expressions.condition(outer, 1) for _ in range(2))
        return Stmt(form, (self.value(U32, scope, 1), first, *within, second), blocks)

    def never(self, scope: Scope, depth: int) -> Stmt:
        """Code that does not run, though a compiler may not know."""
        condition = self.rng.choice(_NEVER)
        block = self.blocks.block(scope, 3, depth - 1)
        text = self.rng.choice(
            (
                f"if ({condition}) {{B0}}",
                f"while ({condition}) {{{{ {{B0}} }}}}",
                f"if (!({condition})) w += 1; else {{B0}}",
                f"for (u32 k = 0; {condition}; ++k) {{{{ {{B0}} if (k > w) break; }}}}",
            )
        )
        return Stmt(f"{{{{\n  u32 w = {{0}};\n  {text}\n}}}}", (self.value(U32, scope, 1),), (block,))
