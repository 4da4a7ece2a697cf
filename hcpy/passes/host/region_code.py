"""Writes a region as a function of one work-item.

Takes an Outline and one of its plans; gives the function: what it needs of other regions is a parameter,
computed again or read from a slot at its beginning; what others need of it is stored at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode
from hcpy.passes.host import launch
from hcpy.passes.host.accesses import may_be_marked
from hcpy.passes.host.code import Block, Fixed, Node, Op
from hcpy.passes.host.errors import NotPossible
from hcpy.passes.host.marks import Marks
from hcpy.passes.host.outline import Again, Arrival, Key, Load, Outline, Place, RegionPlan, name_of, node_of
from hcpy.passes.host.own_arrays import NO_ARRAYS, OwnArrays
from hcpy.passes.host.writer import Writer


@dataclass(frozen=True)
class RegionCode:
    """A region as a function of one work-item; None: there is nothing to run."""

    number: int
    function: ir.Function | None


@dataclass(frozen=True)
class Style:
    """How the regions of an outline are written."""

    module: ir.Module
    marks: Marks
    name: str  # of the functions, before a number
    index: str  # of the context: which place of a slot is the work-item's
    marks_all: bool  # mark each access as its work-item's
    arrays: OwnArrays = NO_ARRAYS  # those that lie element by element


def slot_type(module: ir.Module, key: Key) -> ir.Type:
    """What a slot holds for each work-item; a stack's variable is bytes, their number keeps its alignment."""
    node = node_of(key)
    if not (isinstance(node, Op) and node.opcode is Opcode.ALLOCA):
        return module.types.i8 if node.type == module.types.i1 else node.type
    source = node.instruction
    count = source.operand(0)
    if not isinstance(count, ir.Integer):
        raise NotPossible("an array of a size that is only known at run time is not possible")
    size = module.layout.size(source.allocated_type) * count.value
    align = max(module.layout.align(source.allocated_type), source.align)
    return module.types.i8.array(-(-size // align) * align)


def write_regions(outline: Outline, style: Style) -> list[RegionCode]:
    return [
        RegionCode(plan.number, None if plan.is_empty else _RegionWriter(outline, plan, style).write())
        for plan in outline.plans
    ]


class _RegionWriter:
    """Writes the function of one region."""

    def __init__(self, outline: Outline, plan: RegionPlan, style: Style) -> None:
        self.facts, self.plan, self.style = outline.facts, plan, style
        module, pointer = style.module, style.module.types.pointer()
        extra = [(node_of(key).type, f"{name_of(key)}.in") for key in plan.parameters]
        extra += [(pointer, f"slot.{name_of(key)}") for key in plan.slots]
        extra += [(pointer, f"shared.{name_of(key)}") for key in plan.shared_stores]
        name = f"{style.name}{plan.number}"
        self.function = launch.define(module, name, module.types.void, extra)
        arguments = self.function.arguments
        self.context = dict(zip(launch.NAMES, arguments, strict=False))
        given = iter(arguments[len(launch.NAMES) :])
        self.values: dict[Key, ir.Value] = {key: next(given) for key in plan.parameters}
        self.slots: dict[Key, ir.Value] = {key: next(given) for key in plan.slots}
        self.shared: dict[Key, ir.Value] = {key: next(given) for key in plan.shared_stores}
        for code_input in outline.facts.cut.uniformity.code.inputs:
            if code_input.context:
                self.values[code_input] = self.context[code_input.context]

    def write(self) -> ir.Function:
        region = self.plan.region
        with Writer(self.style.module, self.function) as w:
            enter = w.start(w.new_block("hc.in"))
            self.blocks = {block: w.new_block(block.name) for block in region.blocks}
            leave = w.new_block("hc.out")
            for step in self.plan.entry:
                self._entry(w, step)
            w.jump(self.blocks[region.head])
            written: list[tuple[Op, ir.Instruction]] = []
            for block in region.blocks:
                w.start(self.blocks[block])
                written += self._block(w, block, leave)
            self._connect(written, enter)
            w.start(leave)
            self._leave(w)
            w.build.ret()
        return self.function

    # -- the beginning --
    def _entry(self, w: Writer, step: Load | Place | Again) -> None:
        if isinstance(step, Place):
            self.values[step.alloca] = self._slot_address(w, step.alloca)
        elif isinstance(step, Again):
            new = insert_clone(w, step.op, self.style)
            set_operands(new, step.op, self.values.__getitem__)
            self.values[step.op] = new
        else:
            kind = node_of(step.key).type
            at = self._slot_address(w, step.slot)
            self.values[step.key], load = w.load_value(kind, at, name_of(step.key))
            self.style.marks.slot(load)

    def _slot_address(self, w: Writer, slot: Key) -> ir.Value:
        kind = self.style.arrays.elements.get(slot) or slot_type(self.style.module, slot)
        index = self.context[self.style.index]
        return w.build.address(kind, self.slots[slot], [index], f"at.{name_of(slot)}", ir.NoWrap.INBOUNDS)

    # -- the region's own blocks --
    def _block(self, w: Writer, block: Block, leave: ir.Block) -> list[tuple[Op, ir.Instruction]]:
        written: list[tuple[Op, ir.Instruction]] = []
        for op in block.body:
            if op in self.facts.skeleton or op.opcode is Opcode.ALLOCA:
                continue
            if op.opcode is Opcode.PHI and not self._is_phi(op, block):
                continue
            if op in self.style.arrays.fills:
                for store in self.style.arrays.fill(w, op, self.values[op.operands[0]]):
                    self.style.marks.slot(store)
                continue
            written.append((op, self._clone(w, op)))
        op, region = block.terminator, self.plan.region
        if block is region.tail or op.opcode is Opcode.RET:
            w.jump(leave)
        elif op.source is None:
            w.jump(self._target(op.targets[0], leave))
        else:
            made = w.build.insert(op.source.clone())
            self.style.marks.users_loop(made)
            for index, target in enumerate(op.targets):
                made.set_successor(index, self._target(target, leave))
            written.append((op, made))
        return written

    def _target(self, target: Block, leave: ir.Block) -> ir.Block:
        region = self.plan.region
        if region.tail is None and target is region.exit:
            return leave
        return self.blocks[target]

    def _is_phi(self, phi: Op, block: Block) -> bool:
        """Does a phi stay one? At the head it may be what arrives."""
        if self._inside(phi, block):
            return True
        if Arrival(phi) in self.values:
            self.values[phi] = self.values[Arrival(phi)]
        return False

    def _inside(self, phi: Op, block: Block) -> list[tuple[Node, Block]]:
        if block is not self.plan.region.head:
            return phi.incoming
        outside = self.facts.incoming_from_elsewhere(phi, block)
        return [pair for pair in phi.incoming if pair not in outside]

    def _clone(self, w: Writer, op: Op) -> ir.Instruction:
        new = w.build.phi(op.type) if op.opcode is Opcode.PHI else insert_clone(w, op, self.style)
        self.values[op] = new
        return new

    def _connect(self, written: Sequence[tuple[Op, ir.Instruction]], enter: ir.Block) -> None:
        """Operands, once all values are known."""
        for op, new in written:
            if op.opcode is not Opcode.PHI:
                set_operands(new, op, self.values.__getitem__)
                continue
            inside = self._inside(op, op.block)
            pairs = [(resolve(v, self.values.__getitem__), self.blocks[b]) for v, b in inside]
            if len(inside) != len(op.incoming) and Arrival(op) in self.values:
                pairs.insert(0, (self.values[Arrival(op)], enter))
            new.add_incoming(pairs)

    # -- the end --
    def _leave(self, w: Writer) -> None:
        for leaving in self.plan.leaving:
            kind = leaving.key.phi.type
            pairs = [
                (kind.poison() if v is None else resolve(v, self.values.__getitem__), self.blocks[b])
                for v, b in leaving.incoming
            ]
            self.values[leaving.key] = w.build.phi(kind, pairs, name_of(leaving.key))
        for value, slot in self.plan.slot_stores:
            at = self._slot_address(w, slot)
            self.style.marks.slot(w.store_value(self._value(value), at))
        for value in self.plan.shared_stores:
            self.style.marks.slot(w.store_value(self._value(value), self.shared[value]))

    def _value(self, key: Key) -> ir.Value:
        return key.value if isinstance(key, Fixed) else self.values[key]


def resolve(node: Node, find: Callable[[Node], ir.Value]) -> ir.Value:
    return node.value if isinstance(node, Fixed) else find(node)


def insert_clone(w: Writer, op: Op, style: Style) -> ir.Instruction:
    """What an Op was read from, once more; its operands are the caller's affair."""
    new = style.arrays.clone(w, op)
    if style.marks_all and may_be_marked(op) and not style.marks.is_marked(new):
        style.marks.item(new)
    return new


def set_operands(new: ir.Instruction, op: Op, find: Callable[[Node], ir.Value]) -> None:
    """Gives a clone the operands that replace those of what it was cloned from; fixed ones it has."""
    for index, operand in enumerate(op.operands):
        if not isinstance(operand, Fixed):
            new.set_operand(index, find(operand))
