"""Prints instances of templates: the kernel, and loops over its tiles and work-items that do the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from math import prod

from idiomatic.template import Instance, Step, Variable, View

_WAITS = (
    *("t.barrier.wait();", "t.barrier.wait();", "t.barrier.wait_with_all_memory_fence();"),
    *("waits_by_value(t.barrier);", "waits_in_calls(t);"),
)


def print_instance(made: Instance, rng: random.Random, is_amp: bool) -> str:
    data = "".join(
        f"  auto {v.name}_d = filled<{v.type}>({prod(v.sizes)}, {rng.randrange(1 << 20)}, {v.values});\n"
        f"  auto {v.name}_w = {v.name}_d;\n"
        for v in made.views
    )
    kernel = Kernel(made, rng, is_amp).print()
    compared = "".join(
        f'  right &= same_values("{made.name}", "{v.name}", {v.name}_d, {v.name}_w);\n'
        for v in made.views
        if v.is_written
    )
    reference = "".join(f"    {line}\n" for line in Reference(made).lines())
    text = f"static bool {made.name}() {{  // {made.template}\n{data}{kernel}  {{\n{reference}  }}\n"
    return f"{made.globals}{text}  bool right = true;\n{compared}  return right;\n}}\n"


def listed(numbers: Sequence[object]) -> str:
    return ", ".join(map(str, numbers))


def declared(variable: Variable) -> str:
    return f"{variable.type} {variable.name}" + "".join(f"[{size}]" for size in variable.sizes)


class Kernel:
    """The launch, in C++ AMP or HC."""

    def __init__(self, made: Instance, rng: random.Random, is_amp: bool) -> None:
        self.made, self.rng, self.is_amp = made, rng, is_amp
        self.rank = len(made.extent)
        self.wait = rng.choice(_WAITS)
        self.arrays = {v.name for v in made.views if rng.random() < 0.25}

    def print(self) -> str:
        views = "".join(f"    {self.view(view)}\n" for view in self.made.views)
        by_reference = [v.name for v in self.made.views if v.name in self.arrays] + self.made.references
        captured = "".join(("=", *(f", &{name}" for name in by_reference)))
        domain, item = self.domain()
        word = "restrict(amp)" if self.is_amp else "[[hc]]"
        body = "".join(f"      {line}\n" for line in (*self.memory(), *self.ids(), *self.body()))
        back = "".join(
            f"    copy({v.name}, {v.name}_d.begin());\n"
            if v.name in self.arrays
            else f"    {v.name}.synchronize();\n"
            for v in self.made.views
            if v.is_written
        )
        launch = f"    parallel_for_each({domain}, [{captured}]({item}) {word} {{\n{body}    }});\n"
        return f"  {{\n{self.made.fill}{views}{self.made.before}{launch}{back}  }}\n"

    def view(self, view: View) -> str:
        sizes, rank = listed(view.sizes), len(view.sizes)
        if view.name in self.arrays:
            return f"array<{view.type}, {rank}> {view.name}(extent<{rank}>({sizes}), {view.name}_d.begin());"
        const = "" if view.is_written or self.rng.random() < 0.3 else "const "
        extent = f"extent<{rank}>({sizes})" if self.rng.random() < 0.5 else sizes
        return f"array_view<{const}{view.type}, {rank}> {view.name}({extent}, {view.name}_d);"

    def domain(self) -> tuple[str, str]:
        tile, extent = self.made.tile, self.made.extent
        if not tile:
            return f"extent<{self.rank}>({listed(extent)})", f"index<{self.rank}> i"
        whole = listed([(e + t - 1) // t * t for e, t in zip(extent, tile, strict=True)])
        if self.is_amp:
            return f"extent<{self.rank}>({whole}).tile<{listed(tile)}>()", f"tiled_index<{listed(tile)}> t"
        if not self.made.is_dynamic:
            return f"extent<{self.rank}>({whole}).tile({listed(tile)})", f"tiled_index<{self.rank}> t"
        size = self.places()[-1]
        whole = f"extent<{self.rank}>({whole})"
        return f"{whole}.tile_with_dynamic({listed(tile)}, {size})", f"tiled_index<{self.rank}> t"

    def places(self) -> list[str]:
        """Where each piece of dynamic group memory begins, next to the one before; last, where all end."""
        made = ["0"]
        for v in self.made.shared:
            made[-1] = f"aligned<{v.type}>({made[-1]})"
            made.append(f"{made[-1]} + {prod(v.sizes)} * sizeof({v.type})")
        return made

    def memory(self) -> Iterator[str]:
        for variable, at in zip(self.made.shared, self.places()[:-1], strict=True):
            if self.made.is_dynamic:
                base = f"(char*)get_dynamic_group_segment_base_pointer() + {at}"
                row = "".join(f"[{size}]" for size in variable.sizes[1:])
                yield f"auto {variable.name} = ({variable.type}{f'(*){row}' if row else '*'})({base});"
            else:
                yield f"tile_static {declared(variable)};"
        for variable in self.made.private:
            yield declared(variable) + (";" if variable.sizes else f" = {variable.type}();")

    def ids(self) -> Iterator[str]:
        dimensions = range(self.rank)
        if not self.made.tile:
            yield f"const int {listed([f'g{d} = i[{d}]' for d in dimensions])};"
            return
        members = (("l", "local"), ("g", "global"), ("b", "tile"))
        yield "const int " + listed([f"{x}{d} = t.{m}[{d}]" for x, m in members for d in dimensions]) + ";"
        yield f"const int lid = {linear(self.made.tile)};"

    def body(self) -> Iterator[str]:
        lines = list(self.steps(self.made.steps))
        while lines and lines[-1] == self.wait:
            lines.pop()
        yield from lines

    def steps(self, steps: Sequence[Step]) -> Iterator[str]:
        for step in steps:
            text = re.sub(r"@(break|continue)\b", r"\1", step.text.replace("$", ""))
            if step.inner is None:
                yield f"{{\n{text}\n}}"
                if self.made.tile:
                    yield self.wait
            else:
                yield f"{text} {{"
                yield from self.steps(step.inner)
                yield "}"


def linear(tile: Sequence[int]) -> str:
    text = "l0"
    for d in range(1, len(tile)):
        text = f"({text}) * {tile[d]} + l{d}"
    return text


class Reference:
    """The same as loops: each text between barriers for all work-items of a tile."""

    def __init__(self, made: Instance) -> None:
        self.made = made
        self.rank = len(made.extent)
        self.tile = made.tile or (1,) * self.rank

    def lines(self) -> Iterator[str]:
        for v in self.made.views:
            yield f"Rows<{v.type}, {len(v.sizes)}> {v.name} = {{{v.name}_w.data(), {{{listed(v.sizes)}}}}};"
        yield self.made.plain
        for d in range(self.rank):
            most = (self.made.extent[d] + self.tile[d] - 1) // self.tile[d]
            yield f"for (int b{d} = 0; b{d} < {most}; ++b{d})"
        yield "[&] {"
        yield from (f"static {declared(v)};" for v in self.made.shared)
        for variable in self.made.private:
            each = Variable(variable.type, f"{variable.name}_p", (prod(self.tile), *variable.sizes))
            yield f"static {declared(each)};"
            if not variable.sizes:
                yield f"for (auto& x : {variable.name}_p) x = {variable.type}();"
        yield from self.steps(self.made.steps)
        yield "}();"

    def steps(self, steps: Sequence[Step]) -> Iterator[str]:
        for step in steps:
            text = re.sub(r"@(break|continue)\b", "std::abort()", re.sub(r"\$(\w+)", r"\1_p[lid]", step.text))
            if step.inner is None:
                yield from self.each(text)
            else:
                yield f"{text} {{"
                yield from self.steps(step.inner)
                yield "}"

    def each(self, text: str) -> Iterator[str]:
        for d in range(self.rank):
            yield f"for (int l{d} = 0; l{d} < {self.tile[d]}; ++l{d})"
        ids = [f"g{d} = b{d} * {self.tile[d]} + l{d}" for d in range(self.rank)]
        yield f"[&] {{ const int {listed(ids)}, lid = {linear(self.tile)}; static_cast<void>(lid);"
        yield f"const index<{self.rank}> i({listed([f'g{d}' for d in range(self.rank)])});"
        yield f"static_cast<void>(i);\n{text}\n}}();"
