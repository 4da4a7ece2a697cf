"""A function as the analyses see it: plain objects over LLVM's values, which cost no call to look at.

Takes an ir.Function; gives its Code. A kernel is taken apart here (the cut adds blocks and copies), not in
LLVM's function: the writers make new functions of it at the end, each Op a clone of the instruction that it
was read from. Nodes and blocks are the same where they are one object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.ir.scan import Row, scan
from hcpy.ir.values import wrap
from hcpy.passes.host.launch import BARRIER, INDEX, NAMES


class Node:
    """A value."""

    __slots__ = ("number", "value")

    def __init__(self, value: ir.Value, number: int) -> None:
        self.value = value
        self.number = number  # sorts what is kept in sets

    @property
    def type(self) -> ir.Type:
        return self.value.type

    @property
    def name(self) -> str:
        """For what is named after it."""
        return self.value.name or str(self.number)


class Fixed(Node):
    """A constant, a function, or metadata: the same everywhere."""

    __slots__ = ()


class Input(Node):
    """A parameter."""

    __slots__ = ("context",)

    def __init__(self, value: ir.Value, number: int, context: str) -> None:
        super().__init__(value, number)
        self.context = context  # name of the context's value; empty: a further parameter


class Op(Node):
    """An instruction; `source`, which it is a copy of, is what the writers clone."""

    __slots__ = ("block", "callee", "incoming", "opcode", "operands", "source", "targets", "uses")

    def __init__(self, source: ir.Instruction | None, opcode: Opcode, number: int, block: Block) -> None:
        if source is not None:
            super().__init__(source, number)
        else:
            self.number = number
        self.source = source  # None: a branch that the cut has made
        self.opcode = opcode
        self.block = block
        self.callee = ""
        self.operands: tuple[Node, ...] = ()
        self.uses: tuple[Node, ...] = ()  # the operands that are not fixed, each once
        self.incoming: list[tuple[Node, Block]] = []  # of a phi
        self.targets: list[Block] = []  # of a terminator, one for each edge

    def set_operands(self, operands: Sequence[Node]) -> None:
        self.operands = tuple(operands)
        self.uses = tuple(dict.fromkeys(o for o in operands if not isinstance(o, Fixed)))

    def set_incoming(self, incoming: Sequence[tuple[Node, Block]]) -> None:
        self.incoming = list(incoming)
        self.set_operands([value for value, _ in incoming])

    @property
    def instruction(self) -> ir.Instruction:
        assert self.source is not None
        return self.source


class Block:
    """A basic block; its last Op is the terminator."""

    __slots__ = ("name", "number", "ops")

    def __init__(self, name: str, number: int = -1) -> None:
        self.name = name
        self.number = number
        self.ops: list[Op] = []

    def __repr__(self) -> str:
        return f"<block {self.name}>"

    @property
    def terminator(self) -> Op:
        return self.ops[-1]

    @property
    def body(self) -> list[Op]:
        return self.ops[:-1]

    @property
    def phis(self) -> list[Op]:
        found = []
        for op in self.ops:
            if op.opcode is not Opcode.PHI:
                break
            found.append(op)
        return found

    @property
    def successors(self) -> list[Block]:
        """Each once."""
        return list(dict.fromkeys(self.terminator.targets))


EXIT = Block("<exit>")  # the node after every return


class Code:
    """A function's blocks, in order, and its parameters."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.blocks: list[Block] = []
        self.inputs: list[Input] = []  # the further parameters, then what is used of the context
        self.barriers: set[tuple[Block, Block]] = set()  # edges that are one
        self._count = 0

    @property
    def entry(self) -> Block:
        return self.blocks[0]

    def ops(self) -> Iterator[Op]:
        for block in self.blocks:
            yield from block.ops

    def bind_inputs(self, arguments: Sequence[ir.Value]) -> dict[Input, ir.Value]:
        """The inputs as the arguments of another function that has the same parameters."""
        further = iter(arguments[len(NAMES) :])
        return {i: arguments[INDEX[i.context]] if i.context else next(further) for i in self.inputs}

    def drop_unreachable(self) -> None:
        """After branches have been answered."""
        seen = {self.entry}
        work = [self.entry]
        while work:
            for target in work.pop().terminator.targets:
                if target not in seen:
                    seen.add(target)
                    work.append(target)
        if len(seen) < len(self.blocks):
            self.blocks = [block for block in self.blocks if block in seen]
            for block in self.blocks:
                for phi in block.phis:
                    phi.set_incoming([(v, b) for v, b in phi.incoming if b in seen])

    def next_number(self) -> int:
        self._count += 1
        return self._count

    def add_block(self, name: str) -> Block:
        block = Block(name, self.next_number())
        self.blocks.append(block)
        return block

    def add_branch(self, block: Block, target: Block) -> None:
        op = Op(None, Opcode.BR, self.next_number(), block)
        op.targets = [target]
        block.ops.append(op)


def read(function: ir.Function) -> Code:
    """Blocks end at barriers, whose calls are left out."""
    return _Reader(function).code


class _Reader:
    def __init__(self, function: ir.Function) -> None:
        self.code = code = Code(function)
        self.nodes: dict[int, Node] = {}
        self.context: dict[int, str] = {}  # handles of parameters that are looked at when they are used
        for handle, name in zip_longest(function.argument_handles, NAMES):
            if name is not None:
                self.context[handle] = name
            else:
                code.inputs.append(self._input(handle, ""))
        self.callees: dict[int, str] = {}
        self.first: dict[int, Block] = {}
        self.last: dict[int, Block] = {}
        self.waiting: list[tuple[Op, Row]] = []
        for block, rows in scan(function):
            self._read_block(block, rows)
        for op, row in self.waiting:
            self._complete(op, row)

    def _read_block(self, block: ir.Block, rows: list[Row]) -> None:
        code = self.code
        piece = self.first[block.handle] = code.add_block(block.name or f"b{len(code.blocks)}")
        for row in rows:
            callee = self._callee(row) if row.opcode is Opcode.CALL else ""
            if callee == BARRIER:
                following = code.add_block(f"{piece.name}.b{len(code.barriers)}")
                code.add_branch(piece, following)
                code.barriers.add((piece, following))
                piece = following
                continue
            op = Op(row.instruction, row.opcode, code.next_number(), piece)
            op.callee = callee
            piece.ops.append(op)
            self.nodes[row.instruction.handle] = op
            if row.operands or row.blocks:
                self.waiting.append((op, row))
        self.last[block.handle] = piece

    def _callee(self, row: Row) -> str:
        handle = row.operands[-1]
        if handle not in self.callees:
            callee = row.instruction.callee
            self.callees[handle] = callee.name if callee is not None else ""
        return self.callees[handle]

    def _complete(self, op: Op, row: Row) -> None:
        operands = [self.nodes.get(handle) or self._new(handle) for handle in row.operands]
        if op.opcode is Opcode.PHI:
            op.set_incoming([(v, self.last[b]) for v, b in zip(operands, row.blocks, strict=True)])
        else:
            op.set_operands(operands)
            op.targets = [self.first[b] for b in row.blocks]

    def _new(self, handle: int) -> Node:
        """What an operand is that no instruction of the function makes."""
        if handle in self.context:
            given = self._input(handle, self.context[handle])
            self.code.inputs.append(given)
            return given
        made = self.nodes[handle] = Fixed(wrap(handle), self.code.next_number())
        return made

    def _input(self, handle: int, context: str) -> Input:
        made = Input(ir.Argument(handle), self.code.next_number(), context)
        self.nodes[handle] = made
        return made
