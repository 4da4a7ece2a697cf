"""Prints a unit of random kernels: one source that hcc compiles for the kernels and g++ for the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from random_kernels.model import (
    Block,
    Branch,
    Buffer,
    Home,
    Kernel,
    Local,
    Loop,
    Options,
    Phase,
    Role,
    TileArray,
    TileNode,
    Uniform,
    indent,
    print_block,
    words,
)

IDS = ("g0", "g1", "g2", "l0", "l1", "l2", "t0", "t1", "t2", "gid", "lid", "tid")

# More values than most programs capture, of all sizes.
CAPTURED = tuple((n, ("u32", "u8", "u64", "i16", "i32")[n % 5]) for n in range(40))


@dataclass(frozen=True)
class Unit:
    """Kernels that are compiled together."""

    name: str
    options: Options
    kernels: tuple[Kernel, ...]
    comment: str = ""


def print_unit(unit: Unit) -> str:
    texts = [f"// {line}\n" for line in unit.comment.splitlines()]
    texts.append(f'// flags: {" ".join(flags(unit.options))}\n#include "random_kernels.hpp"\n')
    texts.append("\nnamespace RANDOM_PART {\n")
    texts += definitions(unit.kernels)
    texts += ["#ifdef RANDOM_REFERENCE\n", *(print_reference(k) for k in unit.kernels)]
    texts += [
        "#else\n",
        *(print_kernel(k) for k in unit.kernels),
        "#endif\n",
        "}  // namespace RANDOM_PART\n",
    ]
    texts.append(f"\n#ifdef RANDOM_REFERENCE\n{print_exports(unit.kernels)}#endif\n")
    texts.append(print_main(unit.kernels))
    return "".join(texts)


def flags(options: Options) -> tuple[str, ...]:
    return ("-ffp-contract=off", *(("-fwrapv",) if options.wraps else ()))


def definitions(kernels: Sequence[Kernel]) -> list[str]:
    """The structs and functions of all kernels, once each, and only those that are used."""
    texts: dict[str, str] = {}
    for kernel in kernels:
        for struct in kernel.structs:
            texts.setdefault(struct.name, struct.text)
        for function in kernel.functions:
            body = f" {print_block(function.body)}\n" if function.body else "\n"
            if function.head:
                texts.setdefault(function.name, function.head + body)
    used = words("".join(print_kernel(kernel) for kernel in kernels))
    kept: list[str] = []
    for name in reversed(texts):
        if name in used:
            kept.insert(0, texts[name])
            used |= words(texts[name])
    return kept


def print_main(kernels: Sequence[Kernel]) -> str:
    rows = "".join(f"void {kernel.name}_reference(const Launch&, void* const*);\n" for kernel in kernels)
    table = "".join(print_row(kernel) for kernel in kernels)
    return (
        f'\n#ifndef RANDOM_REFERENCE\n#include "check.hpp"\n{rows}'
        "int main(int argc, char** argv) {\n"
        f"  return check(\n      {{\n{table}      }},\n      argc, argv);\n}}\n"
        "#endif\n"
    )


def print_row(kernel: Kernel) -> str:
    shapes = []
    for b in kernel.buffers:
        kind = {Role.OWN: "own", Role.APPROX: "approx", Role.ATOMIC: "small", Role.INPUT: "any"}[b.role]
        cells = f"{b.cells}l * sizeof(kernel_part::{b.struct.name})" if b.struct else str(b.cells)
        fixed, each = ("0", cells) if b.role in (Role.OWN, Role.APPROX) else (cells, "0")
        shapes.append(f'{{"{b.name}", Cell::{b.type.name}, Fill::{kind}, long({fixed}), long({each})}}')
    launches = []
    for launch in kernel.launches:
        extent, tile = (", ".join(map(str, (*s, 1, 1, 1)[:3])) for s in (launch.extent, launch.tile))
        launches.append(f"{{{{{extent}}}, {{{tile}}}, {launch.seed}}}")
    return (
        f'          {{"{kernel.name}", kernel_part::{kernel.name}, {kernel.name}_reference,\n'
        f"           {{{', '.join(shapes)}}},\n           {{{', '.join(launches)}}}}},\n"
    )


def parameters(kernel: Kernel) -> str:
    texts = [
        f"const {t.name} p{i} = parameter<{t.name}>(L.seed, {i});\n" for i, t in enumerate(kernel.parameters)
    ]
    texts.append("const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;\n")
    texts.append("const i32 room = all_items > 0 ? all_items : 1;\n")
    texts.append("const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;\n")
    if kernel.captures:
        texts.append("const Given bundle = given_of(L.seed);\nu16 bundle_cells[5];\n")
        texts.append("for (i32 i = 0; i < 5; ++i) bundle_cells[i] = (u16)draw(L.seed + 50 + i);\n")
        texts += [f"const {t} given{n} = static_cast<{t}>(draw(L.seed + {n}));\n" for n, t in CAPTURED]
    texts.append("const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;\n")
    return "".join(texts)


LINEAR = (
    "const i32 gid = (g0 * e1 + g1) * e2 + g2, lid = (l0 * n1 + l1) * n2 + l2;\n"
    "const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;\n"
)


def size(buffer: Buffer) -> str:
    return f"{buffer.cells} * room" if buffer.role in (Role.OWN, Role.APPROX) else str(buffer.cells)


def fill_tile(kernel: Kernel) -> str:
    """The first phase: the tile arrays get values. Partial tiles may lack any work-item but the first."""
    text = ""
    for array in kernel.tile_arrays:
        target = f"{array.name}[i]"
        if array.width:
            target = f"{array.name}[i / {array.width}][i % {array.width}]"
        start, step = ("lid == 0 ? 0 : total", "1") if kernel.partial else ("lid", "tn")
        head = f"for (i32 total = {array.total}, i = {start}; i < total; i += {step})"
        text += f"{head} {target} = {array.initial};\n"
    return text


def declare(array: TileArray) -> str:
    rows = f"[{array.total // array.width}][{array.width}]" if array.width else f"[{array.total}]"
    return f"{array.type} {array.name}{rows};\n"


def digest(kernel: Kernel) -> str:
    mixed = "".join(f"{local.digest}\n" for local in kernel.locals)
    return f"u64 h = 1;\n{mixed}sum[gid] = h;\n"


BARRIERS = (
    "t.barrier.wait()",
    "t.barrier.wait_with_tile_static_memory_fence()",
    "t.barrier.wait()",
    "wait_in(t)",
    "t.barrier.wait_with_all_memory_fence()",
    "[&] { t.barrier.wait(); }()",
    "t.barrier.wait()",
    "wait_apart(t)",
    "wait_after([] {}, t.barrier)",
)


class HcForm:
    """The kernel as a user writes it."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.barriers = 0

    def barrier(self) -> str:
        self.barriers += 1
        return f"{BARRIERS[(self.kernel.seed + self.barriers) % len(BARRIERS)]};\n"

    def nodes(self, nodes: Sequence[TileNode], is_outermost: bool = False) -> str:
        text = ""
        for number, node in enumerate(nodes):
            if isinstance(node, Phase):
                last = is_outermost and number == len(nodes) - 1
                text += print_phase(node, digest(self.kernel) if last else "")
                text += "" if last else self.barrier()
            else:
                text += print_node(node, self)
        return text


def print_phase(phase: Phase, end: str = "") -> str:
    inner = "".join(f"{stmt}\n" for stmt in phase.block) + end
    return "{\n" + indent(inner) + "}\n"


class ReferenceForm(HcForm):
    """Phase by phase over all work-items of a tile."""

    def barrier(self) -> str:
        return ""

    def nodes(self, nodes: Sequence[TileNode], is_outermost: bool = False) -> str:
        text = ""
        for number, node in enumerate(nodes):
            if isinstance(node, Phase):
                last = is_outermost and number == len(nodes) - 1
                block = print_phase(node, digest(self.kernel) if last else "")
                text += "each([&](const Where& W, Item& I) {\n  ITEM\n" + indent(block) + "});\n"
            else:
                text += print_node(node, self)
        return text


def print_node(node: Loop | Branch | Uniform, form: HcForm) -> str:
    texts: dict[str, str] = {"barrier": form.barrier() if node.reads_tile else ""}
    if isinstance(node, Loop):
        texts["body"] = "{\n" + indent(form.nodes(node.body)) + "}"
    elif isinstance(node, Branch):
        texts |= {f"B{i}": "{\n" + indent(form.nodes(part)) + "}" for i, part in enumerate(node.parts)}
    text = node.form.format(*node.args, **texts).rstrip("\n") + "\n"
    if isinstance(node, Uniform):
        return text
    return "{\n" + indent(text) + "}\n"


def print_kernel(kernel: Kernel) -> str:
    names = {1: "L.extent[0]", 2: "L.extent[0], e1", 3: "L.extent[0], e1, e2"}
    tiles = {1: "L.tile[0]", 2: "L.tile[0], n1", 3: "L.tile[0], n1, n2"}
    extent = f"hc::extent<{kernel.rank}>({names[kernel.rank]})"
    dynamic = [a for a in kernel.tile_arrays if a.dynamic]
    if kernel.tiled:
        tile = "tile_with_dynamic" if dynamic else "tile"
        extra = "".join(f", {a.total} * sizeof({a.type})" for a in dynamic)
        extent += f".{tile}({tiles[kernel.rank]}{extra})"
    references = "".join(f", &{b.name}" for b in kernel.buffers if b.home is Home.ARRAY)
    index = f"hc::tiled_index<{kernel.rank}> t" if kernel.tiled else f"hc::index<{kernel.rank}> t"
    text = parameters(kernel) + filled_structs(kernel)
    text += "hc::accelerator device;\n" if any(b.home is Home.AM for b in kernel.buffers) else ""
    text += "".join(print_buffer(b, number, kernel) for number, b in enumerate(kernel.buffers))
    text += f"hc::parallel_for_each({extent}, [={references}]({index}) [[hc]] {{\n"
    text += indent(kernel_body(kernel)) + ("}).wait();\n" if kernel.seed % 2 else "});\n")
    for block in kernel.passes:
        text += f"hc::parallel_for_each(hc::extent<1>(all_items), [={references}](hc::index<1> t) [[hc]] {{\n"
        text += indent("const i32 gid = t[0];\n" + print_pass(block)) + "}).wait();\n"
    text += "".join(print_result(b, number) for number, b in enumerate(kernel.buffers))
    text += sealed_structs(kernel)
    return f"void {kernel.name}(const Launch& L, void* const* B) {{\n{indent(text)}}}\n\n"


def print_pass(block: Block) -> str:
    ids = "const i32 g0 = gid / (e1 * e2), g1 = gid / e2 % e1, g2 = gid % e2;\n"
    return ids + print_phase(Phase(block))


def filled_structs(kernel: Kernel) -> str:
    """Structs get values by their own function, not random bytes."""
    text = ""
    for number, buffer in enumerate(kernel.buffers):
        if buffer.struct:
            name = buffer.struct.name
            made = f"make_{name}(i * 7 + (i32)(L.seed % 99))"
            text += f"for (i32 i = 0; i < {size(buffer)}; ++i)\n"
            text += f"  static_cast<{name}*>(B[{number}])[i] = {made};\n"
    return text


def sealed_structs(kernel: Kernel) -> str:
    """A struct's bytes become a checksum of its members: what is between them may differ."""
    text = ""
    for number, buffer in enumerate(kernel.buffers):
        if buffer.struct:
            name = buffer.struct.name
            mixed = " ".join(d.replace("{object}", "o") for d in buffer.struct.digest)
            text += f"seal(static_cast<{name}*>(B[{number}]), {size(buffer)}, [](const {name}& o) {{\n"
            text += f"  u64 h = 1; {mixed} return h;\n}});\n"
    return text


def kernel_body(kernel: Kernel) -> str:
    form = HcForm(kernel)
    text = ""
    for letter, member in (("g", "global"), ("l", "local"), ("t", "tile")):
        for d in range(3):
            value = "0"
            if d < kernel.rank and (kernel.tiled or letter != "l"):
                value = f"t.{member}[{d}]" if kernel.tiled else f"t[{d}]"
            text += f"const i32 {letter}{d} = {value};\n"
    text += LINEAR
    for array in kernel.tile_arrays:
        if array.dynamic:
            text += (
                f"{array.type}* {array.name} = ({array.type}*)hc::get_dynamic_group_segment_base_pointer();\n"
            )
        else:
            text += f"tile_static {declare(array)}"
    text += "".join(f"{local.declaration};\n{local.initial}\n" for local in kernel.locals)
    if kernel.tile_arrays:
        text += fill_tile(kernel) + form.barrier()
    return text + form.nodes(kernel.body, is_outermost=True)


def print_buffer(buffer: Buffer, number: int, kernel: Kernel) -> str:
    name, type, count = buffer.name, buffer.cell_type, size(buffer)
    source = f"static_cast<{type}*>(B[{number}])"
    constant = "const " if buffer.role is Role.INPUT else ""
    if buffer.home is Home.VIEW:
        return f"hc::array_view<{constant}{type}, 1> {name}({count}, {source});\n"
    if buffer.home is Home.GRID:
        extent = ", ".join(("L.extent[0]", "e1", "e2")[: kernel.rank])
        return (
            f"hc::array_view<{type}, {kernel.rank}> {name}(hc::extent<{kernel.rank}>({extent}), {source});\n"
        )
    if buffer.home is Home.ARRAY:
        return f"hc::array<{type}, 1> {name}({count}, {source}, {source} + {count});\n"
    bytes_ = f"sizeof({type}) * {count}"
    allocated = f"hc::am_alloc({bytes_}, device, 0)"
    return (
        f"{type}* allocated_{name} = {allocated};\nhc::am_copy(allocated_{name}, B[{number}], {bytes_});\n"
        f"{constant}{type}* {name} = allocated_{name};\n"
    )


def print_result(buffer: Buffer, number: int) -> str:
    name, type, count = buffer.name, buffer.cell_type, size(buffer)
    is_input = buffer.role is Role.INPUT
    if buffer.home in (Home.VIEW, Home.GRID):
        return "" if is_input else f"{name}.synchronize();\n"
    if buffer.home is Home.ARRAY:
        return "" if is_input else f"hc::copy({name}, static_cast<{type}*>(B[{number}]));\n"
    back = "" if is_input else f"hc::am_copy(B[{number}], allocated_{name}, sizeof({type}) * {count});\n"
    return back + f"hc::am_free(allocated_{name});\n"


def print_reference(kernel: Kernel) -> str:
    text = parameters(kernel) + filled_structs(kernel)
    for number, b in enumerate(kernel.buffers):
        source = f"static_cast<{b.cell_type}*>(B[{number}])"
        if b.home is Home.GRID:
            text += f"const Grid<{b.type.name}, {kernel.rank}> {b.name}{{{source}, e1, e2}};\n"
        else:
            text += f"{b.cell_type}* {b.name} = {source};\n"
    text += f"static Where wheres[{kernel.items}];\nstatic Item items[{kernel.items}];\nint count = 0;\n"
    text += "".join("static " + declare(array) for array in kernel.tile_arrays)
    each = (
        "const auto each = [&](const auto& work) {\n"
        "  for (int i = 0; i < count; ++i) work(wheres[i], items[i]);\n};\n"
    )
    initial = "".join(f"{local.initial}\n" for local in kernel.locals)
    body = f"each([&](const Where& W, Item& I) {{\n  ITEM\n{indent(initial)}}});\n"
    if kernel.tile_arrays:
        body += f"each([&](const Where& W, Item& I) {{\n  ITEM\n{indent(fill_tile(kernel))}}});\n"
    body += ReferenceForm(kernel).nodes(kernel.body, is_outermost=True)
    text += each + walk(body)
    for block in kernel.passes:
        text += f"for (i32 gid = 0; gid < all_items; ++gid) {{\n{indent(print_pass(block))}}}\n"
    text += sealed_structs(kernel)
    return (
        f"namespace {kernel.name}_items {{\nstruct Item {{\n{indent(members(kernel.locals))}}};\n"
        f"{item_macro(kernel)}\nvoid run(const Launch& L, void* const* B) {{\n{indent(text)}}}\n"
        "#undef ITEM\n}\n\n"
    )


def members(locals_: Sequence[Local]) -> str:
    return "".join(f"{local.declaration};\n" for local in locals_) or "char none;\n"


def item_macro(kernel: Kernel) -> str:
    """Makes the names of the ids and private variables those of one work-item."""
    parts = [f"const i32 {name} = W.{name};" for name in IDS]
    parts += [f"auto& {local.name} = I.{local.name};" for local in kernel.locals]
    return "#define ITEM " + " ".join(parts)


def walk(body: str) -> str:
    """Calls the body for each tile, with its work-items in `wheres`."""
    text = "count = work_items(L, {t0, t1, t2}, wheres);\n"
    text += "for (int i = 0; i < count; ++i) items[i] = Item();\n"
    text += "const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;\nstatic_cast<void>(tid);\n"
    text += f"[&] {{\n{indent(body)}}}();\n"
    tiles0 = "(L.extent[0] + L.tile[0] - 1) / L.tile[0]"
    for name, most in (("t2", "tiles2"), ("t1", "tiles1"), ("t0", tiles0)):
        text = f"for (i32 {name} = 0; {name} < {most}; ++{name}) {{\n{indent(text)}}}\n"
    return text


def print_exports(kernels: Sequence[Kernel]) -> str:
    head = "_reference(const Launch& L, void* const* B)"
    return "".join(f"void {k.name}{head} {{ RANDOM_PART::{k.name}_items::run(L, B); }}\n" for k in kernels)
