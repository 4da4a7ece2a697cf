"""Random statements that chance alone seldom puts together: what programs have, and compilers know by shape.

Overlapping moves of bytes, loops over nested arrays, pointers that are compared and subtracted, linked nodes,
the cells beside a work-item's own, indices of few bits, tables by `switch`, sums with a zero. All that a
statement needs it declares itself.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.language_blocks import LanguageBlocks
from random_kernels.model import I32, SCALARS, U32, U64, Expr, Place, Stmt


class Patterns(LanguageBlocks):
    """Adds them to those of `LanguageBlocks`."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        made = super().makers(depth)
        made += [
            (0.15, self.moved),
            (0.2, self.narrow_index),
            (0.12, self.table_switch),
            (0.15, self.zero_sum),
            (0.15, self.volatile),
            (0.3, self.extremes),
        ]
        if depth > 0:
            made += [
                (0.15, self.nested_ranges),
                (0.2, self.compared_pointers),
                (0.15, self.linked),
                (0.25, self.beside),
                (0.25, self.moving_pointers),
                (0.2, self.holders),
            ]
        return made

    def below(self, scope: Scope, most: int) -> tuple[str, Expr]:
        """A place for a number below `most`, and its value."""
        return f"(i32)(({{0}}) % {most}u)", self.expressions.index(scope, 1)

    def indices(self, scope: Scope, *most: int) -> tuple[list[str], tuple[Expr, ...]]:
        """Several of them: holes from 0 on."""
        made = [self.below(scope, m) for m in most]
        return [form.replace("{0}", f"{{{n}}}") for n, (form, _) in enumerate(made)], tuple(
            v for _, v in made
        )

    def moved(self, scope: Scope, depth: int) -> Stmt:
        """Bytes that overlap with those that they are moved to; a word of them."""
        type, name = self.rng.choice((SCALARS["u8"], SCALARS["u16"], U32)), self.blocks.name("mv")
        few = self.rng.choice((5, 9, 16, 17))
        (to, at, count, other), args = self.indices(scope, 5, 5, 16, 7)
        size = self.rng.choice((f"{few}", f"{count}"))
        scope.places.append(Place(name, U64, True))
        form = (
            f"u64 {name} = 3; {{{{ {type.name} raw[24];\n"
            f"  for (i32 i = 0; i < 24; ++i) raw[i] = ({type.name})(i * 37 + (i32)({{4}} & 255));\n"
            f"  std::memmove(raw + {to}, raw + {at}, sizeof({type.name}) * {size});\n"
            f"  std::memmove(raw + {other}, raw + 2, sizeof({type.name}) * 16);\n"
            f"  std::memset(raw, 7, {count});\n"
            f"  for (i32 i = 0; i < 24; ++i) {name} = mix({name}, raw[i]); }}}}"
        )
        return Stmt(form, (*args, self.value(U32, scope, 1)), declares=name)

    def narrow_index(self, scope: Scope, depth: int) -> Stmt | None:
        """A cell whose index is computed in few bits, of which neighbours' ones wrap."""
        able = [p for p in scope.places if p.indexed and " & " in p.form and not p.written]
        if not able or not any(p.form == "gid" for p in scope.places):
            return None
        place, name = self.rng.choice(able), self.blocks.name("ni")
        narrow, factor = (
            self.rng.choice(("u8", "i8", "u16", "i16")),
            self.rng.choice((1, 2, 3, 7, 85, 129, 257)),
        )
        index = f"{narrow}(gid * {factor} {self.rng.choice('+-')} {self.rng.randint(0, 300)})"
        scope.places.append(Place(name, place.type, True))
        return Stmt(
            f"{place.type.name} {name} = {place.form.replace('({0})', f'(i32)({index})')};", declares=name
        )

    def extremes(self, scope: Scope, depth: int) -> Stmt | None:
        """The greatest or least of 64 bits among cells and the index that chooses them."""
        able = [
            p
            for p in scope.places
            if p.indexed and p.form.endswith("]") and " & " in p.form and p.type.name in ("i64", "u64", "f64")
        ]
        able = [p for p in able if not p.written and int(p.form.rpartition(" ")[2][:-1]) > 14]
        if not able:
            return None
        place, name, type = self.rng.choice(able), self.blocks.name("ex"), self.rng.choice(("i64", "u64"))
        half = (int(place.form.rpartition(" ")[2][:-1]) + 1) // 2
        cell = f"{name}p[{name}j + k * {self.rng.randint(1, half // 8)}]"
        cell = f"bits({cell})" if place.type.is_float else f"(u64){cell}"
        first = self.rng.choice(("j - y", "y - j", "j + y", "j ^ y", "j"))
        better = self.rng.choice(("x > y ? x : y", "x < y ? x : y", "y <= x ? y : x", "std::max(x, y)"))
        index, condition = f"(u64)({{0}}) * 0x9E3779B97F4A7C15u % {half - 1}u", ""
        if any(p.form == "gid" for p in scope.places) and self.rng.random() < 0.5:
            index, condition = "(u64)(i64)gid", f"if (gid < {half}) "
        chosen = self.expressions.index(scope, 1)
        scope.places.append(Place(name, U64, True))
        form = (
            f"u64 {name} = {{0}}; {condition}{{{{ const auto* {name}p = &{place.form.partition('[')[0]}[0];\n"
            f"  const u64 {name}j = {index}; {type} x;\n"
            f"  {{{{ const i32 k = 0; const u64 j = {name}j, y = {cell}; x = ({type})({first}); }}}}\n"
            f"  for (i32 k = 0; k < {self.rng.choice((6, 7, 8))}; ++k) {{{{ "
            f"const {type} y = ({type}){cell}; x = {better}; }}}}\n"
            f"  {name} = (u64)x; }}}}"
        )
        return Stmt(form, (chosen,), declares=name)

    def table_switch(self, scope: Scope, depth: int) -> Stmt:
        """Of constants, which compilers make a table of, or arithmetic."""
        type, name, count = self.scalar(), self.blocks.name("tw"), self.rng.choice((3, 7, 8, 17))
        constants = [self.expressions.constant(type) for _ in range(count + 1)]
        cases = " ".join(f"case {i}u: {name} = {c}; break;" for i, c in enumerate(constants[:-1]))
        scope.places.append(Place(name, type, True))
        return Stmt(
            f"{type.name} {name} = {constants[-1]}; "
            f"switch (({{0}}) % {count + 1}u) {{{{ {cases} default: break; }}}}",
            (self.expressions.index(scope, 2),),
            declares=name,
        )

    def zero_sum(self, scope: Scope, depth: int) -> Stmt | None:
        places = [p for p in self.simple(scope) if p.type.is_float]
        if not places:
            return None
        place = self.rng.choice(places)
        zero = self.rng.choice((f"{place.type.name}(0.0f)", f"{place.type.name}(-0.0f)"))
        form = self.rng.choice(
            (
                f"{zero} - {{0}}",
                f"{{0}} - {zero}",
                f"{{0}} + {zero}",
                f"{{0}} * {zero}",
                f"(({{0}}) > {place.type.name}(3.0f) ? {place.type.name}(1.0f) : {zero})",
                f"(({{0}}) > {place.type.name}(3.0f) ? {zero} : {place.type.name}(-1.0f))",
            )
        )
        return Stmt(f"{place.form} = {place.type.name}({form});", (self.value(place.type, scope, 1),))

    def volatile(self, scope: Scope, depth: int) -> Stmt:
        """A variable whose reads and writes all stay."""
        type, name = self.scalar(is_plain=True), self.blocks.name("vo")
        args = (self.value(type, scope), self.value(type, scope, 1), self.expressions.condition(scope, 1))
        scope.places.append(Place(name, type))
        return Stmt(
            f"volatile {type.name} {name} = {{0}}; if ({{2}}) {name} = {{1}}; "
            f"{name} = conv<{type.name}>({type.name}({name}));",
            args,
            declares=name,
        )

    # Statements with blocks

    def moving_pointers(self, scope: Scope, depth: int) -> Stmt | None:
        """An array of pointers that get other targets in a loop."""
        choice = self.blocks.chosen_regions(scope)
        if choice is None:
            return None
        regions, type = choice
        name, inner = self.blocks.name("mp"), scope.inner()
        written = all(r.written for r in regions)
        inner.places += [Place(f"(*{name}[{name}n & 1])", type, written), Place(f"{name}n", I32)] * 2
        kind = f"{'' if written else 'const '}{type.name}*"
        first, second = regions[0], regions[-1]
        at, args = self.indices(scope, first.length, second.length, 5)
        form = (
            f"{{{{\n  {kind} {name}[2] = {{{{&({first.pointer})[{at[0]}], {second.pointer}}}}};\n"
            f"  for (i32 {name}n = {at[2]}; {name}n >= 0; --{name}n) {{{{\n    {{B0}}\n"
            f"    if ({{3}}) {name}[0] = &({second.pointer})[{at[1]}];\n"
            f"    else {name}[{name}n & 1] = {first.pointer};\n"
            f"    std::swap({name}[0], {name}[1]);\n  }}}}\n}}}}"
        )
        return Stmt(
            form,
            (*args, self.expressions.condition(inner, 1)),
            (self.blocks.block(inner, 2, depth - 1),),
        )

    def holders(self, scope: Scope, depth: int) -> Stmt | None:
        """An array of structs that have a pointer first."""
        choice = self.blocks.chosen_regions(scope)
        if choice is None:
            return None
        regions, type = choice
        more, name, inner = self.scalar(), self.blocks.name("hd"), scope.inner()
        written = all(r.written for r in regions)
        (row, other), args = self.indices(scope, 2, 2)
        inner.places += [Place(f"(*{name}[({{0}}) % 2u].to)", type, written)] * 2
        inner.places.append(Place(f"{name}[({{0}}) % 2u].more", more, True))
        kind = f"{'' if written else 'const '}{type.name}*"
        form = (
            f"{{{{\n  struct Holder{name} {{{{ {kind} to; {more.name} more; }}}} {name}[2] = {{{{"
            f"{{{{{regions[0].pointer}, {{2}}}}}}, {{{{{regions[-1].pointer}, {{2}}}}}}}}}};\n"
            f"  {name}[{row}].to = {regions[-1].pointer};\n  {{B0}}\n"
            f"  if ({{3}}) std::swap({name}[0], {name}[{other}]); else {name}[{row}] = {name}[1];\n"
            f"  {{B1}}\n}}}}"
        )
        values = (*args, self.expressions.constant(more), self.expressions.condition(inner, 1))
        blocks = (self.blocks.block(inner, 2, depth - 1), self.blocks.block(inner, 2, 0))
        return Stmt(form, values, blocks)

    def nested_ranges(self, scope: Scope, depth: int) -> Stmt:
        """Loops over an array of structures with arrays of structures, by reference."""
        first, second, name = self.scalar(), self.scalar(), self.blocks.name("nr")
        (row, line, column), args = self.indices(scope, 3, 2, 2)
        inner = scope.inner()
        inner.in_loop = True
        inner.places += [
            Place(f"{name}c.v[({{0}}) % 3u]", first, True),
            Place(f"{name}c.w", second, True),
        ] * 2
        block = self.blocks.block(inner, 2, depth - 1)
        reached = f"{name}[{row}].a[{line}][{column}]"
        leave = self.rng.choice(("continue", "break"))
        scope.places.append(Place(f"{name}h", U64, True))
        form = (
            f"u64 {name}h = 5; {{{{\n  struct Leaf{name} {{{{ {first.name} v[3]; {second.name} w; }}}};\n"
            f"  struct Row{name} {{{{ Leaf{name} a[2][2]; {first.name} z; }}}} {name}[3];\n"
            f"  for (auto& r : {name}) for (auto& l : r.a) for (auto& c : l) {{{{\n"
            f"    for (i32 i = 0; i < 3; ++i) c.v[i] = {first.name}({{4}}); "
            f"c.w = {second.name}({{5}}); }}}}\n"
            f"  {reached}.v[1] = {first.name}({{3}});\n  {name}[2] = {name}[{row}];\n"
            f"  for (auto& {name}r : {name}) {{{{\n    if ({{6}}) {leave};\n"
            f"    for (auto& {name}l : {name}r.a) for (auto& {name}c : {name}l) {{B0}}\n  }}}}\n"
            f"  for (auto& r : {name}) for (auto& l : r.a) for (auto& c : l) {{{{\n"
            f"    for ({first.name} v : c.v) {name}h = mix({name}h, v);\n"
            f"    {name}h = mix({name}h, c.w); }}}}\n}}}}"
        )
        values = (
            self.value(first, scope, 1),
            self.expressions.constant(first),
            self.expressions.constant(second),
        )
        return Stmt(
            form, (*args, *values, self.expressions.condition(scope, 1)), (block,), declares=f"{name}h"
        )

    def compared_pointers(self, scope: Scope, depth: int) -> Stmt | None:
        """Two pointers into an array that come to meet, as searches and sorts have them."""
        able = [r for r in scope.regions if 2 < r.length < 17]
        if not able:
            return None
        region, name, inner = self.rng.choice(able), self.blocks.name("cp"), scope.inner()
        constant = "" if region.written else "const "
        inner.in_loop = True
        inner.places += [Place(f"(*{name}a)", region.type, region.written)] * 2
        scope.places.append(Place(name, I32, True))
        most = region.length
        block = self.blocks.block(inner, 2, depth - 1)
        form = (
            f"i32 {name} = 0;\n{{{{\n  {constant}{region.type.name} *{name}b = {region.pointer}, "
            f"*{name}a = {name}b;\n"
            f"  {constant}{region.type.name}* {name}e = {name}b + {most} - (i32)(({{0}}) % 3u);\n"
            f"  while ({name}a != {name}e) {{{{\n    {{B0}}\n"
            f"    if ({{1}}) --{name}e; else ++{name}a;\n    if ({name}e - {name}a < 2) break;\n  }}}}\n"
            f"  {name} = (i32)({name}e - {name}b) * 16 + (i32)({name}a - {name}b) "
            f"+ ({name}a < {name}e);\n}}}}"
        )
        if "continue" in str(block):  # the loop would not end
            form = form.replace("while (", f"for (i32 {name}n = 0; {name}n < 20 && ").replace(
                f"!= {name}e)", f"!= {name}e; ++{name}n)", 1
            )
        args = (self.expressions.index(scope, 1), self.expressions.condition(scope, 1))
        return Stmt(form, args, (block,), declares=name)

    def linked(self, scope: Scope, depth: int) -> Stmt:
        """Nodes with pointers to one another, followed as far as a value says."""
        type, name, count = self.scalar(), self.blocks.name("ln"), self.rng.choice((3, 5, 6))
        inner = scope.inner()
        inner.in_loop = True
        inner.places += [Place(f"{name}p->value", type, True)] * 3
        block = self.blocks.block(inner, 2, depth - 1)
        step = self.rng.randint(1, count - 1)
        scope.places.append(Place(f"{name}h", U64, True))
        form = (
            f"u64 {name}h = 9; {{{{\n  struct Node{name} {{{{ {type.name} value; Node{name}* next; }}}} "
            f"{name}[{count}];\n"
            f"  for (i32 i = 0; i < {count}; ++i) {{{{\n"
            f"    {name}[i].value = {type.name}({{0}}); "
            f"{name}[i].next = &{name}[(i * {step} + 1) % {count}]; }}}}\n"
            f"  {name}[({{1}}) % {count}u].next = &{name}[({{2}}) % {count}u];\n"
            f"  Node{name}* {name}p = {name};\n"
            f"  for (i32 {name}n = (i32)({{3}} & 15); {name}n > 0; "
            f"--{name}n, {name}p = {name}p->next) {{B0}}\n"
            f"  for (auto& each : {name}) {name}h = mix({name}h, each.value);\n"
            f"  {name}h = mix({name}h, (i32)({name}p - {name}));\n}}}}"
        )
        args = (self.value(type, scope, 1), *(self.expressions.index(scope, 1) for _ in range(3)))
        return Stmt(form, args, (block,), declares=f"{name}h")

    def beside(self, scope: Scope, depth: int) -> Stmt | None:
        """A stencil: the cells around the work-item's own, where there are such; else kept within bounds."""
        able = [
            p
            for p in scope.places
            if p.form.startswith("in") and p.form.endswith("]") and "[gid & " in p.form
        ]
        targets = self.simple(scope)
        if not able or not targets:
            return None
        place, target, by = self.rng.choice(able), self.rng.choice(targets), self.rng.randint(1, 3)
        array, most = place.form.split("[gid & ")[0], int(place.form.rpartition(" ")[2][:-1])
        kind = place.type.name
        inner = scope.inner()
        inner.places += [
            Place(f"{array}[gid - {by}]", place.type),
            Place(f"{array}[gid + {by}]", place.type),
        ] * 2
        outer = scope.inner()
        kept = (f"smaller(larger(gid - {by}, 0), {most})", f"larger(smaller(gid + {by}, {most}), 0)")
        outer.places += [Place(f"{array}[{index}]", place.type) for index in kept] * 2
        condition = self.rng.choice(
            (
                f"gid >= {by} && gid <= {most - by}",
                f"u32(gid - {by}) < {most + 1 - 2 * by}u",
                f"!(gid < {by} || gid + {by} > {most})",
            )
        )
        blocks = tuple(self.blocks.block(s, 2, depth - 1) for s in (inner, outer))
        sums = f"{target.form} = conv<{target.type.name}>(larger({kind}(0), {array}[gid & {most}]) );"
        end = f"\n{sums}" if not place.type.is_float else ""
        return Stmt(f"if ({condition}) {{B0}} else {{B1}}{end}", (), blocks)
