"""Random loops over rows of numbers, which compilers turn into vectors or find recurrences in.

Up to three rows of several types, private or somebody else's memory. Cells side by side, in steps, backwards,
by indices that are data. Conditions, reductions of all kinds, values that later rounds need, counters of all
types.
"""

from __future__ import annotations

from random_kernels.expressions import Scope
from random_kernels.language import Maker
from random_kernels.model import SCALARS, U32, U64, Place, Region, Scalar, Stmt
from random_kernels.row_words import Row, RowWords
from random_kernels.ways import Ways

_HEADS = (
    # {e}: the end, n + 4 or what a value says, at least 4; {s}: a step.
    "for (i32 i = 4; i < {e}; ++i)",
    "for (i32 i = 4; i < {e}; ++i)",
    "for (i32 i = {e} - 1; i >= 4; --i)",
    "for (i32 i = 4; i < {e}; i += {s})",
    "for (i32 i = {e} - 1; i > 3; i -= {s})",
    "for (u32 i = 4; i != (u32)({e}); ++i)",
    "for (u32 i = (u32)({e}); i-- > 4u;)",
    "for (u64 i = 4; i < (u64)({e}); i += {s})",
    "for (i64 i = 4, end = {e}; i < end; ++i)",
    "for (u8 i = 4; i < (u8)({e}); ++i)",
    "for (i16 i = (i16)({e} - 1); i >= 4; --i)",
    "for (u16 i = 4; i < {e}; i += {s})",
    "for (i32 j = 0; j < 3; ++j) for (i32 i = 4; i < {e}; ++i)",
    "for (i32 j = 2; j >= 0; --j) for (i32 i = 4 + j; i < {e}; ++i)",
    "for (i32 i = 4; i < {e}; ++i) for (i32 j = i & 1; j < 3; j += 2)",
    "for (i32 i = 4, far = {e}; far > i; ++i, --far)",
)


class RowLoops(Ways):
    """Adds them to the other statements."""

    def makers(self, depth: int) -> list[tuple[float, Maker]]:
        return [*super().makers(depth), (0.9, self.row_loops)]

    def row_types(self, count: int) -> list[Scalar]:
        """One type for all, or mixed ones."""
        types = [self.scalar() for _ in range(count)]
        return [types[0]] * count if self.rng.random() < 0.35 else types

    def given_row(self, scope: Scope, count: int) -> Region | None:
        """Memory that is there already, with at least so many cells."""
        able = [region for region in scope.regions if region.length >= count]
        return self.rng.choice(able) if able and self.rng.random() < 0.6 else None

    def row_loops(self, scope: Scope, depth: int) -> Stmt:
        rng, name = self.rng, self.blocks.name("rl")
        count = rng.choice((3, 4, 7, 8, 8, 12, 15, 16, 16, 17, 24, 31, 32, 33, 64))
        first, second, third = self.row_types(3)
        rows = [
            Row("a", first, "n + 8"),
            Row("b", second, "n + 8"),
            Row("c", third, "2 * n + 16", True, "wide"),
        ]
        rows = rng.choice((rows, rows[:1], rows[:2], rows[1:], rows[::2]))
        given = self.given_row(scope, min(count, 8))
        text = ""
        if given is not None:
            count = min(count, given.length)
            constant = "" if given.written else "const "
            text = f"  {constant}{given.type.name}* const g = {given.pointer};\n"
            rows = [*rows, Row("g", given.type, "n", given.written, "given")]
        sums = [Row(f"r{k}", self.scalar(), "") for k in range(rng.choice((0, 1, 1, 2)))]
        scope.places.append(Place(name, U64, True))
        loops = tuple(self.row_loop(rows, sums) for _ in range(rng.choice((1, 2, 2, 3))))
        form = (
            f"u64 {name} = 1; {{{{\n  constexpr i32 n = {count};\n  const u32 w = {{0}};\n  i32 at = -1;\n"
            f"{text}{self.first_values(rows, sums)}  {{B0}}\n{self.mixed(name, rows, sums)}}}}}"
        )
        return Stmt(form, (self.value(U32, scope, 1),), (loops,), declares=name)

    def first_values(self, rows: list[Row], sums: list[Row]) -> str:
        text = ""
        for row in rows:
            if row.kind != "given":
                step, by = (
                    self.rng.choice((1, 3, 77, 12345)),
                    self.rng.choice(("", " + (i32)(w & 255)", " - 40")),
                )
                text += (
                    f"  {row.type.name} {row.name}[{row.length}]; for (i32 i = 0; i < {row.length}; ++i) "
                    f"{row.name}[i] = conv<{row.type.name}>(i * {step}{by});\n"
                )
        for one in sums:
            text += f"  {one.type.name} {one.name} = conv<{one.type.name}>({self.rng.choice((0, 1, 50))});\n"
        return text

    def mixed(self, name: str, rows: list[Row], sums: list[Row]) -> str:
        text = "".join(
            f"  for (i32 i = 0; i < {row.length}; ++i) {name} = mix({name}, {row.name}[i]);\n" for row in rows
        )
        text += "".join(f"  {name} = mix({name}, {one.name});\n" for one in sums)
        return f"{text}  {name} = mix({name}, at);\n"

    def row_loop(self, rows: list[Row], sums: list[Row]) -> Stmt:
        rng = self.rng
        end = rng.choice(("n + 4", "n + 4", "n + 4", "n + 3", "4 + (i32)(w % (n + 1u))"))
        head = rng.choice(_HEADS).format(e=end, s=rng.choice((2, 3, 4)))
        words = RowWords(rng, rows, sums)
        words.named = [("i", SCALARS["i32"])] + [("j", SCALARS["i32"])] * ("j = " in head)
        body = []
        for number in range(rng.choice((1, 1, 2, 3))):
            if rng.random() < 0.25:
                type = rng.choice(rows).type
                body.append(
                    Stmt(
                        self.escaped(f"const {type.name} t{number} = {words.of(type, 2)};"),
                        declares=f"t{number}",
                    )
                )
                words.named.append((f"t{number}", type))
            body.append(Stmt(self.escaped(words.statement(1))))
        return Stmt(f"{head} {{B0}}", (), (tuple(body),))

    def escaped(self, text: str) -> str:
        return text.replace("{", "{{").replace("}", "}}")
