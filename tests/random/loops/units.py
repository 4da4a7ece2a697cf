"""Units of kernels full of loops, with the structs and functions that they share."""

from __future__ import annotations

import random
from dataclasses import replace

from random_kernels.definitions import make_function, make_struct
from random_kernels.expressions import Scope
from random_kernels.kernels import KernelMaker
from random_kernels.model import U64, Block, Expr, Function, Kernel, Local, Options, Phase, Stmt, Struct
from random_kernels.printer import Unit

from loops.blocks import LoopBlocks

_LIVE = Local("live", "u64 live", "live = 1;", "live", "h = mix(h, live);")
_STATEMENTS = (8, 15, 25, 40)  # of a flat kernel; a phase of a tile has a third


class LoopKernelMaker(KernelMaker):
    """Makes one kernel: what its blocks declare is part of the result."""

    TILED = 0.4
    blocks: LoopBlocks

    def make_blocks(self) -> LoopBlocks:
        blocks = LoopBlocks(self.rng, self.options)
        blocks.keeps = True
        return blocks

    def make(self, name: str) -> Kernel:
        made = super().make(name)
        return replace(made, locals=(*made.locals, _LIVE))

    def passes(self) -> tuple[Block, ...]:
        """Kernels of their own, without private variables."""
        self.blocks.keeps = False
        return super().passes()

    def phase(self) -> Phase:
        return Phase(self.whole_block(self.phase_scope(), 3))

    def last_block(self) -> Block:
        scope = self.phase_scope()
        if not self.tiled:
            scope.can_return = self.rng.choice(("", "return;", "{{ sum[gid] = mix(live, gid); return; }}"))
        return self.whole_block(scope, 3 if self.tiled else 1)

    def whole_block(self, scope: Scope, part: int) -> Block:
        """Statements up to a budget, and then a digest of all variables that they declare."""
        budget = self.rng.choice(_STATEMENTS) // part // (3 if self.options.small else 1)
        self.blocks.budget, self.blocks.expressions.cost = max(budget, 2), 1 if part == 1 else 4
        inner, made = scope.inner(), []
        while self.blocks.budget > 0:
            made.append(self.blocks.statement(inner, 2 if self.options.small else 3))
        known = {p.form for p in scope.places}
        for place in {p.form: p for p in inner.places if p.form not in known and p.written}.values():
            index = (Expr("0", U64),) if place.indexed else ()
            made.append(Stmt(f"live = mix(live, {place.form});", index))
        return tuple(made)


def make_unit(seed: int, count: int, small: bool = False) -> Unit:
    """`count` kernels; the same for the same numbers."""
    rng = random.Random(seed)
    options = Options(rng.random() < 0.6, frozenset(), small)
    blocks = LoopBlocks(rng, options)
    blocks.expressions.cost = 10
    structs: list[Struct] = []
    for number in range(rng.randint(1, 3)):
        blocks.budget = 6
        structs.append(make_struct(rng, blocks, f"S{number}", tuple(structs)))
    functions: list[Function] = []
    for number in range(rng.randint(2, 4)):
        blocks.budget = 12
        functions.append(make_function(rng, blocks, f"f{number}", list(functions), structs))
    kernels = tuple(
        LoopKernelMaker(rng.randrange(1 << 40), options, structs, functions).make(f"k{i}")
        for i in range(count)
    )
    return Unit(f"loops{seed}", options, kernels, f"Random loops, seed {seed}.")
