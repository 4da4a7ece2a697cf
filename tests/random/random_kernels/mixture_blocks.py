"""Random statements with blocks that mix what others have alone: closures within closures, references bound
by conditions, objects chosen at run time, what few work-items do, machines of states, chains of effects.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.mixtures import Mixtures
from random_kernels.model import I32, SCALARS, U32, Place, Region, Stmt
from random_kernels.struct_members import with_object


class MixtureBlocks(Mixtures):
    """Adds them to those without blocks."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        made = super().makers(depth)
        if depth > 0:
            made += [
                (0.5, self.nested_closures),
                (0.3, self.closure_copies),
                (0.5, self.bound_reference),
                (0.5, self.chosen_object),
                (0.6, self.rare),
                (0.4, self.states),
                (0.4, self.effects_in_chains),
                (0.4, self.switch_in_loop),
                (0.3, self.backwards),
            ]
        return made

    def nested_closures(self, scope: Scope, depth: int) -> Stmt:
        """A closure in a closure: values by copy, by move and by reference of the same and of outer ones."""
        rng, name = self.rng, self.blocks.name("nc")
        type, other, inner = self.scalar(), self.scalar(), self.apart(scope)
        t, u = type.name, other.name
        inner.places += [
            Place(f"{name}a", type, True),
            Place(f"{name}r", other, True),
            Place(f"{name}k", type, True),
            Place(f"{name}q", other, True),
        ] * 2
        values = (self.value(type, scope, 1), self.value(other, scope, 1), self.value(type, inner, 1))
        captures = rng.choice(
            (
                f"&, {name}q = std::move({name}p)",
                f"&{name}a, &{name}k, &{name}r = {name}r, {name}q = {name}p",
                f"&, {name}q = {u}({name}p), {name}k",
                f"&, &{name}q = {name}p",
            )
        )
        if captures.startswith("&" + name):
            inner.places = inner.places[-8:]
            inner.regions, inner.objects, inner.vectors, inner.atomics = [], [], [], []
            values = (*values[:2], self.value(type, inner, 1))
        body = self.blocks.block(inner, 3, depth - 1)
        outer = rng.choice(("const auto", "auto", "auto&&"))
        mutable = " mutable" if outer != "const auto" else ""
        bound = f"&, {name}k = {name}a" if mutable else "&"
        copied = "" if mutable else f"{t} {name}k = {name}a; "
        form = (
            f"{t} {name}; {{{{\n  {t} {name}a = {{0}};\n  {u} {name}b = {{1}};\n"
            f"  {outer} outer = [{bound}]({u} {name}p){mutable} {{{{\n    {copied}{u}& {name}r = {name}b;\n"
            f"    auto within = [{captures}]() mutable -> {t} {{{{\n      {{B0}}\n      return {t}({{2}});\n"
            f"    }}}};\n    {t} got = within();\n    {name}a = {name}k, {name}k = got;\n"
            f"    if ({name}b > {u}(3)) got = within();\n    return got;\n  }}}};\n"
            f"  {name} = outer({name}b);\n  {name}a = outer({u}(7));\n"
            f"  {name} = {name}a > {name} ? {name}a : {name};\n}}}}"
        )
        scope.places.append(Place(name, type, True))
        return Stmt(form, values, (body,), declares=name)

    def closure_copies(self, scope: Scope, depth: int) -> Stmt:
        """A closure that a closure returns, copied with its state, in an array and in a struct."""
        rng, name, type = self.rng, self.blocks.name("cc"), self.scalar()
        t = type.name
        inner = Scope([Place(f"{name}k", type, True), Place(f"{name}x", type, True)] * 2)
        body = self.blocks.block(inner, 2, min(depth - 1, 1))
        values = (
            self.value(type, scope, 1),
            self.expressions.condition(scope, 1),
            self.value(type, inner, 1),
        )
        used = rng.choice(
            (
                "decltype(f) all[2] = {{f, g}}; x = all[{1} ? 1 : 0](x); x = all[1](x);",
                "struct S {{ decltype(f) one; u8 tag; }} s = {{f, 1}}; S r = s; x = s.one(x); "
                "if ({1}) x = r.one(x);",
                "auto* at = {1} ? &f : &g; x = (*at)(x), x = g(x);",
                "auto& h = {1} ? f : g; x = h(x), x = f(x);",
                "const auto twice = [h = std::move(g)](auto y) mutable {{ y = h(y); return h(y); }}; "
                "auto again = twice; x = again(x);",
            )
        )
        form = (
            f"{t} {name}; {{{{\n  const auto made = []({t} {name}k) {{{{ return [{name}k]({t} {name}x) "
            f"mutable -> {t} {{{{\n    {{B0}}\n    return {t}({{2}});\n  }}}}; }}}};\n  {t} x = {{0}};\n"
            f"  auto f = made(x), g = f;\n  x = f(x);\n  {used}\n  {name} = x;\n}}}}"
        )
        scope.places.append(Place(name, type, True))
        return Stmt(form, values, (body,), declares=name)

    def bound_reference(self, scope: Scope, depth: int) -> Stmt | None:
        """A reference that a condition binds, to variables, members and cells."""
        places = self.simple(scope)
        if not places:
            return None
        rng, first = self.rng, self.rng.choice(places)
        others = [p.form for p in places if p.type == first.type]
        cells = [
            f"({r.pointer})[{{1}} % {r.length}u]" for r in scope.regions if r.written and r.type == first.type
        ]
        name, inner = self.blocks.name("br"), scope.inner()
        inner.places += [Place(name, first.type, True)] * 3
        inner.regions.append(Region(f"&{name}", first.type, 1, True))
        second = rng.choice(cells or others)
        third = rng.choice([*cells, *others])
        chosen = rng.choice(
            (f"{{0}} ? {first.form} : {second}", f"{{0}} ? {second} : {{2}} ? {third} : {first.form}")
        )
        values = (
            self.expressions.condition(scope, 1),
            self.expressions.index(scope, 1),
            self.expressions.condition(scope, 1),
        )
        form = f"{{{{\n  {first.type.name}& {name} = {chosen};\n  {{B0}}\n}}}}"
        return Stmt(form, values, (self.blocks.block(inner, 3, depth - 1),))

    def chosen_object(self, scope: Scope, depth: int) -> Stmt | None:
        """A pointer or a reference to one of several structs."""
        rng = self.rng
        able = [o for o in scope.objects if o.written and "{0}" not in o.form]
        if not able:
            return None
        struct = rng.choice(able).struct
        forms = list({o.form for o in able if o.struct.name == struct.name})
        if len(forms) < 2:
            return None
        first, second = rng.sample(sorted(forms), 2)
        name, inner = self.blocks.name("co"), scope.inner()
        by_pointer = rng.random() < 0.6
        for _ in range(2):
            with_object(inner, f"(*{name})" if by_pointer else name, struct, True)
        head = f"{struct.name}& {name} = {{0}} ? {first} : {second};"
        if by_pointer:
            head = f"{struct.name}* {name} = {{0}} ? &{first} : &{second};"
        block = self.blocks.block(inner, 3, depth - 1)
        conditions = (self.expressions.condition(scope, 1), self.expressions.condition(scope, 1))
        last = f"\n  if ({{1}}) {name} = &{first};\n  (*{name}).step(3);" if by_pointer else ""
        return Stmt(f"{{{{\n  {head}\n  {{B0}}{last}\n}}}}", conditions, (block,))

    def rare(self, scope: Scope, depth: int) -> Stmt:
        """What few work-items do, none or nearly all: by bits, in one another, with chains of loads."""
        rng, name, inner = self.rng, self.blocks.name("ra"), scope.inner()
        inner.places += [Place(name, U32)] * 2
        chain = ""
        able = [r for r in scope.regions if r.length >= 4 and not r.type.is_float]
        if able and rng.random() < 0.6:
            row = rng.choice(able)
            chain = (
                f"for (i32 i = 0; i < {rng.choice((2, 4, 6))}; ++i) "
                f"{name} = (u32)({row.pointer})[{name} % {row.length}u] * 5u + (u32)i;\n    "
            )
        part = rng.choice((7, 16, 61, 100, 1000))
        mixed = rng.choice(("", " * 2654435761u >> 9", " ^ {1}"))
        is_rare = f"({name}{mixed}) % {part}u {rng.choice(('==', '==', '==', '!='))} {rng.choice((0, 1, 5))}u"
        ids = [p.form for p in scope.places if p.form in ("gid", "lid", "g0")]
        if ids and rng.random() < 0.3:
            is_rare = (
                f"(u32){rng.choice(ids)} {rng.choice(('==', '==', '<', '>'))} {rng.choice((0, 3, 31, 63))}u"
            )
        blocks = (self.blocks.block(inner, 3, depth - 1), self.blocks.block(inner, 2, depth - 1))
        second = f"    if ({name} % {rng.choice((2, 3, 13))}u == 1u) {{B1}}\n"
        if rng.random() < 0.4:
            second = f"    while ({name} > {rng.choice((3, 99))}u) {{{{ {name} /= 7u; {{B1}} }}}}\n"
            blocks = (blocks[0], self.blocks.block(self.looped(scope, []), 1, depth - 1))
        form = f"{{{{\n  u32 {name} = {{0}};\n  if ({is_rare}) {{{{\n    {chain}{{B0}}\n{second}  }}}}\n}}}}"
        return Stmt(form, (self.value(U32, scope, 2), self.value(U32, scope, 1)), blocks)

    def states(self, scope: Scope, depth: int) -> Stmt:
        """A machine whose states lead anywhere, for at most so many rounds."""
        rng, name = self.rng, self.blocks.name("st")
        count = rng.choice((2, 3, 4, 5))
        inner = self.apart(scope)
        inner.places += [Place(f"{name}n", I32), Place(f"{name}w", U32, True)] * 2
        lines, blocks = [], []
        for state in range(count):
            to = f"{name} = ({name}w >> {state}) % {count}u"
            ends = rng.choice(
                (
                    f"{to}; break;",
                    f"{to}; continue;",
                    f"if ({name}w & {1 << state}u) {{{{ {to}; continue; }}}}",
                    f"if ({name}w % 5u == {state}u) goto end{name}; {to}; break;",
                    f"{name} = {(state + 1) % count}u; continue;",
                )
            )
            if state == count - 1:
                ends = f"{to};"
            lines.append(f"    case {state}: {{B{state}}} {ends}")
            blocks.append(self.blocks.block(inner, 1, depth - 1))
        step = rng.choice((f"{name}w = {name}w * 5u + 1u;", f"{name}w ^= {name}w >> 3;", ""))
        text = "\n".join(lines)
        form = (
            f"{{{{\n  u32 {name} = {{0}} % {count}u, {name}w = {{1}};\n"
            f"  for (i32 {name}n = 0; {name}n < {rng.choice((3, 6, 9))}; ++{name}n) {{{{\n"
            f"    switch ({name}) {{{{\n{text}\n    }}}}\n    {step}\n  }}}}\nend{name}:;\n}}}}"
        )
        return Stmt(form, (self.value(U32, scope, 1), self.value(U32, scope, 1)), tuple(blocks))

    def effects_in_chains(self, scope: Scope, depth: int) -> Stmt | None:
        """&& and || of several operands that assign, as a value and as a condition."""
        places = self.simple(scope)
        if not places:
            return None
        rng, name = self.rng, self.blocks.name("ec")
        values, terms = [], []
        for _ in range(rng.randint(2, 4)):
            place = rng.choice(places)
            values += [self.expressions.condition(scope, 1), self.value(place.type, scope, 1)]
            hole, given = len(values) - 2, len(values) - 1
            terms.append(
                rng.choice(
                    (
                        f"(({place.form} = {{{given}}}), {{{hole}}})",
                        f"({{{hole}}} && (({place.form} = {{{given}}}), true))",
                        f"({{{hole}}} ? ({place.form} = {{{given}}}) > {place.type.name}(2) : false)",
                        f"!({{{hole}}} || ({place.form} = {{{given}}}) == {place.type.name}(0))",
                        f"{{{hole}}}",
                    )
                )
            )
        text = terms[0]
        for term in terms[1:]:
            text = f"({text} {rng.choice(('&&', '||'))} {term})"
        scope.places.append(Place(name, SCALARS["u8"], True, cast=True))
        form = f"bool {name} = {text};\nif ({name}) {{B0}}"
        return Stmt(form, tuple(values), (self.blocks.block(scope.inner(), 2, depth - 1),), declares=name)

    def switch_in_loop(self, scope: Scope, depth: int) -> Stmt:
        """do-while and for whose switch breaks, continues and falls."""
        rng, name = self.rng, self.blocks.name("sl")
        inner = self.looped(scope, [Place(name, I32)])
        blocks = tuple(self.blocks.block(inner, 1, depth - 1) for _ in range(4))
        one, two = rng.choice((" continue;", " break;", "")), rng.choice((" break;", " continue;", ""))
        body = (
            f"switch ((u32)({name} + (i32)({{0}} & 7)) % 4u) {{{{\n"
            f"    case 0: {{B0}}{one}\n    case 3: if ({{1}}) break; {{B1}}{two}\n"
            f"    default: {{B2}}\n    }}}}\n"
            f"    if ({{2}}) continue;\n    {{B3}}"
        )
        head = f"i32 {name} = (i32)({{0}} & 3) + 1;"
        loop = rng.choice(
            (
                f"{head}\n  do {{{{\n    {body}\n  }}}} while (--{name} > 0);",
                f"for (i32 {name} = 0; {name} < 4; ++{name}) {{{{\n    {body}\n  }}}}",
                f"{head}\n  while ({name}-- > 0) {{{{\n    {body}\n  }}}}",
            )
        )
        values = (self.value(U32, scope, 0), *(self.expressions.condition(inner, 1) for _ in range(2)))
        return Stmt(f"{{{{\n  {loop}\n}}}}", values, blocks)

    def backwards(self, scope: Scope, depth: int) -> Stmt | None:
        """A pointer that moves backwards in steps, and one that moves by differences of either sign."""
        able = [r for r in scope.regions if r.length > 2]
        if not able:
            return None
        region, name, inner = self.rng.choice(able), self.blocks.name("bw"), scope.inner()
        most, step = min(region.length, 17), self.rng.choice((1, 2, 3))
        inner.in_loop = True
        inner.places += [Place(f"(*{name})", region.type, region.written)] * 3
        inner.places.append(Place(f"{name}k", I32))
        kind = f"{'' if region.written else 'const '}{region.type.name}*"
        moved = f"{name} += {name}k >= {step} ? -{step} : 0, {name}k -= {step}"
        if self.rng.random() < 0.4:
            moved = f"{name} = {name}b + ({name}k * 5 + 1) % {most}, {name}k -= {step}"
        form = (
            f"{{{{\n  {kind} const {name}b = {region.pointer};\n  {kind} {name} = {name}b + {most - 1};\n"
            f"  for (i32 {name}k = {most - 1}; {name}k >= 0; {moved}) {{B0}}\n}}}}"
        )
        return Stmt(form, (), (self.blocks.block(inner, 2, depth - 1),))
