"""Random statements about classes and places: several bases, pointers to members, rows of structs,
negative indices, tables outside of functions.

All that a statement needs it declares itself, so that the shrinker can take it away.
"""

from __future__ import annotations

from dataclasses import replace

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import SCALARS, U32, U64, Place, Region, Stmt
from random_kernels.standard import Standard

_TABLES = (
    ("primes[({0}) % 11u]", "u32"),
    ("steps[({0}) % 2u][({1}) % 3u]", "i64"),
    ("entries[({0}) % 3u].value", "i32"),
    ("entries[({0}) % 3u].weight", "f64"),
    ("entries[({0}) % 3u].more[({1}) % 3u]", "u16"),
    ("(u8)kinds[({0}) % 4u]", "u8"),
    ("Tables::scales[({0}) % 4u]", "f32"),
    ("Tables::small[({0}) % 5u]", "u8"),
    ("squares.values[({0}) % 20u]", "u16"),
)


class Objects(Standard):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        made = [
            *super().makers(depth),
            (0.3, self.global_table),
            (0.2, self.function_objects),
            (0.15, self.member_pointers),
            (0.15, self.cleared),
        ]
        if depth > 0:
            made += [(0.25, self.bases), (0.25, self.rows_of_objects), (0.3, self.middle)]
        return made

    def global_table(self, scope: Scope, depth: int) -> Stmt:
        form, type_name = self.rng.choice(_TABLES)
        type, name = SCALARS[type_name], self.blocks.name("gt")
        values = (self.value(U32, scope, 1), self.value(U32, scope, 1))
        scope.places.append(Place(name, type, True))
        if self.rng.random() < 0.3 and "primes" in form:
            text = f"const u32* at = primes + {{0}} % 8u;\nu32 {name} = *at++;\n{name} ^= at[2] + *at;"
            return Stmt(text, values[:1], declares=name)
        return Stmt(f"{type.name} {name} = {form};", values, declares=name)

    def function_objects(self, scope: Scope, depth: int) -> Stmt:
        type, name = self.rng.choice((U32, U64, SCALARS["f32"])), self.blocks.name("fn")
        t = type.name
        form = self.rng.choice(
            (
                f"called_with(Scaled<{t}>({{0}}), {{1}})",
                f"called_with([](auto a, const auto& b) {{{{ return a + b; }}}}, {t}({{0}}), {t}({{1}}))",
                f"(Folded<{t}, larger<{t}>>{{{{{{0}}}}}} << {{1}} << {t}(3)).so_far",
                f"twice_applied(Scaled<{t}>({{0}}), {t}({{1}}))",
                f"called_with([by = {t}({{0}})]({t} a) mutable {{{{ return by = by * a; }}}}, {t}({{1}}))",
                f"std::invoke(std::plus<{t}>(), {t}({{0}}), {t}({{1}}))",
            )
        )
        values = (self.value(type, scope, 1), self.value(type, scope, 1))
        scope.places.append(Place(name, type, True))
        return Stmt(f"{t} {name} = {form};", values, declares=name)

    def member_pointers(self, scope: Scope, depth: int) -> Stmt:
        type, name = self.scalar(), self.blocks.name("mp")
        values = (
            *(self.value(type, scope, 1) for _ in range(2)),
            self.expressions.condition(scope, 1),
        )
        scope.places.append(Place(name, U64, True))
        t = type.name
        form = (
            f"u64 {name}; {{{{\n  struct Parts {{{{\n    u8 a;\n    {t} b, c;\n"
            f"    u64 all() const {{{{ return mix(mix(1, b), c) + a; }}}}\n"
            f"  }}}} one = {{{{3, {{0}}, {{1}}}}}}, *const to{name} = &one;\n"
            f"  {t} Parts::*which = {{2}} ? &Parts::b : &Parts::c;\n  {t} Parts::*const other = &Parts::c;\n"
            f"  to{name}->*which = to{name}->*other;\n  one.a += which == other;\n"
            f"  {name} = asked<Parts, &Parts::all>(*to{name});\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def cleared(self, scope: Scope, depth: int) -> Stmt | None:
        """Structs as bytes: set, copied in part, and read."""
        first, second, name = (
            self.scalar(),
            self.rng.choice(self.expressions.integers),
            self.blocks.name("cb"),
        )
        values = (self.value(first, scope, 1), self.value(second, scope, 1), self.value(U32, scope, 1))
        scope.places.append(Place(name, U64, True))
        byte = self.rng.choice(("0", "0", "255", "17"))
        form = (
            f"u64 {name}; {{{{\n  struct Record {{{{ {first.name} a; {second.name} b[3]; u8 c; }}}};\n"
            f"  Record one, all[3];\n  std::memset(&one, 0, sizeof one);\n"
            f"  std::memset(all, {byte}, sizeof all);\n"
            f"  one.a = {{0}}, one.b[1] = {{1}}, one.c = 9;\n"
            f"  std::memcpy(&all[{{2}} % 3u], &one, sizeof one);\n"
            f"  std::memcpy(&all[1].b[1], &one.b[0], sizeof one.b[0] * 2);\n"
            f"  {name} = 1;\n"
            f"  for (const Record& r : all) {name} = mix(mix(mix({name}, r.b[1]), r.b[2]), r.c);\n"
            f"  {name} = mix({name}, all[{{2}} % 3u].a);\n}}}}"
        )
        return Stmt(form, values, declares=name)

    def bases(self, scope: Scope, depth: int) -> Stmt:
        """A class with four bases, two of them empty; parts of it are copied and changed through them."""
        first, second, name, inner = self.scalar(), self.scalar(), self.blocks.name("ba"), scope.inner()
        t, u = first.name, second.name
        inner.places += [
            Place(f"{name}.left", first, True),
            Place(f"{name}.right", second, True),
            Place(f"{name}.cells[({{0}}) % 3u]", second, True),
            Place(f"{name}r.right", second, True),
            Place(f"{name}.own", SCALARS["i16"], True),
        ]
        inner.regions.append(Region(f"{name}r.cells", second, 3, True))
        result = self.blocks.name("x")
        scope.places.append(Place(result, U64, True))
        form = (
            f"u64 {result} = 0; {{{{\n  Both<{t}, {u}> {name} = {{{{}}}};\n  Right<{u}>& {name}r = {name};\n"
            f"  {name}.left = {{0}};\n  {{B0}}\n  Both<{t}, {u}> copy = {name};\n"
            f"  static_cast<Left<{t}>&>(copy) = Left<{t}>{{{{{{1}}}}}};\n"
            f"  {result} = copy.all() * 3 + asked<Both<{t}, {u}>, &Both<{t}, {u}>::all>({name});\n}}}}"
        )
        values = (self.value(first, scope, 1), self.value(first, scope, 1))
        return Stmt(form, values, (self.blocks.block(inner, 3, depth - 1),), declares=result)

    def rows_of_objects(self, scope: Scope, depth: int) -> Stmt | None:
        """An array of arrays of structs."""
        if not scope.objects:
            return None
        from_ = self.rng.choice(scope.objects)
        struct, name, inner = from_.struct, self.blocks.name("ro"), scope.inner()
        rows, columns = self.rng.choice(((2, 2), (2, 3), (3, 2)))
        at = f"{name}[({{0}}) % {rows}u][1]"
        inner.objects += [replace(from_, form=at, written=True)] * 2
        for member in struct.members:
            if member.indexed:
                form = member.form.replace("{object}", f"{name}[1][0]")
                inner.places.append(Place(form, member.type, True, member.cast))
            else:
                form = member.form.replace("{object}", at)
                inner.places.append(Place(form, member.type, True, member.cast))
        form = (
            f"{{{{\n  {struct.name} {name}[{rows}][{columns}];\n"
            f"  for (i32 i = 0; i < {rows * columns}; ++i)\n"
            f"    {name}[i / {columns}][i % {columns}] = make_{struct.name}(i);\n"
            f"  {{B0}}\n  {struct.name}(&row)[{columns}] = {name}[1];\n  {name}[0][0] = row[1];\n"
        )
        alike = [o.form for o in scope.objects if o.struct == struct and o.written and "{0}" not in o.form]
        form += (f"  {alike[0]} = {name}[0][0];\n" if alike else "") + "}}"
        return Stmt(form, (), (self.blocks.block(inner, 3, depth - 1),))

    def middle(self, scope: Scope, depth: int) -> Stmt | None:
        """A pointer into an array, with indices of both signs and differences of pointers."""
        able = [r for r in scope.regions if r.length >= 3]
        if not able:
            return None
        region, name, inner = self.rng.choice(able), self.blocks.name("mi"), scope.inner()
        length = min(region.length, 9)
        half = length // 2
        constant = "" if region.written else "const "
        kind = f"{constant}{region.type.name}*"
        inner.places += [
            Place(f"{name}[(i32)(({{0}}) % {length}u) - {half}]", region.type, region.written),
            Place(f"{name}[-1]", region.type, region.written),
            Place(f"(*({name} - {half}))", region.type, region.written),
            Place(f"*({name}e - 1 - ({{0}}) % {length}u)", region.type, region.written),
        ] * 2
        place = f"(i64)({name}e - {name})"
        inner.places.append(Place(place, SCALARS["i64"]))
        form = (
            f"{{{{\n  {kind} {name} = {region.pointer} + {half};\n"
            f"  {kind} const {name}e = &{name}[{length - half}];\n"
            f"  if ({{0}} && {name} - ({region.pointer}) == {half}) --{name}, ++{name};\n  {{B0}}\n}}}}"
        )
        return Stmt(form, (self.expressions.condition(scope, 1),), (self.blocks.block(inner, 3, depth - 1),))
