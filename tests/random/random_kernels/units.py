"""Random units: kernels that are compiled together, with the structs and functions that they share."""

from __future__ import annotations

import random

from random_kernels.blocks import Blocks
from random_kernels.definitions import make_function, make_struct, make_template
from random_kernels.kernels import KernelMaker
from random_kernels.model import Function, Options, Struct
from random_kernels.printer import Unit

ALL_FEATURES = frozenset(("half",))


def make_unit(seed: int, count: int, small: bool = False) -> Unit:
    """`count` kernels; the same for the same numbers."""
    rng = random.Random(seed)
    options = Options(rng.random() < 0.4, ALL_FEATURES if rng.random() < 0.5 else frozenset(), small)
    blocks = Blocks(rng, options)
    structs: list[Struct] = []
    for number in range(rng.randint(1, 3)):
        structs.append(make_struct(rng, blocks, f"S{number}", tuple(structs)))
    functions: list[Function] = []
    for number in range(rng.randint(2, 4)):
        functions.append(make_function(rng, blocks, f"f{number}", list(functions), structs))
    functions += make_template(rng, options, "template0")
    kernels = tuple(
        KernelMaker(rng.randrange(1 << 40), options, structs, functions).make(f"k{i}") for i in range(count)
    )
    return Unit(f"unit{seed}", options, kernels, f"Random kernels, seed {seed}.")
