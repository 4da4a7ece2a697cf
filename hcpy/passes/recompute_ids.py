"""Shortens the lives of work-item ids: what kernels need again after a loop is computed there once more.

Takes a Lowering whose module is optimised for PTX. A value that lives across a loop takes a register from it:
on a tiled n-body two such registers make ptxas schedule the inner loop 3.4 % slower (H200). The ids are read
by volatile assembly after the loop, because LLVM would put the two computations together again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hcpy import ir
from hcpy.passes.lowering import Lowering

_MOST_STEPS = 12  # of one value's computation; more are dearer than a register
_PREFIX = "llvm.nvvm.read.ptx.sreg."
_REGISTERS = {
    f"{_PREFIX}{name}.{axis}": f"{name}.{axis}"
    for name in ("tid", "ctaid", "ntid", "nctaid")
    for axis in "xyz"
}
_PURE = frozenset(
    (
        *(ir.Opcode.ADD, ir.Opcode.SUB, ir.Opcode.MUL, ir.Opcode.SHL, ir.Opcode.LSHR, ir.Opcode.AND),
        *(ir.Opcode.OR, ir.Opcode.SEXT, ir.Opcode.ZEXT, ir.Opcode.TRUNC, ir.Opcode.GEP, ir.Opcode.LOAD),
    )
)

Steps = tuple[ir.Instruction, ...]
Change = tuple[list[ir.Instruction], dict[ir.Value, ir.Value]]  # users, and new values by the old ones


def run(lowering: Lowering) -> None:
    for function in lowering.kernels:
        if not function.is_declaration:
            _Recompute(function).run()


class _Recompute:
    """One kernel's blocks, and the computation of each value that ids and parameters decide."""

    def __init__(self, function: ir.Function) -> None:
        self._blocks = function.blocks
        self._parameter = _read_only_parameter(function)
        self._steps: dict[ir.Value, Steps | None] = {}
        self._successors = {block: block.successors for block in self._blocks}

    def run(self) -> None:
        reach = {block: self._reachable(block) for block in self._blocks}
        loops = {block for block in self._blocks if block in reach[block]}
        if not loops:
            return
        changes: list[Change] = []
        for block in self._blocks:
            if block in loops:
                continue
            before = {other for other in self._blocks if block in reach[other]}
            behind = {d for d in self._blocks if d not in loops and reach[d] & loops & before}
            if behind:
                changes.append(self._compute_again(block, behind))
        for users, again in changes:  # last: the steps are those of the code as it was
            for user in users if again else ():
                _use(user, again)

    def _reachable(self, start: ir.Block) -> set[ir.Block]:
        """The blocks that control can come to from a block, itself only by way of a loop."""
        seen: set[ir.Block] = set()
        todo = list(self._successors[start])
        while todo:
            block = todo.pop()
            if block not in seen:
                seen.add(block)
                todo += self._successors[block]
        return seen

    def _steps_of(self, value: ir.Value) -> Steps | None:
        """The values to compute, in order, for one; None where ids and parameters don't decide it."""
        if value not in self._steps:
            self._steps[value] = None  # of a circle
            self._steps[value] = self._find_steps(value)
        return self._steps[value]

    def _find_steps(self, value: ir.Value) -> Steps | None:
        if not isinstance(value, ir.Instruction):
            return None
        if value.callee_name in _REGISTERS:
            return (value,)
        if value.opcode not in _PURE:
            return None
        found: dict[ir.Instruction, None] = {}
        for operand in value.operands:
            if operand == self._parameter or operand.is_constant:
                continue
            steps = self._steps_of(operand)
            if steps is None:
                return None
            found.update(dict.fromkeys(steps))
        if len(found) >= _MOST_STEPS or (value.opcode is ir.Opcode.LOAD and not self._loads_parameter(value)):
            return None
        return (*found, value)

    def _loads_parameter(self, load: ir.Instruction) -> bool:
        """Only the function object is known not to change; a load from elsewhere may see another value."""
        pointer = load.pointer
        while pointer != self._parameter:
            if not isinstance(pointer, ir.Instruction) or pointer.opcode is not ir.Opcode.GEP:
                return False
            pointer = pointer.pointer
        return self._parameter is not None

    def _compute_again(self, block: ir.Block, behind: set[ir.Block]) -> Change:
        """Computes the ids that come from before a loop anew, after the block's phis."""
        again: dict[ir.Value, ir.Value] = {}
        first = block.first_after_phis
        users = [i for i in block.instructions() if i.opcode is not ir.Opcode.PHI]
        with ir.Builder.before(first) as build:
            for operand in dict.fromkeys(o for user in users for o in user.operands):
                steps = self._steps_of(operand)
                if steps is None or steps[-1].block not in behind:
                    continue
                if any(step.callee_name in _REGISTERS for step in steps):
                    _compute(build, steps, again)
        return users, again


def _read_only_parameter(function: ir.Function) -> ir.Argument | None:
    if not function.arguments or "readonly" not in function.parameter_attributes(0):
        return None
    return function.arguments[0]


def _compute(build: ir.Builder, steps: Iterable[ir.Instruction], again: dict[ir.Value, ir.Value]) -> None:
    for step in steps:
        if step in again:
            continue
        if (register := _REGISTERS.get(step.callee_name)) is not None:
            type_ = build.types.function(build.types.i32, [])
            text = build.assembler(type_, f"mov.u32 $0, %{register};", "=r")
            again[step] = build.call(text, [], type_=type_)
        else:
            made = build.insert(step.clone())
            made.debug_location = None
            _use(made, again)
            again[step] = made


def _use(user: ir.Instruction, again: Mapping[ir.Value, ir.Value]) -> None:
    for number, operand in enumerate(user.operands):
        if operand in again:
            user.set_operand(number, again[operand])
