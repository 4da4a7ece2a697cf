"""Writes the function of one work-item as one that runs a strip of them, with masks.

Takes its Code, Structure and Shapes; gives the function. Blocks come in the order of the tree of dominators:
what a block dominates follows it, skipped where no work-item gets there; loops go on while one does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.code import Block, Code, Op
from hcpy.passes.host.code import Node as Value
from hcpy.passes.host.simd.lanes import Lanes, Mask, Strip, varying
from hcpy.passes.host.simd.loop import LoopWriter
from hcpy.passes.host.simd.row_blocks import Block as RowBlock
from hcpy.passes.host.simd.shapes import Shapes
from hcpy.passes.host.simd.structure import Edge, Level, Node, Structure, blocks_of, subtree
from hcpy.passes.host.simd.terminators import edge_masks
from hcpy.passes.host.simd.widen import Widener
from hcpy.passes.host.writer import Writer

_SPARE, _SPARE_ROW = 2, 8  # words of a place that is read instead: of an element, and of a block's row
_NO_BLOCKS: Mapping[Op, RowBlock] = {}
_MOST_UNGUARDED = 6  # instructions that are rather run for nobody than jumped over


def write_function(
    module: ir.Module,
    code: Code,
    levels: Structure,
    shapes: Shapes,
    width: int,
    *,
    reads_ahead: bool,
    blocks: Mapping[Op, RowBlock] = _NO_BLOCKS,
) -> ir.Function:
    """Its ids are those of the strip's first work-item. reads_ahead: in loops that go far (ahead.py);
    blocks: of rows (row_blocks.py), by their loads."""
    extra = [(i.type, i.name) for i in code.inputs if not i.context]
    function = launch.define(module, f"{code.function.name}.v{width}", module.types.void, extra)
    with Writer(module, function) as w:
        w.start(w.new_block("hc.strip"))
        writer = FunctionWriter(w, code, levels, shapes, width)
        writer.widener.reads_ahead = reads_ahead
        writer.widener.blocks = blocks
        writer.write()
    return function


class FunctionWriter:
    """Writes one function."""

    def __init__(self, w: Writer, code: Code, levels: Structure, shapes: Shapes, width: int) -> None:
        self.w, self.code, self.structure, self.shapes = w, code, levels, shapes
        self.strip = Strip(w, width)
        self.widener = Widener(self.strip, shapes)
        self.masks: dict[Edge, Mask] = {}
        self.users: dict[Op, set[Block]] = {}
        for op in code.ops():
            for node in op.uses:
                if isinstance(node, Op):
                    self.users.setdefault(node, set()).add(op.block)
        self.into: dict[Block, list[Edge]] = {block: [] for block in code.blocks}
        for edges in levels.edges_of.values():
            for edge in edges:
                self.into[edge.target].append(edge)

    def write(self) -> None:
        strip = self.strip
        spare = _SPARE_ROW if self.widener.blocks else _SPARE
        strip.spare = self.w.build.alloca(self.w.i64.array(spare), "hc.spare", 16)
        for given, value in self.code.bind_inputs(self.w.function.arguments).items():
            strip.values[given] = Lanes(self.shapes.of[given], value)
        self.tree(self.structure.outermost, self.code.entry, None)
        self.w.build.ret()

    # -- the tree of dominators --
    def tree(self, level: Level, node: Node, bits: ir.Value | None) -> None:
        """A node and all that it dominates in its level, where a work-item gets there."""
        if isinstance(node, Level):
            LoopWriter(self, node, bits).write()
        else:
            self.block(node, bits)
        for child in level.children[node]:
            if level.after[node] is child:
                self.phis(child)
                self.tree(level, child, bits)
            else:
                self._child(level, child)

    def _child(self, level: Level, node: Node) -> None:
        """What some of the work-items reach."""
        head = node.header if isinstance(node, Level) else node
        inside = blocks_of(node) if isinstance(node, Level) else set()
        edges = [edge for edge in self.into[head] if edge.source not in inside]
        mask = self.strip.either([self.masks[edge] for edge in edges])
        self.phis(node)
        if not isinstance(node, Level) and self._is_cheap(level, node):
            self._run_anyway(node, mask)
            return
        some = self.strip.any(mask)
        if some is None:
            self.tree(level, node, mask.bits)
            return
        self._guarded(level, node, mask, some)

    def _is_cheap(self, level: Level, block: Block) -> bool:
        """Is a block rather run for nobody than jumped over?"""
        if level.children[block] or len(block.ops) > _MOST_UNGUARDED or len(block.successors) != 1:
            return False
        return all(self.widener.is_harmless(op) for op in block.body if op.opcode is not Opcode.PHI)

    def _run_anyway(self, block: Block, mask: Mask) -> None:
        bits = self.strip.all_bits(mask)
        for op in block.body:
            if op.opcode is not Opcode.PHI:
                self.widener.write(op, bits)
        for edge in self.structure.edges_of[block]:
            self.masks[edge] = mask

    def _guarded(self, level: Level, node: Node, mask: Mask, some: ir.Value) -> None:
        w, strip = self.w, self.strip
        before, body, done = w.here, w.new_block("hc.some"), w.new_block("hc.joined")
        w.build.branch_if(some, body, done)
        w.start(body)
        strip.open(mask.bits)
        self.tree(level, node, mask.bits)
        blocks = {b for n in subtree(level, node) for b in blocks_of(n)}
        edges = [
            e for b in self._ordered(blocks) for e in self.structure.edges_of[b] if e.target not in blocks
        ]
        for edge in edges:
            self._flatten(edge)
        used = self.used_outside(blocks)
        kept = {op: strip.kept_form(strip.values[op].value) for op in used}
        end = w.here
        w.jump(done)
        w.start(done)
        scope = strip.close()
        merged = {
            op: w.build.phi(value.type, [(value, end), (value.type.poison(), before)])
            for op, value in kept.items()
        }
        for edge in edges:
            self.masks[edge] = strip.merge_mask(self.masks[edge], scope, end, before)
        for op, value in merged.items():
            lanes = strip.values[op]
            strip.values[op] = Lanes(lanes.shape, strip.used_form(value, lanes.value.type))

    def _flatten(self, edge: Edge) -> None:
        """A mask whose bits are of no use after the scope must not need its flag either."""
        mask = self.masks[edge]
        if mask.flag is not None and mask.bits in self.strip.scopes[-1].made:
            self.masks[edge] = Mask(self.strip.all_bits(mask))

    def _ordered(self, blocks: set[Block]) -> list[Block]:
        return sorted(blocks, key=lambda block: block.number)

    def used_outside(self, blocks: set[Block]) -> list[Op]:
        """The values made in some blocks that others ask for."""
        return [
            op
            for block in self._ordered(blocks)
            for op in block.ops
            if op in self.strip.values and not self.users.get(op, set()) <= blocks
        ]

    # -- blocks --
    def block(self, block: Block, bits: ir.Value | None) -> None:
        """Its phis are there already."""
        for op in block.body:
            if op.opcode is not Opcode.PHI:
                self.widener.write(op, bits)
        self.masks.update(edge_masks(self.strip, block, self.structure.edges_of[block], bits))

    def phis(self, node: Node) -> None:
        """Where a node is entered from elsewhere; a loop's own are its writer's affair."""
        if isinstance(node, Level):
            return
        for phi in node.phis:
            self.strip.values[phi] = self.blend(phi, phi.incoming)

    def blend(self, phi: Op, incoming: Sequence[tuple[Value, Block]]) -> Lanes:
        """The phi's value for work-items that come by some of its edges."""
        shape = self.shapes.of.get(phi)
        assert shape is not None
        sources: dict[Value, list[Mask]] = {}
        for value, source in dict.fromkeys(incoming):
            sources.setdefault(value, []).append(self.masks[Edge(source, phi.block)])
        choices = [c for c in sources.items() if not c[0].value.is_undefined] or list(sources.items())
        if shape.stride is None:
            return varying(self._blend_vectors(choices))
        (value, _), *others = choices
        result = self.strip.scalar(value)
        for other, masks in others:
            mask = self.strip.either(masks)
            some = mask.flag if self._is_shared(choices) else self.strip.any(Mask(mask.bits, mask.flag))
            taken = self.strip.scalar(other)
            result = taken if some is None else self.w.build.select(some, taken, result)
        return Lanes(shape, result)

    @staticmethod
    def _is_shared(choices: Sequence[tuple[Value, list[Mask]]]) -> bool:
        """Do the edges differ in their flags alone?"""
        return len({mask.bits for _, masks in choices for mask in masks}) == 1

    def _blend_vectors(self, choices: Sequence[tuple[Value, list[Mask]]]) -> ir.Value:
        (value, _), *others = choices
        result = self.strip.vector(value)
        shared = self._is_shared(choices)
        for other, masks in others:
            mask = self.strip.either(masks)
            taken = Mask(None, mask.flag) if shared else mask
            result = self.strip.choose(taken, self.strip.vector(other), result)
        return result
