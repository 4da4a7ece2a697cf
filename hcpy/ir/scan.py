"""A function's instructions as rows of handles, read in one go: for analyses that ask about each many times.

Takes a function; gives its blocks with a row for each instruction. Rows are out of date when the code
changes.
"""

from __future__ import annotations

from hcpy.ir.capi import C
from hcpy.ir.enums import Opcode
from hcpy.ir.functions import Block, Function
from hcpy.ir.instructions import Instruction

_OPCODES = {int(opcode): opcode for opcode in Opcode}


class Row:
    """One instruction; handles represent what it names.

    operands: a terminator's up to its first block; a call's callee is the last one.
    blocks: a phi's incoming ones, a terminator's targets.
    """

    __slots__ = ("blocks", "instruction", "opcode", "operands")

    def __init__(
        self, instruction: Instruction, opcode: Opcode, operands: list[int], blocks: list[int]
    ) -> None:
        self.instruction, self.opcode = instruction, opcode
        self.operands, self.blocks = operands, blocks


def scan(function: Function) -> list[tuple[Block, list[Row]]]:
    """The function's blocks in order."""
    blocks = function.blocks
    known = {block.handle for block in blocks}
    return [(block, _rows(block, known)) for block in blocks]


def _rows(block: Block, known: set[int]) -> list[Row]:
    rows: list[Row] = []
    opcode_of, following, get = C.GetInstructionOpcode, C.GetNextInstruction, C.GetOperand
    at = C.GetFirstInstruction(block.handle)
    last = C.GetBasicBlockTerminator(block.handle)
    while at:
        number = opcode_of(at)
        opcode = _OPCODES.get(number) or Opcode(number)
        operands = [get(at, n) for n in range(C.GetNumOperands(at))]
        targets: list[int] = []
        if at == last:
            first = next((n for n, handle in enumerate(operands) if handle in known), len(operands))
            del operands[first:]
            targets = [C.GetSuccessor(at, n) for n in range(C.GetNumSuccessors(at))]
        elif opcode is Opcode.PHI:
            targets = [C.GetIncomingBlock(at, n) for n in range(len(operands))]
        rows.append(Row(Instruction(at), opcode, operands, targets))
        at = following(at)
    return rows
