"""Random expressions and statements over rows of numbers, as text: what loops consist of that are vectorised.

None has undefined behaviour: sums are computed without a sign where they could overflow; each index is in its
row for a counter `i` from MARGIN to `n + MARGIN - 1`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from random_kernels.expressions import COMPARISONS
from random_kernels.model import Scalar

MARGIN = 4  # cells before and after those that a loop goes through


@dataclass(frozen=True)
class Row:
    """Cells of one type; `length` is text."""

    name: str
    type: Scalar
    length: str
    written: bool = True
    kind: str = "near"  # near: n + 2 * MARGIN cells; wide: twice as many; given: exactly n


def largest(type: Scalar) -> int:
    return (1 << (type.bits - (type.kind == "s"))) - 1


class RowWords:
    """Makes the texts for some rows; `sums` are variables that loops add to."""

    def __init__(self, rng: random.Random, rows: Sequence[Row], sums: Sequence[Row]) -> None:
        self.rng = rng
        self.rows, self.sums = rows, sums
        self.named: list[tuple[str, Scalar]] = []  # what is declared in a loop's body, and its counters

    def cell(self, row: Row) -> str:
        """A cell near the counter's, or far from it."""
        rng = self.rng
        if row.kind == "given":
            places = ("i - 4", "i - 4", "n + 3 - i", "(i * 3u) % n", "w % n")
        elif row.kind == "wide":
            places = ("i * 2", "2 * i + 1", "i * 2 - 7", "2 * n + 15 - i", "i + n", "i")
        else:
            places = (
                *("i", "i", "i", f"i + {rng.randint(1, 3)}", f"i - {rng.randint(1, 4)}", "n + 7 - i"),
                *("i ^ 1", "i / 2", "i & 3", f"(i * {rng.choice((3, 5, 7))}u) % (n + 8)", "w % n", "3"),
            )
        return f"{row.name}[{rng.choice(places)}]"

    def converted(self, text: str, source: Scalar, type: Scalar) -> str:
        if source == type:
            return text
        is_plain = not source.is_float and not (type.is_float and type.bits == 16)
        return f"({type.name}){text}" if is_plain else f"conv<{type.name}>({text})"

    def leaf(self, type: Scalar) -> str:
        rng, choice = self.rng, self.rng.random()
        if choice < 0.15:
            if type.is_float:
                return f"({type.name}){rng.choice((0.5, 3.0, -1.25, 100.0))}f"
            return f"({type.name}){rng.choice((0, 1, 2, 3, 7, 85, 100, 127))}"
        if self.named and (choice < 0.3 or not self.rows):
            same_named = [one for one in self.named if one[1] == type]
            if same_named and not self.rows and choice < 0.6:
                return rng.choice(same_named)[0]
            name, own = rng.choice(self.named)
            return self.converted(name, own, type)
        if choice < 0.4:
            return f"conv<{type.name}>({rng.choice(('w', 'w >> 5', 'w & 15', 'w >> 24'))})"
        same = [row for row in self.rows if row.type == type]
        row = rng.choice(same if same and rng.random() < 0.6 else list(self.rows))
        return self.converted(self.cell(row), row.type, type)

    def of(self, type: Scalar, depth: int) -> str:
        if depth <= 0 or self.rng.random() < 0.15:
            return self.leaf(type)
        if self.rng.random() < 0.12:
            return f"({self.condition(depth - 1)} ? {self.of(type, depth - 1)} : {self.of(type, depth - 1)})"
        x, y = self.of(type, depth - 1), self.of(type, depth - 1)
        form = self.rng.choice(self.real_forms(type) if type.is_float else self.integer_forms(type))
        return form.format(x=x, y=y, t=type.name)

    def real_forms(self, type: Scalar) -> tuple[str, ...]:
        made: tuple[str, ...] = (
            *("({t})({x} + {y})", "({t})({x} - {y})", "({t})({x} * {y})", "({t})({x} * {y} + {x})"),
            *("({x} < {y} ? {x} : {y})", "({x} > {y} ? {x} : {y})", "({x} >= {y} ? {y} : {x})", "(-({x}))"),
        )
        if type.bits > 16:
            made += (
                "m_fabs({x})",
                "m_fmin({x}, {y})",
                "m_fmax({x}, {y})",
                "({t})({x} / {y})",
                "m_floor({x})",
            )
        return made

    def integer_forms(self, type: Scalar) -> tuple[str, ...]:
        rng = self.rng
        c = "u64" if type.bits == 64 else "u32"
        by = rng.choice((2, 3, 5, 7, 8, 10, 16, 25, 60, 100, 127))
        few = rng.randrange(1, type.bits - 1)
        made: tuple[str, ...] = (
            *(f"({{t}})(({c}){{x}} {o} ({c}){{y}})" for o in "++--**"),
            *(f"({{t}})({{x}} {o} {{y}})" for o in "&|^"),
            *(f"({{t}})(({c}){{x}} << {few})", f"({{t}})({{x}} >> {few})", "({t})~{x}"),
            f"({{t}})({{x}} >> ({{y}} & {type.bits - 1}))",
            f"({{t}})(({c}){{x}} << ({{y}} & {type.bits - 1}))",
            *(f"({{t}})({{x}} / ({{t}}){by})", f"({{t}})({{x}} % ({{t}}){by})"),
            *("({x} < {y} ? {x} : {y})", "({x} > {y} ? {x} : {y})", "std::max<{t}>({x}, {y})"),
            f"({{t}})({{x}} > {{y}} ? ({c}){{x}} - ({c}){{y}} : ({c}){{y}} - ({c}){{x}})",
            *("({t})({x} == {y})", "({t})-(i32)({x} < {y})", f"({{t}})__builtin_popcountll(({c}){{x}})"),
            f"({{t}})(({c}){{x}} >> {few} | ({c}){{x}} << {type.bits - few})",
        )
        if type.bits < 32:
            most, least = largest(type), 0 if type.kind == "u" else -largest(type) - 1
            made += (
                f"({{t}})std::min<i32>((i32){{x}} + (i32){{y}}, {most})",
                f"({{t}})std::max<i32>((i32){{x}} - (i32){{y}}, {least})",
                f"({{t}})std::max(std::min((i32){{x}} * 3 - (i32){{y}}, {most}), {least})",
                "({t})(((i32){x} + (i32){y} + 1) >> 1)",
                f"({{t}})((i64){{x}} * (i64){{y}} >> {type.bits})",
                "({t})({x} / ((i32){y} | 1))",
            )
        if type.bits == 32:
            wide = "i64" if type.kind == "s" else "u64"
            made += (
                f"({{t}})(({wide}){{x}} * ({wide}){{y}} >> 32)",
                f"({{t}})((({wide}){{x}} + ({wide}){{y}} + 1) >> 1)",
                f"({{t}})std::min<i64>((i64){{x}} + (i64){{y}}, {largest(type)})",
            )
        if type.kind == "u" and type.bits > 16:
            made += ("({x} / ({y} | 1u))", "({x} % ({y} | 1u))")
        return made

    def condition(self, depth: int) -> str:
        rng = self.rng
        if depth > 0 and rng.random() < 0.2:
            return f"({self.condition(depth - 1)} {rng.choice(('&&', '||'))} {self.condition(depth - 1)})"
        if self.rows and rng.random() < 0.15:
            return rng.choice(("(i & 1)", "(i % 3u == 1)", "(w >> (i & 31) & 1)", "(i > (i32)(w & 15))"))
        type = rng.choice([row.type for row in self.rows] or [own for _, own in self.named])
        return f"({self.leaf(type)} {rng.choice(COMPARISONS)} {self.of(type, depth - 1)})"

    # Statements

    def store(self) -> str:
        row = self.rng.choice([row for row in self.rows if row.written])
        cell, value = self.cell(row), self.of(row.type, 2)
        if self.rng.random() < 0.15 and (row.type.is_float or row.type.kind == "u") and row.type.bits > 16:
            return f"{cell} {self.rng.choice('+-*')}= {value};"
        return f"{cell} = {value};"

    def assignment(self, depth: int) -> str:
        """To a variable."""
        name, type = self.rng.choice(self.named)
        return f"{name} = {self.of(type, depth + 1)};"

    def summed(self) -> str:
        """A variable that each round changes, as sums do, products, extremes and their places."""
        rng, row = self.rng, self.rng.choice(self.sums)
        r, t, value = row.name, row.type.name, self.of(row.type, 2)
        c = "u64" if row.type.bits == 64 else "u32"
        if row.type.is_float:
            forms: tuple[str, ...] = (f"{r} = ({t})({r} + {{v}});", f"{r} = ({t})({r} - {{v}});")
        else:
            forms = tuple(f"{r} = ({t})(({c}){r} {o} ({c}){{v}});" for o in "++-*") + tuple(
                f"{r} = ({t})({r} {o} {{v}});" for o in "&|^"
            )
            forms += (f"{r} = ({t})(({c}){r} + {self.condition(1)});", f"if ({self.condition(1)}) {forms[0]}")
        forms += (
            f"{r} = {r} < {{v}} ? {{v}} : {r};",
            f"{r} = {{v}} < {r} ? {{v}} : {r};",
            f"if ({{v}} > {r}) {r} = {{v}}, at = (i32)i;",
            f"if ({{v}} <= {r}) {r} = {{v}}, at = (i32)i;",
            f"if ({self.condition(1)}) at = (i32)i;",
        )
        return rng.choice(forms).replace("{v}", value)

    def change(self) -> str:
        return self.summed() if self.sums and self.rng.random() < 0.35 else self.store()

    def statement(self, depth: int) -> str:
        rng, choice = self.rng, self.rng.random()
        if choice < 0.5 or depth == 0:
            return self.change()
        if choice < 0.62:
            return f"if ({self.condition(1)}) {self.change()}"
        if choice < 0.72:
            return f"if ({self.condition(1)}) {{ {self.change()} }} else {{ {self.statement(depth - 1)} }}"
        if choice < 0.78:
            first, second, third = (self.change() for _ in range(3))
            fall = rng.choice((" break;", ""))
            at = rng.choice(("i & 3", "(u32)i % 3u", "w >> (i & 15) & 3"))
            return f"switch ({at}) {{ case 0: {first}{fall} case 2: {second} break; default: {third} }}"
        if choice < 0.86:
            same = [row for row in self.rows if row.written]
            row = rng.choice(same)
            others = [other for other in same if other.type == row.type]
            first, second = self.cell(row), self.cell(rng.choice(others))
            return f"{{ const {row.type.name} one = {first}; {first} = {second}; {second} = one; }}"
        if choice < 0.92:
            return f"if ({self.condition(1)}) {rng.choice(('break', 'continue'))};"
        return f"for (i32 k = 0; k < {rng.choice((2, 3, 4, '(i32)(w & 3)'))}; ++k) {self.change()}"
