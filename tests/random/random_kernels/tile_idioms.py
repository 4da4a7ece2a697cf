"""What programs do with a tile's memory: reductions, scans, sorts, two buffers in turn, transposes, waves.

In each phase the cells that are written are those of one work-item, and no other reads them.
"""

from __future__ import annotations

from random_kernels.blocks import Blocks
from random_kernels.model import (
    SCALARS,
    Local,
    Loop,
    Phase,
    Place,
    Scalar,
    Stmt,
    TileArray,
    TileNode,
    Uniform,
)


class TileIdioms:
    """Makes them of a kernel's own arrays and variables."""

    def __init__(
        self, blocks: Blocks, arrays: tuple[TileArray, ...], locals_: tuple[Local, ...], has_waves: bool
    ) -> None:
        self.blocks, self.rng = blocks, blocks.rng
        self.has_waves = has_waves
        self.arrays = [a for a in arrays if a.type in SCALARS and not a.width]
        self.variables = [
            Place(local.name, SCALARS[local.declaration.split()[0]], True)
            for local in locals_
            if local.kind == "scalar"
        ]

    def make(self) -> list[TileNode]:
        if not self.arrays:
            return []
        array = self.rng.choice(self.arrays)
        type = SCALARS[array.type]
        makers = [self.reduction, self.exchanges, self.reversal]
        twins = [a for a in self.arrays if a.type == array.type and a is not array]
        if twins:
            return self.in_turn(array, self.rng.choice(twins), type)
        if self.has_waves and array.type in ("u32", "i32", "f32"):
            makers += [self.waves] * 2
        return self.rng.choice(makers)(array, type)

    def joined(self, type: Scalar, a: str, b: str) -> str:
        """Of two values; never undefined."""
        if type.is_float:
            return self.rng.choice((f"({type.name})({a} + {b})", f"({a} < {b} ? {b} : {a})"))
        forms = [
            "larger<{0}>({1}, {2})",
            "average<{0}>({1}, {2})",
            "({0})({1} ^ {2} >> 1)",
            "limited_sum<{0}>({1}, {2})",
        ]
        return self.rng.choice(forms).format(type.name, a, b)

    def reduction(self, array: TileArray, type: Scalar) -> list[TileNode]:
        name, step = array.name, self.blocks.name("uni")
        far = f"{name}[lid + {step}]"
        if self.rng.random() < 0.5:
            head = f"for (i32 {step} = 1; {step} < tn; {step} *= 2) {{body}}"
            form = f"if (lid % ({step} * 2) == 0 && lid + {step} < tn) "
        else:
            left = f"left{step}"
            head = (
                f"for (i32 {step} = (tn + 1) / 2, {left} = tn; {left} > 1; "
                f"{left} = {step}, {step} = ({step} + 1) / 2) {{body}}"
            )
            form = f"if (lid + {step} < {left}) "
        form += f"{name}[lid] = {self.joined(type, f'{name}[lid]', far)};"
        nodes: list[TileNode] = [Loop(head, (), (Phase((Stmt(form),)),), step)]
        return [*nodes, self.read(f"{name}[0]", type)]

    def exchanges(self, array: TileArray, type: Scalar) -> list[TileNode]:
        """Neighbours are put in order, in turns."""
        name, turn = array.name, self.blocks.name("uni")
        a, b = f"{name}[lid + {turn} % 2]", f"{name}[lid + {turn} % 2 + 1]"
        form = (
            f"if (lid % 2 == 0 && lid + {turn} % 2 + 1 < tn && {b} < {a}) {{{{ const {type.name} x = {a}; "
            f"{a} = {b}; {b} = x; }}}}"
        )
        head = f"for (i32 {turn} = 0; {turn} < {self.rng.randint(2, 6)}; ++{turn}) {{body}}"
        return [Loop(head, (), (Phase((Stmt(form),)),), turn), self.read(f"{name}[lid]", type)]

    def reversal(self, array: TileArray, type: Scalar) -> list[TileNode]:
        """Pairs of cells change places."""
        name = array.name
        form = f"if (lid < tn / 2) std::swap({name}[lid], {name}[tn - 1 - lid]);"
        return [Phase((Stmt(form),)), self.read(f"{name}[(lid * 5 + 3) % tn]", type)]

    def in_turn(self, first: TileArray, second: TileArray, type: Scalar) -> list[TileNode]:
        """Pointers to two arrays change places after each step."""
        a, b, turn = (self.blocks.name("uni") for _ in range(3))
        step = self.rng.choice((f"(1 << ({turn} & 3))", "1", f"({turn} + 2)"))
        near = self.rng.choice(
            (f"{a}[(lid + {step}) % tn]", f"(lid >= {step} ? {a}[lid - {step}] : {a}[lid])")
        )
        if self.rng.random() < 0.3:
            near = f"(lid & {step} ? {a}[tn - 1 - lid] : {b}[lid])"
        swap = self.rng.choice(
            (f"std::swap({a}, {b});", f"{{{{ {type.name}* const x = {a}; {a} = {b}; {b} = x; }}}}")
        )
        body = (
            Phase((Stmt(f"{b}[lid] = {self.joined(type, f'{a}[lid]', near)};"),)),
            Uniform(swap, ()),
        )
        head = f"for (i32 {turn} = 0; {turn} < {self.rng.randint(1, 6)} + (tid & 1); ++{turn}) {{body}}"
        return [
            Uniform(f"{type.name}* {a} = {first.name};", (), a),
            Uniform(f"{type.name}* {b} = {second.name};", (), b),
            Loop(head, (), body, turn),
            self.read(f"{a}[(lid * 3 + 1) % tn]", type),
        ]

    def waves(self, array: TileArray, type: Scalar) -> list[TileNode]:
        """What lanes exchange is compared with group memory: the size of a wave is the device's."""
        if not self.variables:
            return []
        target = self.rng.choice(self.variables)
        number = self.rng.randint(0, 5)
        form = f"{target.form} = conv<{target.type.name}>(wave_faults({array.name}, lid, tn, {number}));"
        return [Phase((Stmt(form),))]

    def read(self, form: str, type: Scalar) -> TileNode:
        if not self.variables:
            return Phase(())
        target = self.rng.choice(self.variables)
        value = f"conv<{target.type.name}>({form})"
        if target.type.is_float or target.type.kind == "s":
            return Phase((Stmt(f"{target.form} = {value};"),))
        return Phase((Stmt(f"{target.form} ^= {value};"),))
