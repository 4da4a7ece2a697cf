"""Random statements of C++ as it is written today that have blocks: closures, loops over ranges, classes.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from dataclasses import replace

from random_kernels.expressions import Scope
from random_kernels.language import Language, Maker
from random_kernels.model import I32, U64, Place, Region, Stmt


class LanguageBlocks(Language):
    """Adds them to those without blocks."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        made = super().makers(depth)
        if depth > 0:
            made += [
                (0.5, self.closure),
                (0.3, self.values_closure),
                (0.5, self.reference),
                (0.3, self.range_for),
                (0.3, self.std_array),
                (0.25, self.matrix),
                (0.25, self.enumeration),
                (0.3, self.at_scope_end),
                (0.3, self.span),
                (0.25, self.walk),
                (0.25, self.packed),
                (0.25, self.derived),
                (0.2, self.initialised_condition),
                (0.2, self.pointer_to_pointer),
                (0.25, self.flags),
            ]
        return made

    def apart(self, scope: Scope) -> Scope:
        """A scope that `break`, `continue` and `return` cannot leave."""
        inner = scope.inner()
        inner.in_loop = False
        inner.can_return = ""
        return inner

    def closure(self, scope: Scope, depth: int) -> Stmt:
        """A lambda that refers to what is around it, called once or several times."""
        name, result = self.blocks.name("cl"), self.scalar()
        parameters = [self.scalar() for _ in range(self.rng.randint(0, 2))]
        inner = self.apart(scope)
        inner.places += [Place(f"{name}p{i}", t, True) for i, t in enumerate(parameters)] * 2
        head = ", ".join(f"{t.name} {name}p{i}" for i, t in enumerate(parameters))
        body = self.blocks.block(inner, 3, depth - 1)
        calls, values = [], []
        variable = self.blocks.name("x")
        for number in range(self.rng.choice((1, 2, 3))):
            holes = []
            for type in parameters:
                holes.append(f"{{{len(values) + 1}}}")
                values.append(self.value(type, scope, 1))
            calls.append(f"{'' if number else f'{result.name} '}{variable} = {name}({', '.join(holes)});")
        returned = self.value(result, inner, 1)
        scope.places.append(Place(variable, result, True))
        kind = self.rng.choice(("const auto", "auto", "auto&&"))
        arrow = self.rng.choice(("", f" -> {result.name}"))
        form = (
            f"{kind} {name} = [&]({head}){arrow} {{{{\n  {{B0}}\n  return {result.name}({{0}});\n}}}};\n"
            + "\n".join(calls)
        )
        return Stmt(form, (returned, *values), (body,), declares=variable)

    def values_closure(self, scope: Scope, depth: int) -> Stmt:
        """A lambda with copies of values, which it may change, given to a function template."""
        name, type = self.blocks.name("vc"), self.scalar()
        captured = [self.scalar() for _ in range(self.rng.randint(1, 3))]
        names = [f"{name}k{i}" for i in range(len(captured))]
        inner = Scope([Place(n, t, True) for n, t in zip(names, captured, strict=True)])
        inner.places += [Place("arg", type, True)] * 2
        body = self.blocks.block(inner, 2, min(depth - 1, 1))
        returned = self.value(type, inner, 2)
        captures = ", ".join(
            f"{n} = {t.name}({{{i + 2}}})" for i, (n, t) in enumerate(zip(names, captured, strict=True))
        )
        values = (self.value(type, scope, 1), *(self.value(t, scope) for t in captured))
        scope.places.append(Place(name, type, True))
        return Stmt(
            f"{type.name} {name} = twice_applied([{captures}]({type.name} arg) mutable {{{{\n  {{B0}}\n"
            f"  return {type.name}({{0}});\n}}}}, {type.name}({{1}}));",
            (returned, *values),
            (body,),
            declares=name,
        )

    def reference(self, scope: Scope, depth: int) -> Stmt | None:
        """A name for a cell that is chosen at run time."""
        able = [r for r in scope.regions if r.written]
        if not able:
            return None
        region = self.rng.choice(able)
        name, inner = self.blocks.name("rf"), scope.inner()
        inner.places += [Place(name, region.type, True)] * 3
        inner.regions.append(Region(f"&{name}", region.type, 1, True))
        cell = f"({region.pointer})[({{0}}) % {region.length}u]"
        form = f"{{{{\n  {region.type.name}& {name} = {cell};\n  {{B0}}\n}}}}"
        return Stmt(form, (self.expressions.index(scope, 1),), (self.blocks.block(inner, 3, depth - 1),))

    def range_for(self, scope: Scope, depth: int) -> Stmt:
        type, name, length = self.scalar(), self.blocks.name("rg"), self.rng.choice((2, 3, 4, 7))
        inner = scope.inner()
        inner.in_loop = True
        by_reference = self.rng.random() < 0.6
        inner.places += [Place(f"{name}e", type, by_reference)] * 3
        first, second = self.value(type, scope), self.value(type, scope)
        array = (
            f"{type.name} {name}[{length}] = {{{{{{0}}, {{1}}}}}};",
            f"std::array<{type.name}, {length}> {name} = {{{{{{{{{{0}}, {{1}}}}}}}}}};",
        )[self.rng.randrange(2)]
        element = f"{type.name}& {name}e" if by_reference else f"const auto {name}e"
        form = f"{array}\nfor ({element} : {name}) {{B0}}"
        block = self.blocks.block(inner, 2, depth - 1)
        scope.places.append(Place(f"{name}[({{0}}) % {length}u]", type, True))
        return Stmt(form, (first, second), (block,), declares=name)

    def std_array(self, scope: Scope, depth: int) -> Stmt:
        type, name, length = self.scalar(), self.blocks.name("sa"), self.rng.choice((2, 3, 5, 8))
        values = tuple(self.value(type, scope, 1) for _ in range(2))
        inner = scope.inner()
        inner.places += [Place(f"{name}[({{0}}) % {length}u]", type, True)] * 3
        inner.regions.append(Region(f"{name}.data()", type, length, True))
        block = self.blocks.block(inner, 3, depth - 1)
        after = self.rng.choice(
            (
                f"std::reverse({name}.begin(), {name}.end());",
                f"std::fill({name}.begin(), {name}.begin() + {length - 1}, {name}.back());",
                f"std::rotate({name}.begin(), {name}.begin() + 1, {name}.end());",
                f"auto copied = {name}; copied[0] = {name}[{length - 1}]; std::swap(copied, {name});",
                f"{name}.back() = *std::max_element({name}.begin(), {name}.end(), InOrder<{type.name}>());",
            )
        )
        kind = f"std::array<{type.name}, {length}>"
        form = f"{kind} {name} = {{{{{{{{{{0}}, {{1}}}}}}}}}};\n{{B0}}\n{{{{ {after} }}}}"
        scope.places += [Place(f"{name}[({{0}}) % {length}u]", type, True)] * 2
        return Stmt(form, values, (block,), declares=name)

    def matrix(self, scope: Scope, depth: int) -> Stmt:
        """An array of two dimensions, filled by nested loops."""
        type, name = self.scalar(), self.blocks.name("mx")
        rows, columns = self.rng.choice(((2, 2), (3, 2), (4, 4), (2, 5)))
        row, column = f"{name}r", f"{name}c"
        inner = scope.inner()
        inner.places += [Place(row, I32), Place(column, I32)]
        first = self.value(type, inner)
        filled = scope.inner()
        filled.places += [Place(f"{name}[({{0}}) % {rows}u][1]", type, True)] * 2
        filled.places += [Place(f"{name}[0][({{0}}) % {columns}u]", type, True)] * 2
        block = self.blocks.block(filled, 3, depth - 1)
        variable = self.blocks.name("x")
        scope.places.append(Place(variable, U64, True))
        form = (
            f"{type.name} {name}[{rows}][{columns}];\n"
            f"for (i32 {row} = 0; {row} < {rows}; ++{row})\n"
            f"  for (i32 {column} = 0; {column} < {columns}; ++{column})\n"
            f"    {name}[{row}][{column}] = {{0}};\n{{B0}}\nu64 {variable} = 7;\n"
            f"for (auto& line : {name})\n  for (auto cell : line) {variable} = mix({variable}, cell);"
        )
        return Stmt(form, (first,), (block,), declares=variable)

    def enumeration(self, scope: Scope, depth: int) -> Stmt:
        name, under = self.blocks.name("En"), self.rng.choice(("u8", "i32", "i16", "u64"))
        labels = [f"{name}::v{i}" for i in range(self.rng.randint(2, 4))]
        numbers = self.rng.sample(range(100), len(labels))
        listed = ", ".join(f"v{i} = {n}" for i, n in enumerate(numbers))
        table = ", ".join(labels)
        blocks = [self.blocks.block(scope, 2, depth - 1) for _ in labels]
        cases = "\n".join(f"  case {label}: {{B{i}}} break;" for i, label in enumerate(labels))
        form = (
            f"{{{{\n  enum class {name} : {under} {{{{ {listed} }}}};\n"
            f"  const {name} all[] = {{{{{table}}}}};\n"
            f"  switch (const {name} now = all[({{0}}) % {len(labels)}u]; now) {{{{\n{cases}\n  }}}}\n}}}}"
        )
        return Stmt(form, (self.expressions.index(scope, 1),), tuple(blocks))

    def at_scope_end(self, scope: Scope, depth: int) -> Stmt | None:
        """A destructor writes at the end of the block, however it is left."""
        places = [p for p in self.simple(scope) if p.type.kind == "u" and p.type.bits >= 32]
        if not places:
            return None
        place, name = self.rng.choice(places), self.blocks.name("ae")
        form = f"{{{{\n  AtEnd<{place.type.name}> {name}({place.form}, {{0}});\n  {{B0}}\n}}}}"
        return Stmt(form, (self.value(place.type, scope, 1),), (self.blocks.block(scope, 3, depth - 1),))

    def span(self, scope: Scope, depth: int) -> Stmt | None:
        """A class that has a pointer, chosen at run time."""
        choice = self.blocks.chosen_regions(scope)
        if choice is None:
            return None
        regions, type = choice
        written = all(r.written for r in regions)
        length, name, inner = min(r.length for r in regions), self.blocks.name("sp"), scope.inner()
        inner.places += [Place(f"{name}[{{0}}]", type, written)] * 3
        inner.regions.append(Region(f"{name}.first", type, length, written))
        constant = "" if written else "const "
        kind = f"Span<{constant}{type.name}>"
        form = (
            f"{{{{\n  {kind} {name}{{{{{regions[0].pointer}, {length}}}}};\n"
            f"  if ({{0}}) {name} = {kind}{{{{{regions[1].pointer}, {length}}}}};\n  {{B0}}\n}}}}"
        )
        return Stmt(form, (self.expressions.condition(scope, 1),), (self.blocks.block(inner, 3, depth - 1),))

    def walk(self, scope: Scope, depth: int) -> Stmt | None:
        """A pointer that moves over an array, forwards or backwards."""
        able = [r for r in scope.regions if r.length > 1]
        if not able:
            return None
        region, name, inner = self.rng.choice(able), self.blocks.name("wk"), scope.inner()
        most = min(region.length, 9)
        inner.in_loop = True
        inner.places += [Place(f"(*{name})", region.type, region.written)] * 3
        constant = "" if region.written else "const "
        kind = f"{constant}{region.type.name}*"
        first = f"{kind} const {name}b = {region.pointer};"
        loop = self.rng.choice(
            (
                f"for ({kind} {name} = {name}b; {name} != {name}b + {most}; ++{name}) {{B0}}",
                f"for ({kind} {name} = {name}b + {most - 1}; {name} - {name}b > 0; --{name}) {{B0}}",
                f"for (auto {name} = {name}b; {name} < {name}b + {most}; {name} += 2) {{B0}}",
            )
        )
        return Stmt(f"{{{{\n  {first}\n  {loop}\n}}}}", (), (self.blocks.block(inner, 2, depth - 1),))

    def packed(self, scope: Scope, depth: int) -> Stmt:
        """A member whose address has no alignment."""
        type, after, name = self.scalar(is_plain=True), self.scalar(is_plain=True), self.blocks.name("pk")
        inner = scope.inner()
        count = self.rng.choice((1, 1, 3))
        at = f"{name}[({{0}}) % {count}u]" if count > 1 else name
        # Read through a cast: a reference may not bind to such a member.
        inner.places += [
            Place(f"{at}.b", type, True, cast=True),
            Place(f"{at}.c", after, True, cast=True),
        ] * 2
        array = f"[{count}]" if count > 1 else ""
        filled = (
            f"for (auto& one : {name}) one.b = {{0}}, one.c = 0, one.a = 1;"
            if array
            else f"{name}.b = {{0}};"
        )
        form = (
            f"{{{{\n  struct __attribute__((packed)) Packed {{{{ u8 a; {type.name} b; {after.name} c; }}}};\n"
            f"  Packed {name}{array} = {{{{}}}};\n  {filled}\n  {{B0}}\n}}}}"
        )
        return Stmt(form, (self.value(type, scope),), (self.blocks.block(inner, 4, depth - 1),))

    def derived(self, scope: Scope, depth: int) -> Stmt | None:
        """A class derived from another, copied in part through a reference to its base."""
        if not scope.objects:
            return None
        struct = self.rng.choice(scope.objects).struct
        sources = [o for o in scope.objects if o.struct == struct and "{0}" not in o.form]
        if not sources:
            return None
        type, name, inner = self.scalar(), self.blocks.name("dv"), scope.inner()
        inner.places += [Place(f"{name}.more", type, True)] * 2
        inner.objects.append(replace(sources[0], form=f"{name}b", written=True))
        for member in struct.members:
            form = member.form.replace("{object}", f"{name}b")
            inner.places.append(Place(form, member.type, True, member.cast))
        source = self.rng.choice(sources)
        form = (
            f"{{{{\n  struct Derived : {struct.name} {{{{ {type.name} more = {{0}}; i32 tag = 3; }}}};\n"
            f"  Derived {name};\n  {struct.name}& {name}b = {name};\n  {name}b = {source.form};\n  {{B0}}\n"
            + (f"  {source.form} = {name};\n" if source.written else "")
            + "}}"
        )
        constant = self.expressions.constant(type)
        return Stmt(form, (constant,), (self.blocks.block(inner, 3, depth - 1),))

    def initialised_condition(self, scope: Scope, depth: int) -> Stmt:
        type, name, inner = self.scalar(), self.blocks.name("ic"), scope.inner()
        inner.places += [Place(name, type, True)] * 2
        condition = self.expressions.condition(inner, 1)
        form = f"if ({type.name} {name} = {{0}}; {{1}}) {{B0}} else {{B1}}"
        blocks = tuple(self.blocks.block(inner, 2, depth - 1) for _ in range(2))
        return Stmt(form, (self.value(type, scope), condition), blocks)

    def pointer_to_pointer(self, scope: Scope, depth: int) -> Stmt | None:
        choice = self.blocks.chosen_regions(scope)
        if choice is None:
            return None
        regions, type = choice
        written = all(r.written for r in regions)
        length, name, inner = min(r.length for r in regions), self.blocks.name("pp"), scope.inner()
        inner.places += [Place(f"(*{name})[({{0}}) % {length}u]", type, written)] * 3
        constant = "" if written else "const "
        kind = f"{constant}{type.name}*"
        form = (
            f"{{{{\n  {kind} first = {regions[0].pointer};\n  {kind} second = {regions[1].pointer};\n"
            f"  {kind}* {name} = {{0}} ? &first : &second;\n  if ({{1}}) *{name} = first;\n  {{B0}}\n}}}}"
        )
        conditions = (self.expressions.condition(scope, 1), self.expressions.condition(scope, 1))
        return Stmt(form, conditions, (self.blocks.block(inner, 3, depth - 1),))

    def flags(self, scope: Scope, depth: int) -> Stmt:
        """bool, alone and in an array."""
        name, inner = self.blocks.name("fl"), scope.inner()
        inner.places.append(Place(f"{name}n", I32))
        conditions = tuple(self.expressions.condition(scope, 1) for _ in range(3))
        operation = self.rng.choice(("!=", "==", "&", "|", "^"))
        form = (
            f"bool {name}[3] = {{{{static_cast<bool>({{0}}), static_cast<bool>({{1}})}}}};\n"
            f"{name}[2] = {name}[0] {operation} {name}[1];\n{name}[0] |= static_cast<bool>({{2}});\n"
            f"{{{{ const i32 {name}n = {name}[0] + 2 * {name}[1] + 4 * !{name}[2];\n"
            f"  if ({name}[(u32){name}n % 3]) {{B0}} }}}}"
        )
        return Stmt(form, conditions, (self.blocks.block(inner, 2, depth - 1),))
