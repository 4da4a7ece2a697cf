"""Programs of several instances, which compare themselves."""

from __future__ import annotations

import random
from dataclasses import dataclass

from idiomatic.printer import print_instance
from idiomatic.template import Maker, templates

_LANGUAGES = ("", " -std=c++20", " -std=c++23")  # of HC


@dataclass(frozen=True)
class Program:
    """One source, compiled by hcc alone: the loops are its part for the host."""

    name: str
    text: str
    kernels: tuple[str, ...]
    seed: int
    count: int

    def only(self, kernel: str) -> Program:
        """The same with one of its kernels; with all where none is known."""
        return make_program(self.seed, self.count, kernel)


def make_program(seed: int, count: int, only: str = "") -> Program:
    """The same for the same numbers; every second one is C++ AMP. `only`: leaves all other kernels out.

    Two thirds of HC's are C++20 and C++23. Two of seven are compiled without -fwrapv, as users' programs are:
    passes may rely on exact sums there.
    """
    is_amp, is_exact = seed % 2 == 0, seed % 7 in (2, 5)
    rng = random.Random(seed)
    texts: dict[str, str] = {}
    known = templates(is_amp, is_exact)
    rng.shuffle(known)
    for number in range(count):
        name = f"k{number}"
        made = Maker(rng, is_amp, is_exact).make(name, known[number % len(known)])
        texts[name] = print_instance(made, random.Random(rng.random()), is_amp)
    kept = [name for name in texts if only in ("", "?", name)]
    table = ", ".join(f'{{"{name}", {name}}}' for name in kept)
    language = " -std=c++amp" if is_amp else _LANGUAGES[seed % 3]
    flags = "-ffp-contract=off" + ("" if is_exact else " -fwrapv") + language
    text = (
        f"// Idiomatic kernels, seed {seed}.\n// flags: {flags}\n"
        f"#define IS_AMP {int(is_amp)}\n"
        '#include "idiomatic.hpp"\n\n' + "\n".join(texts[name] for name in kept)
    )
    text += f"\nint main(int argc, char** argv) {{ return check_all({{{table}}}, argc, argv); }}\n"
    return Program(f"idioms{seed}", text, tuple(kept), seed, count)
