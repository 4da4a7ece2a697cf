"""Loops whose rounds are one chain of floating-point operations, and little else: `r = r * x + c`.

Takes the Uniformity of a function of one work-item; says whether it has such a loop. Each operation waits for
the one before, so that a processor, which begins two in each cycle, needs as many registers of work-items as
an operation takes half cycles.
"""

from __future__ import annotations

from hcpy.ir import Opcode
from hcpy.passes.host.cfg import natural_loops
from hcpy.passes.host.code import Block, Node, Op
from hcpy.passes.host.uniformity import Uniformity

_ARITHMETIC = frozenset((Opcode.FADD, Opcode.FSUB, Opcode.FMUL, Opcode.FNEG))
_FUSED = ("llvm.fma.", "llvm.fmuladd.")
_ACCESSES = frozenset((Opcode.LOAD, Opcode.STORE))
_SHORTEST = 2  # operations of a chain: a single one takes no longer than what it needs
_MOST_WORK = 1.3  # operations of a round, for each one that lies on its longest chain


def has_lone_chain(uniformity: Uniformity) -> bool:
    loops = natural_loops(uniformity.code)
    return any(
        _is_lone_chain(header, blocks, uniformity.divergent)
        for header, blocks in loops.items()
        if not any(other in blocks for other in loops if other is not header)
    )


def _is_lone_chain(header: Block, blocks: set[Block], divergent: set[Node]) -> bool:
    """Work-items' own accesses would need the registers, and take their time by themselves."""
    phis = [phi for phi in header.phis if phi in divergent]
    work = [op for b in blocks for op in b.ops if op in divergent and op.opcode is not Opcode.PHI]
    stores = any(op.opcode is Opcode.STORE for block in blocks for op in block.ops)
    if stores or any(op.opcode in _ACCESSES or _takes_long(op) for op in work):
        return False
    longest = max((_length(phi, blocks) for phi in phis), default=0)
    return longest >= _SHORTEST and len(work) <= _MOST_WORK * longest


def _is_link(op: Op) -> bool:
    return op.opcode in _ARITHMETIC or op.callee.startswith(_FUSED)


def _takes_long(op: Op) -> bool:
    """A processor does not begin two of them in each cycle."""
    return op.opcode is Opcode.FDIV or (op.opcode is Opcode.CALL and not _is_link(op))


def _length(phi: Op, blocks: set[Block]) -> int:
    """Operations from one round's value to the next one's."""
    known: dict[Node, int] = {phi: 0}

    def length(node: Node) -> int:
        """-1: it does not follow from the phi."""
        if node not in known:
            known[node] = -1
            if isinstance(node, Op) and node.block in blocks:
                before = max((length(use) for use in node.uses), default=-1)
                known[node] = before if before < 0 else before + _is_link(node)
        return known[node]

    return max((length(value) for value, block in phi.incoming if block in blocks), default=0)
