"""Random statements about the ways through a program: counters of any type, switches with ranges and into
loops, jumps out of loops, functions chosen at run time, functions that give references and small structs.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope, integer_text
from random_kernels.language import Maker
from random_kernels.model import I32, SCALARS, U32, Place, Stmt
from random_kernels.rows import Rows

_COUNTED = (
    # The counter's type, and a loop's head; @: the counter, {0}: any u32.
    ("u8", "for (u8 @ = (u8){0}, n@ = 0; n@ < ({0} & 7); ++n@, @ += 77)"),
    ("i8", "for (i8 @ = -3; @ <= (i8)({0} & 3); ++@)"),
    ("i16", "for (i16 @ = (i16)({0} & 31); @ > 0; @ -= 5)"),
    ("u16", "for (u16 @ = 65530; @ > 5; ++@)"),
    ("i64", "for (i64 @ = (i64)({0} & 63) << 33; @ > 0; @ /= 9)"),
    ("u64", "for (u64 @ = {0} & 0x8f1; @; @ &= @ - 1)"),
    ("u32", "for (u32 @ = {0} & 7; @-- > 0;)"),
    ("u32", "for (u32 @ = 1; @ < ({0} & 255u); @ = @ * 3 + 1)"),
    ("u32", "for (u32 @ = ({0} | 1) << 27; @; @ <<= 1)"),
    ("f32", "for (f32 @ = 0; @ < ({0} & 7); @ += 1.25f)"),
    ("f64", "for (f64 @ = {0} & 255; @ > 1; @ *= 0.25)"),
    ("i32", "for (i32 @ = (i32)({0} & 7), d@ = 9; @ < d@; @ += 2, d@ -= 1)"),
    ("i32", "for (i32 @ = -(i32)({0} & 15); @ < 0 && @ % 7 != -6; @ += 3)"),
    ("i32", "for (i32 @ = (i32)({0} & 3); ; --@) if (@ < 0) break; else"),
    ("u32", "for (u32 @ = {0} & 12, *at@ = &@; *at@ < 16u; *at@ += 4u)"),
)


class Ways(Rows):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        made = [
            *super().makers(depth),
            (0.25, self.chosen_function),
            (0.25, self.given_reference),
            (0.25, self.small_structs),
            (0.3, self.known_to_compilers),
        ]
        if depth > 0:
            made += [
                (0.4, self.counted),
                (0.2, self.into_loop),
                (0.2, self.out_of_loops),
                (0.25, self.far_cases),
                (0.2, self.inner_value),
            ]
        return made

    # Without blocks

    def chosen_function(self, scope: Scope, depth: int) -> Stmt:
        """A function of two values by its address."""
        rng, name = self.rng, self.blocks.name("cf")
        type = rng.choice([t for t in self.expressions.integers if t.bits > 8])
        t = type.name
        names = rng.sample(("smaller", "larger", "average", "limited_sum", "order", "product_or"), 3)
        first, second, third = (f"&{n}<{t}>" for n in names)
        chosen = rng.choice(
            (
                f"{t} (*f)({t}, {t}) = k & 1 ? {first} : {second};",
                f"{t} (*all[])({t}, {t}) = {{{{{first}, {second}, {third}}}}};\n  auto f = all[k % 3u];",
                f"struct {{{{ {t} (*one)({t}, {t}); {t} by; }}}} s[2] = {{{{"
                f"{{{{{first}, 3}}}}, {{{{{third}, x}}}}}}}};\n"
                f"  auto f = s[k & 1u].one;\n  x = s[k >> 1 & 1u].by;",
                f"{t} (*f)({t}, {t}) = {first};\n  if (k % 5u > 2u) f = {second};\n"
                f"  for (u32 i = 0; i < k % 3u; ++i) x = f(x, {t}(i)), f = {third};",
            )
        )
        values = (self.value(type, scope, 1), self.value(type, scope, 1), self.value(U32, scope, 1))
        scope.places.append(Place(name, type, True))
        form = (
            f"{t} {name} = {{0}}; {{{{\n  const u32 k = {{2}};\n  {t} x = {{1}};\n  {chosen}\n"
            f"  {name} = f({name}, x);\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def given_reference(self, scope: Scope, depth: int) -> Stmt | None:
        """An assignment to what a function gives a reference to."""
        places = [p for p in self.simple(scope) if p.type.is_float or p.type.bits >= 32]
        if not self.blocks.options.wraps:
            places = [p for p in places if p.type.kind != "s"]
        if not places:
            return None
        first = self.rng.choice(places)
        second = self.rng.choice([p for p in places if p.type == first.type])
        operation = self.rng.choice(("=", "+=", "-=", "*="))
        call = self.rng.choice(("one_of", "one_of", "one_of_apart"))
        form = f"{call}({first.form}, {second.form}, {{0}}) {operation} {{1}};"
        values = (self.expressions.condition(scope, 1), self.value(first.type, scope, 1))
        if self.rng.random() < 0.3:
            form = f"({form[:-1]}) -= {self.expressions.constant(first.type)};"
        return Stmt(form, values)

    def small_structs(self, scope: Scope, depth: int) -> Stmt:
        """Given and returned by value by functions that are not inlined."""
        first, second, name = self.scalar(), self.scalar(), self.blocks.name("ss")
        t, u = first.name, second.name
        values = (
            self.value(first, scope, 1),
            self.value(second, scope, 1),
            self.expressions.condition(scope, 1),
            self.value(U32, scope, 1),
        )
        scope.places += [Place(f"{name}.a", first, True), Place(f"{name}.b", second, True)]
        form = f"Two<{t}, {u}> {name} = {{{{{t}({{0}}), {u}({{1}})}}}};\n" + self.rng.choice(
            (
                f"{name} = turned(turned({name}));",
                f"{name} = joined({name}, Two<{t}, {u}>{{{{{name}.a, {u}(3)}}}}, {{2}});",
                f"{name}.b = turned(joined({name}, {name}, {{2}})).a;",
                f"{name}.a = rolled(Three<{t}>{{{{{name}.a, {t}(1), {t}(2)}}}}, {{3}}).v[0];",
                f"{{{{ Two<{u}, {t}> x = turned({name}); x.b = {t}(5); if ({{2}}) {name} = turned(x); }}}}",
                f"{name}.b = rolled(Three<{u}>{{{{{name}.b, {name}.b, {u}(9)}}}}, {{3}}).v[{{3}} % 3u];",
            )
        )
        return Stmt(form, values, declares=name)

    def known_to_compilers(self, scope: Scope, depth: int) -> Stmt:
        """What has a builtin of its own (support/known_builtins.hpp)."""
        type, name = self.rng.choice(self.expressions.integers), self.blocks.name("kb")
        function = self.rng.choice(
            (
                "rotated_left reversed sum_within difference_within greater lesser size_of_number bits_set "
                "parity_of first_set sign_bits zeros_above zeros_below carried borrowed joined_bits"
            ).split()
        )
        values = (self.value(type, scope), self.value(type, scope), self.value(U32, scope, 1))
        scope.places.append(Place(name, type, True))
        return Stmt(
            f"{type.name} {name} = builtin_{function}<{type.name}>({{0}}, {{1}}, {{2}});",
            values,
            declares=name,
        )

    # With blocks

    def looped(self, scope: Scope, places: list[Place]) -> Scope:
        inner = scope.inner()
        inner.in_loop = True
        inner.places += places
        return inner

    def counted(self, scope: Scope, depth: int) -> Stmt:
        kind, head = self.rng.choice(_COUNTED)
        name = self.blocks.name("c")
        inner = self.looped(scope, [Place(name, SCALARS[kind])] * 2)
        head = head.replace("@", name).replace("{0}", f"k{name}")
        text = f"{{{{\n  const u32 k{name} = {{0}};\n  {head} {{B0}}\n}}}}"
        return Stmt(text, (self.value(U32, scope, 1),), (self.blocks.block(inner, 2, depth - 1),))

    def into_loop(self, scope: Scope, depth: int) -> Stmt:
        """A switch whose cases are within a loop."""
        name = self.blocks.name("il")
        inner = self.looped(scope, [Place(name, I32)] * 2)
        count = self.rng.choice((2, 3, 4))
        body = " ".join(f"case {count - n}: {{B{n}}}" for n in range(1, count))
        loop = f"case 0: do {{{{ {{B0}} {body} }}}} while (({name} -= {count}) > 0);"
        if self.rng.random() < 0.3:
            loop = f"case 0: for (; {name} > 0; {name} -= {count}) {{{{ {{B0}} {body} }}}}"
        form = (
            f"{{{{\n  i32 {name} = (i32)({{0}} & 7) + 1;\n  switch ({name} % {count}) {{{{ {loop} }}}}\n}}}}"
        )
        blocks = tuple(self.blocks.block(inner, 1, depth - 1) for _ in range(count))
        return Stmt(form, (self.value(U32, scope, 1),), blocks)

    def out_of_loops(self, scope: Scope, depth: int) -> Stmt:
        name = self.blocks.name("ol")
        outer = self.looped(scope, [Place(f"{name}a", I32)])
        inner = self.looped(outer, [Place(f"{name}b", I32)])
        blocks = (
            self.blocks.block(inner, 2, depth - 1),
            self.blocks.block(outer, 1, depth - 1),
            self.blocks.block(scope, 1, depth - 1),
        )
        most, next_ = self.rng.choice((2, 3)), self.rng.choice(("out", "next"))
        label = f"next{name}:;" if next_ == "next" else ""
        form = (
            f"for (i32 {name}a = (i32)({{0}} & 3); {name}a > 0; --{name}a) {{{{\n"
            f"  for (i32 {name}b = 0; {name}b < {most}; ++{name}b) {{{{\n    {{B0}}\n"
            f"    if ({{1}}) goto {next_}{name};\n    if ({{2}}) goto out{name};\n  }}}}\n"
            f"  {{B1}}\n  {label}\n}}}}\n{{B2}}\nout{name}:;"
        )
        args = (self.value(U32, scope, 1), *(self.expressions.condition(inner, 1) for _ in range(2)))
        return Stmt(form, args, blocks)

    def far_cases(self, scope: Scope, depth: int) -> Stmt:
        """Labels far apart, ranges of them, and values of 8 to 64 bits."""
        rng = self.rng
        type = rng.choice(self.expressions.integers)
        least = 0 if type.kind == "u" else -(1 << (type.bits - 1))
        most = (1 << (type.bits - (type.kind == "s"))) - 1
        labels = [(n, n) for n in (0, 1, most)] + [(least, least)] * (least < 0)
        labels += [(3, rng.choice((4, 9, 60))), (100, most - 1), (65, 90)]
        labels += [(-9, -2)] * (least < 0)
        count = rng.randint(2, 4)
        lines, blocks = [], []
        for number, (first, last) in enumerate(rng.sample(labels, count)):
            more = f" ... {integer_text(last, type)}" if last > first else ""
            end = rng.choice((" break;", " break;", ""))
            lines.append(f"case {integer_text(first, type)}{more}: {{B{number}}}{end}")
            blocks.append(self.blocks.block(scope, 2, depth - 1))
        taken = rng.choice(("{0}", "({0} & 127)", "({0} % 70)"))
        lines.append(rng.choice(("default:;", "")))
        value = self.value(type, scope)
        return Stmt(f"switch (({type.name}){taken}) {{{{ {' '.join(lines)} }}}}", (value,), tuple(blocks))

    def inner_value(self, scope: Scope, depth: int) -> Stmt:
        """A block that has a value."""
        type, name, inner = self.scalar(), self.blocks.name("iv"), scope.inner()
        inner.in_loop = False
        inner.places += [Place(f"{name}k", type, True)] * 2
        block = self.blocks.block(inner, 2, depth - 1)
        values = (self.value(type, scope, 1), self.value(type, scope, 1))
        scope.places.append(Place(name, type, True))
        form = f"{type.name} {name} = ({{{{ {type.name} {name}k = {{0}}; {{B0}} {name}k; }}}});"
        if type.name != "f16" and self.rng.random() < 0.5:
            form = form.replace("= ({{ ", "= {1} ?: ({{ ")
        return Stmt(form, values, (block,), declares=name)
