"""Writes a loop of work-items for a strip of them: it goes on while one of them does.

Takes the FunctionWriter and the loop's Level. Where work-items leave in different iterations, what is asked
for after the loop is kept for each as it was when it left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.code import Op
from hcpy.passes.host.simd.lanes import Lanes, Mask, varying
from hcpy.passes.host.simd.structure import Edge, Level

if TYPE_CHECKING:
    from hcpy.passes.host.simd.write import FunctionWriter


class LoopWriter:
    """Writes one loop."""

    def __init__(self, around: FunctionWriter, level: Level, bits: ir.Value | None) -> None:
        """bits: of the work-items that enter, of which there is one."""
        self.around, self.level, self.bits = around, level, bits
        self.w, self.strip = around.w, around.strip
        self.apart = level in around.shapes.divergent
        self.backs = {edge.source for edge in level.backs}
        self.kept: dict[Op, ir.Instruction] = {}  # what work-items that have left had
        self.left: dict[Edge, ir.Instruction] = {}  # which have left by an edge

    def write(self) -> None:
        w, strip, around = self.w, self.strip, self.around
        phis = self.level.header.phis
        first = {phi: self._arriving(phi, enters=True) for phi in phis}
        given = {phi: strip.kept_form(lanes.value) for phi, lanes in first.items()}
        every = strip.all_bits(Mask(self.bits))
        before, head, done = w.here, w.new_block("hc.loop"), w.new_block("hc.loop.done")
        w.jump(head)
        w.start(head)
        running: dict[Op, ir.Instruction] = {}
        for phi in phis:
            running[phi] = w.build.phi(given[phi].type, [(given[phi], before)], phi.name)
        live = w.build.phi(strip.word, [(every, before)], "hc.live") if self.apart else None
        self._prepare(before)
        inside = live or self.bits
        strip.open(inside)
        if live is not None:
            strip.remember(live)
        for phi in phis:
            value = strip.used_form(running[phi], first[phi].value.type)
            strip.values[phi] = Lanes(first[phi].shape, value)
        around.tree(self.level, self.level.header, inside)
        for phi in phis:
            back = strip.kept_form(self._arriving(phi, enters=False).value)
            running[phi].add_incoming([(back, w.here)])
        more, following = self._end(live)
        if live is not None:
            live.add_incoming([(following, w.here)])
        strip.leave()
        w.build.branch_if(more, head, done)
        w.start(done)

    def _arriving(self, phi: Op, *, enters: bool) -> Lanes:
        """A header's phi for those who come from outside, or round again."""
        incoming = [(v, b) for v, b in phi.incoming if (b not in self.backs) == enters]
        return self.around.blend(phi, incoming)

    def _prepare(self, before: ir.Block) -> None:
        """What is kept begins with nothing."""
        if not self.apart:
            return
        build, strip = self.w.build, self.strip
        for op in self._wanted_outside():
            kind = op.type.vector(strip.width)
            kind = strip.word if kind == strip.bit else kind
            self.kept[op] = build.phi(kind, [(kind.poison(), before)], f"{op.name}.kept")
        if len(self.level.exits) > 1:
            for edge in self.level.exits:
                self.left[edge] = build.phi(strip.word, [(strip.none, before)], "hc.left")

    def _wanted_outside(self) -> list[Op]:
        blocks = self.level.blocks
        return [
            op
            for block in sorted(blocks, key=lambda block: block.number)
            for op in block.ops
            if not self.around.users.get(op, set()) <= blocks
        ]

    def _end(self, live: ir.Value | None) -> tuple[ir.Value, ir.Value]:
        """Whether the loop goes on, and for whom."""
        build, strip, masks = self.w.build, self.strip, self.around.masks
        back = strip.either([masks[edge] for edge in self.level.backs])
        if live is None:
            if len(self.level.exits) == 1:
                masks[self.level.exits[0]] = Mask(self.bits)
            return strip.any(back) or self.w.i1.const(1), strip.none
        bits = strip.all_bits(back)
        leaving = build.binary(Opcode.XOR, live, bits)
        for op, kept in self.kept.items():
            value = strip.vector(op)
            chosen = strip.choose(Mask(leaving), strip.kept_form(value), kept)
            kept.add_incoming([(chosen, self.w.here)])
            strip.values[op] = varying(strip.used_form(chosen, value.type))
            strip.vectors.pop(op, None)
        for edge, left in self.left.items():
            gone = build.binary(Opcode.OR, left, strip.all_bits(masks[edge]))
            left.add_incoming([(gone, self.w.here)])
            masks[edge] = Mask(strip.remember(gone))
        if not self.left:
            masks.update({edge: Mask(self.bits) for edge in self.level.exits})
        more = strip.any(Mask(bits))
        return more or self.w.i1.const(1), bits
