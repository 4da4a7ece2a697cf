"""Random statements of one work-item: assignments, branches, divergent loops, switches, pointers, calls."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from random_kernels.edges import Edges
from random_kernels.expressions import Expressions, Scope
from random_kernels.model import I32, SCALARS, U32, Block, Expr, Options, Place, Region, Scalar, Stmt

_INPUT = re.compile(r"(\w+)\[\(\{0\}\) & (\d+)\]")

SWIZZLES = ("xy", "yx", "zx", "yz", "wx", "zw", "zyx", "yzx", "xyw", "wzyx", "yxwz")


class Blocks:
    """Makes blocks of statements; names of what they declare are numbered."""

    def __init__(self, rng: random.Random, options: Options, expressions: Expressions | None = None) -> None:
        self.rng = rng
        self.options = options
        self.expressions = expressions or Expressions(rng, options)
        self.language = Edges(self)
        self.count = 0

    def name(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def block(self, scope: Scope, length: int, depth: int) -> Block:
        inner = scope.inner()
        made: list[Stmt] = []
        for _ in range(self.rng.randint(1, length)):
            made.append(self.statement(inner, depth))
        return tuple(made)

    def statement(self, scope: Scope, depth: int) -> Stmt:
        makers: list[tuple[float, Callable[[Scope, int], Stmt | None]]] = [
            (6.0, self.assignment),
            (1.5, self.compound),
            (1.5, self.declaration),
            (0.6, self.array),
            (0.5, self.bytes),
            (0.7, self.objects),
            (0.8, self.vectors),
            (0.8, self.call),
            (1.0, self.atomic),
            (0.5, self.chosen_assignment),
        ]
        if depth > 0:
            makers += [
                (1.6, self.branch),
                (1.2, self.loop),
                (0.7, self.switch),
                (1.2, self.pointer),
                (0.5, self.table),
                (0.6, self.short_circuit),
                (0.25, self.jumps),
                (0.7, self.strides),
            ]
        makers += self.language.makers(depth)
        if scope.in_loop:
            makers.append((0.5, self.leave_loop))
        if scope.can_return:
            makers.append((0.3, self.leave))
        while True:
            maker = self.rng.choices([m for _, m in makers], [w for w, _ in makers])[0]
            made = maker(scope, depth)
            if made is not None:
                return made

    def target(
        self, scope: Scope, scope_filter: Callable[[Place], bool] = lambda place: True
    ) -> Place | None:
        able = [p for p in scope.places if p.written and scope_filter(p)]
        return self.rng.choice(able) if able else None

    def index_of(self, place: Place, scope: Scope) -> tuple[Expr, ...]:
        return (self.expressions.index(scope, 2),) if place.indexed else ()

    def assignment(self, scope: Scope, depth: int) -> Stmt | None:
        place = self.target(scope)
        if place is None:
            return None
        depths = (1, 1, 2) if self.options.small else (1, 2, 2, 3)
        value = self.expressions.of(place.type, scope, self.rng.choice(depths))
        if not place.indexed:
            return Stmt(f"{place.form} = {{0}};", (value,))
        return Stmt(f"{place.form} = {{1}};", (*self.index_of(place, scope), value))

    def compound(self, scope: Scope, depth: int) -> Stmt | None:
        def able(place: Place) -> bool:
            type = place.type
            if type.is_float or place.cast:
                return type.is_float
            return type.name not in ("u16",) and (self.options.wraps or type.kind == "u" or type.bits < 32)

        place = self.target(scope, able)
        if place is None:
            return None
        value = self.expressions.of(place.type, scope, 2)
        index = self.index_of(place, scope)
        operation = self.rng.choice("+-*")
        if not place.type.is_float and self.rng.random() < 0.3:
            operation = self.rng.choice("&|^")
        return Stmt(f"{place.form} {operation}= {{{len(index)}}};", (*index, value))

    def simple_target(self, scope: Scope) -> Place | None:
        return self.target(scope, lambda place: not place.indexed and not place.cast)

    def chosen_assignment(self, scope: Scope, depth: int) -> Stmt | None:
        """An assignment within the operand of ?:, which is not evaluated in any case."""
        inner = self.simple_target(scope)
        if inner is None:
            return None
        outer = self.target(scope, lambda p: p.type == inner.type and p != inner and not p.indexed)
        if outer is None:
            return None
        yes, no = (self.expressions.of(inner.type, scope, 1) for _ in range(2))
        form = f"{outer.form} = {{0}} ? ({inner.form} = {{1}}) : {{2}};"
        return Stmt(form, (self.expressions.condition(scope, 1), yes, no))

    def short_circuit(self, scope: Scope, depth: int) -> Stmt | None:
        """A condition whose second part has an effect."""
        place = self.simple_target(scope)
        if place is None:
            return None
        first, last = (self.expressions.condition(scope, 1) for _ in range(2))
        value = self.expressions.of(place.type, scope, 1)
        form = f"if ({{0}} {self.rng.choice(('&&', '||'))} (({place.form} = {{1}}), {{2}})) {{B0}}"
        return Stmt(form, (first, value, last), (self.block(scope, 2, depth - 1),))

    def jumps(self, scope: Scope, depth: int) -> Stmt:
        """A loop with two entries."""
        counter, inner = self.name("c"), scope.inner()
        inner.places.append(Place(counter, I32))
        form = (
            f"{{{{\n  i32 {counter} = (i32)({{0}} & 3) + 1;\n  if ({{1}}) goto middle{counter};\n"
            f"first{counter}:\n  {{B0}}\nmiddle{counter}:\n  {{B1}}\n"
            f"  if (--{counter} > 0) goto first{counter};\n}}}}"
        )
        args = (self.expressions.of(U32, scope, 1), self.expressions.condition(scope, 1))
        return Stmt(form, args, (self.block(inner, 2, depth - 1), self.block(inner, 2, depth - 1)))

    def declaration(self, scope: Scope, depth: int) -> Stmt:
        type, name = self.expressions.scalar(), self.name("x")
        value = self.expressions.of(type, scope, 3)
        scope.places.append(Place(name, type, True))
        scope.regions.append(Region(f"&{name}", type, 1, True))
        return Stmt(f"{type.name} {name} = {{0}};", (value,), declares=name)

    def array(self, scope: Scope, depth: int) -> Stmt:
        type, name, length = self.expressions.scalar(), self.name("y"), self.rng.choice((2, 3, 4, 8))
        first, second = (self.expressions.of(type, scope, 2) for _ in range(2))
        scope.places.append(Place(f"{name}[({{0}}) % {length}]", type, True))
        scope.regions.append(Region(name, type, length, True))
        return Stmt(f"{type.name} {name}[{length}] = {{{{{{0}}, {{1}}}}}};", (first, second), declares=name)

    def bytes(self, scope: Scope, depth: int) -> Stmt:
        """A value as its bytes, one of them changed, and back: what unions are used for."""
        types = ("u32", "u64", "i32", "i16", "f32", "f64")
        type, name = SCALARS[self.rng.choice(types)], self.name("z")
        value = self.expressions.of(type, scope, 2)
        source = f"bits({value})" if type.is_float else str(value)
        word = SCALARS[f"u{type.bits}"].name if type.is_float else type.name
        size = type.bits // 8
        scope.places.append(Place(name, SCALARS[word], True))
        scope.regions.append(Region(f"&{name}", SCALARS[word], 1, True))
        form = (
            f"{word} {name} = {{0}};\n{{{{\n  u8 raw[{size}];\n  std::memcpy(raw, &{name}, {size});\n"
            f"  raw[({{1}}) % {size}] ^= (u8){{2}};\n  std::memcpy(&{name}, raw, {size});\n}}}}"
        )
        changed = self.expressions.of(SCALARS["u8"], scope, 1)
        value = Expr(source.replace("{", "{{").replace("}", "}}"), SCALARS[word])
        return Stmt(form, (value, self.expressions.index(scope, 1), changed), declares=name)

    def objects(self, scope: Scope, depth: int) -> Stmt | None:
        targets = [o for o in scope.objects if o.written]
        if not targets:
            return None
        target = self.rng.choice(targets)
        same = [o for o in scope.objects if o.struct == target.struct]
        choice = self.rng.random()
        place = (self.expressions.index(scope, 1),) if "{0}" in target.form else ()
        if choice < 0.5:
            source = self.rng.choice(same)
            form = source.form.replace("{0}", f"{{{len(place)}}}")
            args = (self.expressions.index(scope, 1),) if "{0}" in source.form else ()
            return Stmt(f"{target.form} = {form};", (*place, *args))
        value = self.expressions.of(I32, scope, 2)
        hole = f"{{{len(place)}}}"
        if choice < 0.8 or place:
            return Stmt(f"{target.form}.step({hole});", (*place, value))
        return Stmt(f"{target.form} = stepped({target.form}, {hole});", (*place, value))

    def vectors(self, scope: Scope, depth: int) -> Stmt | None:
        targets = [v for v in scope.vectors if v.written]
        if not targets:
            return None
        target = self.rng.choice(targets)
        other = self.rng.choice(
            [v for v in scope.vectors if (v.type, v.lanes) == (target.type, target.lanes)]
        )
        operations = "+-*" if target.type.is_float else "+-*&|^"
        kind = f"vec<{target.type.name}, {target.lanes}>"
        value = self.expressions.of(target.type, scope, 2)
        choice = self.rng.random()
        if choice < 0.4:
            return Stmt(f"{target.name} = {target.name} {self.rng.choice(operations)} {other.name};")
        if choice < 0.6:
            return Stmt(f"{target.name} {self.rng.choice(operations)}= {kind}({{0}});", (value,))
        if choice < 0.85:
            able = [s for s in SWIZZLES if set(s) <= set("xyzw"[: target.lanes])]
            lanes = self.rng.choice(able)
            wanted = self.rng.choice([s for s in able if len(s) == len(lanes)])
            part = f"vec<{target.type.name}, {len(lanes)}>"
            given = self.rng.choice((f"{part}(SWIZZLED({other.name}, {wanted}))", f"{part}({{0}})"))
            args = (value,) if "{0}" in given else ()
            return Stmt(f"SET_SWIZZLED({target.name}, {lanes}, ({given}));", args)
        lane = "xyzw"[self.rng.randrange(target.lanes)]
        return Stmt(f"{target.name}.{lane} = {{0}};", (value,))

    def call(self, scope: Scope, depth: int) -> Stmt | None:
        able = [f for f in scope.functions if (f.pointer or f.object) and self.expressions.can_call(f, scope)]
        if not able:
            return None
        call = self.expressions.call(self.rng.choice(able), scope, 2)
        return Stmt(call.form + ";", call.args)

    def atomic(self, scope: Scope, depth: int) -> Stmt | None:
        if not scope.atomics:
            return None
        form, args = self.rng.choice(scope.atomics)(self.expressions, scope)
        return Stmt(form, args)

    def branch(self, scope: Scope, depth: int) -> Stmt:
        condition = self.edge(scope) or self.expressions.condition(scope, 2)
        yes = self.block(scope, 2, depth - 1)
        if self.rng.random() < 0.4:
            return Stmt("if ({0}) {B0}", (condition,), (yes,))
        return Stmt("if ({0}) {B0} else {B1}", (condition,), (yes, self.block(scope, 2, depth - 1)))

    def edge(self, scope: Scope) -> Expr | None:
        """A question about ids and numbers near them, which most work-items answer alike; at times None."""
        rng = self.rng
        ids = [place.form for place in scope.places if place.form in ("gid", "lid", "g0", "g1", "l0")]
        if not ids or rng.random() < 0.7:
            return None
        asked = []
        for _ in range(rng.randint(1, 2)):
            sign, factor, kind = (
                rng.choice("+-"),
                rng.choice((1, 1, 1, 2, 3)),
                rng.choice(("i32", "i32", "u32")),
            )
            number = f"{kind}({rng.choice(ids)}) * {kind}({factor}) {sign} {kind}({rng.randint(0, 9)})"
            relation = rng.choice(("<", "<=", ">", ">=", "==", "!="))
            asked.append(f"{number} {relation} {kind}({rng.choice((0, 1, 2, 5, 15, 31, 32, 60, 100))})")
        return Expr(f"({rng.choice((' && ', ' || ')).join(asked)})", I32, ())

    def loop(self, scope: Scope, depth: int) -> Stmt:
        """At most 7 rounds, as many as a value of the work-item says."""
        counter, inner = self.name("c"), scope.inner()
        inner.in_loop = True
        inner.places.append(Place(counter, I32))
        bound = self.expressions.of(self.rng.choice((I32, U32)), scope, 2)
        most = self.rng.choice((1, 3, 3, 7))
        form = self.rng.choice(
            (
                f"for (i32 {counter} = 0; {counter} < (i32)({{0}} & {most}); ++{counter}) {{B0}}",
                f"for (i32 {counter} = (i32)({{0}} & {most}); {counter} > 0; --{counter}) {{B0}}",
                f"for (i32 {counter} = 0, end{counter} = (i32)({{0}} & {most}); {counter} <= end{counter}; "
                f"{counter} += 2) {{B0}}",
                f"{{{{\n  i32 {counter} = (i32)({{0}} & {most});\n  while ({counter}-- > 0) {{B0}}\n}}}}",
                f"{{{{\n  i32 {counter} = (i32)({{0}} & {most}) + 1;\n"
                f"  do {{B0}} while (--{counter} > 0);\n}}}}",
            )
        )
        if form.startswith("for") and "{0}" in form.split(";")[1]:
            # The bound is evaluated in each round: it must not move with the loop's own effects.
            form = f"{{{{\n  const i32 end{counter} = (i32)({{0}} & {most});\n  " + form.replace(
                f"(i32)({{0}} & {most})", f"end{counter}"
            )
            form += "\n}}"
        return Stmt(form, (bound,), (self.block(inner, 2, depth - 1),))

    def strides(self, scope: Scope, depth: int) -> Stmt | None:
        """A loop through an input from the work-item's own cell on, in steps that are the same for all."""
        inputs = [found for p in scope.places if not p.written and (found := _INPUT.fullmatch(p.form))]
        if not inputs or not any(p.form == "gid" for p in scope.places):
            return None
        name, last = self.rng.choice(inputs).groups()
        place = next(p for p in scope.places if p.form.startswith(f"{name}["))
        counter, inner, cells = self.name("c"), scope.inner(), int(last) + 1
        kind = self.rng.choice((I32, I32, U32))
        inner.in_loop = True
        inner.places += [Place(counter, kind), *[Place(f"{name}[{counter}]", place.type)] * 3]
        step = self.rng.choice((cells // 4 + 1, cells // 3 + 3, cells // 2 + 8))
        also = f" && {name}[{counter}] != {{0}}" if self.rng.random() < 0.3 else ""
        form = (
            f"for ({kind.name} {counter} = gid & {last}; {counter} < ({kind.name}){cells}{also}; "
            f"{counter} += {step}) {{B0}}"
        )
        args = (self.expressions.of(place.type, scope, 0),) if also else ()
        return Stmt(form, args, (self.block(inner, 2, depth - 1),))

    def switch(self, scope: Scope, depth: int) -> Stmt:
        count = self.rng.randint(2, 5)
        value = self.expressions.of(self.rng.choice((I32, U32, SCALARS["u8"])), scope, 2)
        mask = 7 if count > 3 else 3
        lines, blocks = [f"switch ({{0}} & {mask}) {{{{"], []
        labels = self.rng.sample(range(mask + 1), count)
        for number, label in enumerate(labels):
            head = "default" if number == count - 1 and self.rng.random() < 0.7 else f"case {label}"
            end = " break;" if number == count - 1 or self.rng.random() < 0.7 else ""
            lines.append(f"  {head}: {{B{number}}}{end}")
            blocks.append(self.block(scope, 2, depth - 1))
        return Stmt("\n".join((*lines, "}}")), (value,), tuple(blocks))

    def pointer(self, scope: Scope, depth: int) -> Stmt | None:
        """A pointer that is chosen at run time, between private, group and global memory."""
        choice = self.chosen_regions(scope)
        if choice is None:
            return None
        regions, type = choice
        name, inner = self.name("q"), scope.inner()
        written = all(r.written for r in regions)
        length = min(r.length for r in regions)
        inner.places += [Place(f"{name}[({{0}}) % {length}]", type, written)] * 3
        inner.regions.append(Region(name, type, length, written))
        constant = "" if written else "const "
        chain, args = regions[-1].pointer, []
        for region in regions[:-1]:
            chain = f"{{{len(args)}}} ? {region.pointer} : ({chain})"
            args.append(self.expressions.condition(scope, 1))
        form = f"{{{{\n  {constant}{type.name}* {name} = {chain};\n  {{B0}}\n}}}}"
        block = self.block(inner, 4, depth - 1)
        if self.rng.random() < 0.3:
            moved = f"if ({{0}}) {name} = {self.rng.choice(regions).pointer};"
            step = Stmt(moved, (self.expressions.condition(inner, 1),))
            block = (*block[:1], step, *block[1:], *self.block(inner, 2, 0))
        return Stmt(form, tuple(args), (block,))

    def chosen_regions(self, scope: Scope) -> tuple[list[Region], Scalar] | None:
        if not scope.regions:
            return None
        type = self.rng.choice(scope.regions).type
        same = list({r.pointer: r for r in scope.regions if r.type == type}.values())
        if self.rng.random() < 0.7:
            same = [r for r in same if r.written]
        if len(same) < 2:
            return None
        return self.rng.sample(same, min(len(same), self.rng.choice((2, 2, 3)))), type

    def table(self, scope: Scope, depth: int) -> Stmt | None:
        """Pointers in an array."""
        choice = self.chosen_regions(scope)
        if choice is None:
            return None
        regions, type = choice
        name, inner = self.name("r"), scope.inner()
        written = all(r.written for r in regions)
        length = min(r.length for r in regions)
        rows = [p for p in scope.places if not p.indexed and not p.type.is_float and not p.cast]
        if not rows:
            return None
        row = self.rng.choice(rows)
        at = f"{name}[(u32)({row.form}) % {len(regions)}]"
        inner.places.append(Place(f"{at}[({{0}}) % {length}]", type, written))
        inner.regions.append(Region(at, type, length, written))
        constant = "" if written else "const "
        pointers = ", ".join(r.pointer for r in regions)
        form = f"{{{{\n  {constant}{type.name}* {name}[] = {{{{{pointers}}}}};\n  {{B0}}\n}}}}"
        return Stmt(form, (), (self.block(inner, 3, depth - 1),))

    def leave_loop(self, scope: Scope, depth: int) -> Stmt:
        word = self.rng.choice(("break", "continue"))
        return Stmt(f"if ({{0}}) {word};", (self.expressions.condition(scope, 1),))

    def leave(self, scope: Scope, depth: int) -> Stmt:
        form, args = scope.can_return, ()
        condition = self.expressions.condition(scope, 1)
        return Stmt(f"if ({{0}}) {form}", (condition, *args))
