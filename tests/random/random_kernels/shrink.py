"""Makes a failing kernel small: `python tests/random/shrink.py SEED COUNT KERNEL DEVICE`.

Delta debugging on the tree: launches, phases, statements, expressions and memory are left out or made simpler
as long as the kernel fails on the device in the same way. Several variants are compiled together.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from loops import units as loops

from random_kernels import toolchain
from random_kernels.model import (
    Block,
    Branch,
    Expr,
    Function,
    Kernel,
    Loop,
    Phase,
    Stmt,
    TileNode,
    Uniform,
    words,
)
from random_kernels.printer import Unit, kernel_body, print_kernel, print_unit
from random_kernels.toolchain import Builder, Device
from random_kernels.units import make_unit

TOGETHER = 12
SECONDS = 600.0  # for one kernel


def simpler_expressions(expr: Expr) -> Iterator[Expr]:
    for text in ("0", "1"):
        constant = Expr(f"({expr.type.name}){text}", expr.type)
        if len(str(expr)) > len(str(constant)) + 2:
            yield constant
    for arg in expr.args:
        if arg.type == expr.type:
            yield arg
    for number, arg in enumerate(expr.args):
        for made in simpler_expressions(arg):
            yield replace(expr, args=(*expr.args[:number], made, *expr.args[number + 1 :]))


def simpler_blocks(block: Block) -> Iterator[Block]:
    size = len(block)
    while size > 0:
        for start in range(0, len(block), size):
            rest = (*block[:start], *block[start + size :])
            names = {s.declares for s in block[start : start + size]} - {""}
            if not names & words("".join(map(str, rest))):
                yield rest
        size //= 2
    for number, stmt in enumerate(block):
        for made in simpler_statements(stmt):
            yield (*block[:number], *made, *block[number + 1 :])


def simpler_statements(stmt: Stmt) -> Iterator[Block]:
    for block in stmt.blocks:
        loose = words("".join(map(str, block)))
        own = words(stmt.form) - {"if", "else", "i32", "case", "const"}
        if not any(name in loose for name in own if name[0] in "cqr" and name[1:].isdigit()):
            yield (Stmt("{B0}", (), (block,)),) if stmt.form != "{B0}" else block
    for number, block in enumerate(stmt.blocks):
        for made in simpler_blocks(block):
            yield (replace(stmt, blocks=(*stmt.blocks[:number], made, *stmt.blocks[number + 1 :])),)
    for number, arg in enumerate(stmt.args):
        for simple in simpler_expressions(arg):
            yield (replace(stmt, args=(*stmt.args[:number], simple, *stmt.args[number + 1 :])),)


Nodes = tuple[TileNode, ...]


def simpler_nodes(nodes: Nodes) -> Iterator[Nodes]:
    for number, node in enumerate(nodes):
        before, after = nodes[:number], nodes[number + 1 :]
        is_used = isinstance(node, Uniform) and node.declares and node.declares in words(str((before, after)))
        if not is_used and len(nodes) > 1 and after:
            yield (*before, *after)
        if isinstance(node, Phase):
            for block in simpler_blocks(node.block):
                yield (*before, Phase(block), *after)
            continue
        parts = (
            [node.body] if isinstance(node, Loop) else list(node.parts) if isinstance(node, Branch) else []
        )
        for part in parts:
            if node_variable(node) not in words(str(part)) and "break;" not in str(part):
                yield (*before, *part, *after)
        for index, part in enumerate(parts):
            for made in simpler_nodes(part):
                if isinstance(node, Loop):
                    yield (*before, replace(node, body=made), *after)
                elif isinstance(node, Branch):
                    changed = (*node.parts[:index], made, *node.parts[index + 1 :])
                    yield (*before, replace(node, parts=changed), *after)
        for index, arg in enumerate(node.args):
            for simple in simpler_expressions(arg):
                args = (*node.args[:index], simple, *node.args[index + 1 :])
                yield (*before, replace(node, args=args), *after)


def node_variable(node: TileNode) -> str:
    return node.variable if isinstance(node, (Loop, Branch)) else ""


def simpler_kernels(kernel: Kernel) -> Iterator[Kernel]:
    """Variants, those that leave out most first."""
    if len(kernel.launches) > 1:
        yield from (replace(kernel, launches=(launch,)) for launch in kernel.launches)
    later = "".join(str(stmt) for block in kernel.passes for stmt in block)
    used = words(str(kernel.body) + later + "".join(f.head + str(f.body) for f in kernel.functions))
    for name in ("locals", "tile_arrays", "buffers"):
        things = getattr(kernel, name)
        rest = tuple(t for t in things if t.name in used or t.name == "sum")
        if len(rest) < len(things):
            yield replace(kernel, **{name: rest})
        for thing in things:
            if thing.name != "sum" and thing.name not in used:
                yield replace(kernel, **{name: tuple(t for t in things if t is not thing)})
    for number, block in enumerate(kernel.passes):
        before, after = kernel.passes[:number], kernel.passes[number + 1 :]
        yield replace(kernel, passes=(*before, *after))
        yield from (replace(kernel, passes=(*before, made, *after)) for made in simpler_blocks(block))
    for nodes in simpler_nodes(kernel.body):
        yield replace(kernel, body=nodes)
    for launch in kernel.launches:
        if kernel.tiled and any(e > t for e, t in zip(launch.extent, launch.tile, strict=True)):
            yield replace(kernel, launches=(replace(launch, extent=launch.tile),))
    yield from simpler_functions(kernel)


def simpler_functions(kernel: Kernel) -> Iterator[Kernel]:
    printed = words(print_kernel(kernel) + "".join(str(f.body) for f in kernel.functions))
    for number, function in enumerate(kernel.functions):
        if function.name not in printed or not function.body:
            continue
        for block in simpler_blocks(function.body):
            if block and "return" in str(block[-1]):
                changed: tuple[Function, ...] = (
                    *kernel.functions[:number],
                    replace(function, body=block),
                    *kernel.functions[number + 1 :],
                )
                yield replace(kernel, functions=changed)


class Shrinker:
    """Tries variants of one kernel on one device."""

    def __init__(self, unit: Unit, kernel: Kernel, device: Device, level: str, extra: Sequence[str]) -> None:
        self.unit, self.device, self.level, self.extra = unit, device, level, tuple(extra)
        self.kernel = kernel
        self.tries = 0
        self.kind = ""

    def failing(self, kernels: Sequence[Kernel], folder: Path) -> list[bool]:
        """Which of them fail. One that does not compile spoils a program: then each is tried alone."""
        self.tries += 1
        named = [replace(k, name=f"k{i}") for i, k in enumerate(kernels)]
        same_functions = all(k.functions == kernels[0].functions for k in kernels)
        if len(kernels) > 1 and (self.kind == "compilation" or not same_functions):
            return [self.failing([k], folder)[0] for k in kernels]
        text = print_unit(replace(self.unit, kernels=tuple(named)))
        try:
            builder = Builder(folder, f"try{self.tries}", text, self.extra, self.level)
            results = builder.run(self.device)
        except RuntimeError:  # g++ refuses it: a variant that makes no sense
            return [False] if len(kernels) == 1 else [self.failing([k], folder)[0] for k in kernels]
        finally:
            for path in folder.glob(f"try{self.tries}.*"):
                path.unlink()
        return self.judge(len(kernels), {r.kernel: r.words for r in results}, kernels, folder)

    def judge(self, count: int, wrong: dict[str, str], kernels: Sequence[Kernel], folder: Path) -> list[bool]:
        if "" in wrong or "?" in wrong:
            if count > 1:
                return [self.failing([k], folder)[0] for k in kernels]
            kind = "compilation" if "" in wrong else "crash"
            self.kind = self.kind or kind
            return [self.kind == kind]
        found = [bool(wrong.get(f"k{i}")) for i in range(count)]
        if any(found):
            self.kind = self.kind or "wrong"
        return [f and self.kind == "wrong" for f in found]

    def run(self, seconds: float) -> Kernel | None:
        end = time.monotonic() + seconds
        with tempfile.TemporaryDirectory(prefix="hcpy-shrink-") as name:
            folder = Path(name)
            if not self.failing([self.kernel], folder)[0]:
                return None
            while time.monotonic() < end:
                smaller = self.step(folder, end)
                if smaller is None:
                    break
                self.kernel = smaller
        return self.kernel

    def step(self, folder: Path, end: float) -> Kernel | None:
        """The smallest variant of the first batch that has a failing one."""
        size = len(kernel_body(self.kernel)) + total(self.kernel)
        variants = (k for k in simpler_kernels(self.kernel) if len(kernel_body(k)) + total(k) < size)
        together = TOGETHER if self.kind == "wrong" else 1
        while time.monotonic() < end:
            batch = list(islice(variants, together))
            if not batch:
                return None
            found = [k for k, fails in zip(batch, self.failing(batch, folder), strict=True) if fails]
            if found:
                return min(found, key=lambda k: len(kernel_body(k)) + total(k))
        return None


def total(kernel: Kernel) -> int:
    """What a kernel's text does not show."""
    memory = len(kernel.buffers) + len(kernel.launches)
    items = sum(max(1, e) for launch in kernel.launches for e in launch.extent)
    later = sum(len(str(stmt)) for block in kernel.passes for stmt in block)
    return memory * 10 + items + later + sum(len(str(s)) for f in kernel.functions for s in f.body)


def shrink(
    unit: Unit, name: str, device: Device, level: str, extra: Sequence[str] = (), seconds: float = SECONDS
) -> Unit | None:
    """A unit with one small kernel that fails; none where no kernel fails alone."""
    chosen: Callable[[Kernel], bool] = lambda k: name in ("", "?") or k.name == name  # noqa: E731
    for kernel in filter(chosen, unit.kernels):
        made = Shrinker(unit, kernel, device, level, extra).run(seconds)
        if made is not None:
            return replace(unit, kernels=(replace(made, name="k0"),))
    return None


def keep(unit: Unit, device: Device, fault: str, level: str, folder: Path) -> Path:
    """Writes the unit as a regression."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{unit.name}_{device.name.replace('-', '_')}.cpp"
    first = (fault.strip().splitlines() or [""])[0][:90]
    comment = f"{unit.comment}\ndevice: {device.name}\nlevel: {level}\nWas: {first}"
    path.write_text(print_unit(replace(unit, comment=comment)))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int, help="of the unit")
    parser.add_argument("count", type=int, help="kernels of the unit")
    parser.add_argument("kernel", help="its name, k0, k1, ...; ? for any")
    parser.add_argument("device")
    parser.add_argument("--level", default="-O2")
    parser.add_argument("--small", action="store_true", help="as given to run.py")
    parser.add_argument("--loops", action="store_true", help="as given to run.py")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--keep", type=Path, default=Path(__file__).resolve().parents[1] / "regressions")
    options = parser.parse_args()
    device = toolchain.devices()[options.device]
    made_by = loops.make_unit if options.loops else make_unit
    unit = made_by(options.seed, options.count, options.small)
    made = shrink(unit, options.kernel, device, options.level, (), options.seconds)
    if made is None:
        raise SystemExit("no kernel fails alone")
    path = keep(made, device, "wrong", options.level, options.keep)
    print(f"{path}\n{path.read_text()}")
