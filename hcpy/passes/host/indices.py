"""Index arithmetic in 64 bits.

Takes a function with the context; changes it in place. Signed 32-bit arithmetic that cannot wrap (nsw) and
is then extended to 64 bits for an address is done in 64 bits from the ids on: LLVM's Reassociate drops nsw,
and without it the vectoriser sees no consecutive accesses. Other arithmetic keeps its width: random numbers
that wrap, which they may not, give on all other devices what they give in 32 bits.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.ir import Opcode
from hcpy.passes.host.launch import NARROW, WIDE, Context

_ARITHMETIC = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL))
_LINEAR = _ARITHMETIC | {Opcode.PHI, Opcode.SELECT}
_DEEPEST = 6
_WRAPPING = _ARITHMETIC | {Opcode.TRUNC}  # have nuw and nsw


def widen_indices(function: ir.Function, context: Context) -> None:
    types = ir.Types(function.context)
    extensions = [
        i
        for i in function.instructions()
        if i.opcode in (Opcode.SEXT, Opcode.ZEXT) and i.type == types.i64 and i.operand(0).type == types.i32
    ]
    widener = _Widener(function, context)
    for extension in extensions:
        value = extension.operand(0)
        if not value.is_constant and _leads_to_index(extension):
            signed = extension.opcode is Opcode.SEXT or (extension.nneg and _is_signed(value))
            twin = widener.twin(value, signed)
            if twin is not None:
                extension.replace(twin)
    widener.close()


def _leads_to_index(value: ir.Instruction) -> bool:
    """Is it part of a place, or compared, as indices are with their bounds?"""
    pending, seen = [value], {value}
    while pending:
        for user in pending.pop().users:
            if not isinstance(user, ir.Instruction) or user in seen:
                continue
            if user.opcode in (Opcode.GEP, Opcode.ICMP):
                return True
            if user.opcode in _LINEAR:
                seen.add(user)
                pending.append(user)
    return False


def _is_signed(value: ir.Value, depth: int = 0) -> bool:
    """Does it, or a part of it, wrap for all that is known where it is taken as unsigned? There the unsigned
    twin would begin, and the parts' own parts, of which ids are some, would not be seen in it."""
    if not isinstance(value, ir.Instruction) or value.opcode not in _WRAPPING or not value.nsw:
        return False
    if not value.nuw:
        return True
    return depth < _DEEPEST and any(_is_signed(part, depth + 1) for part in value.operands)


def mark_differences(function: ir.Function, context: Context) -> None:
    """What is taken from a number that is not negative does not wrap.

    `group * 14 + local - 1` is that one; LLVM forgets nsw where it has asked `>= 0 && < n` of it as one
    question.
    """
    known = {context[name] for name in (*NARROW, *WIDE)}
    for op in function.instructions_of(Opcode.ADD, Opcode.SUB):
        if op.nsw or op.type.is_vector:
            continue
        first, second = op.operands
        if op.opcode is Opcode.ADD:
            is_less = isinstance(second, ir.Integer) and second.signed < 0
        else:
            is_less = _is_positive(second, known, 0)
        if is_less and _is_positive(first, known, 0):
            op.nsw = True


def _is_positive(value: ir.Value, ids: Collection[ir.Value], depth: int) -> bool:
    """Is it made of ids and sizes, and never negative?"""
    if isinstance(value, ir.Integer):
        return value.signed >= 0
    if value in ids and value.type.is_integer:
        return True
    if not isinstance(value, ir.Instruction) or depth > _DEEPEST:
        return False
    if value.opcode not in (Opcode.ADD, Opcode.MUL, Opcode.SHL) or not value.nsw:
        return False
    return all(_is_positive(operand, ids, depth + 1) for operand in value.operands)


class _Widener:
    """Makes 64-bit twins of 32-bit values that are extended, placed right after them."""

    def __init__(self, function: ir.Function, context: Context) -> None:
        self._types = ir.Types(function.context)
        self._build = ir.Builder(function.context)
        self._wide_ids = {context[name]: context[f"{name}.w"] for name in NARROW}
        self._twins: dict[tuple[ir.Value, bool], ir.Value] = {}
        self._last: dict[ir.Value, ir.Instruction] = {}  # a value's latest twin

    def close(self) -> None:
        self._build.close()

    def twin(self, value: ir.Value, signed: bool) -> ir.Value | None:
        """The 64-bit value of a 32-bit operand under sext or zext; None: it has none."""
        if isinstance(value, ir.Integer):
            return self._types.i64.const(value.signed if signed else value.value)
        if value in self._wide_ids:
            return self._wide_ids[value]  # ids are below 2**31
        if not isinstance(value, ir.Instruction):
            return None
        key = (value, signed)
        if key not in self._twins:
            made = self._make(value, signed)
            if made is None:
                return None
            self._twins[key] = made
        return self._twins[key]

    def _make(self, value: ir.Instruction, signed: bool) -> ir.Value | None:
        if value.opcode is Opcode.TRUNC and (value.nsw if signed else value.nuw):
            number = value.operand(0)  # a round's, which has been 64 bits wide
            return number if number.type == self._types.i64 else None
        opcode, name = value.opcode, f"{value.name or 'n'}.{'s' if signed else 'z'}w"
        in_range = signed and self._is_in_range(value)
        if in_range or (opcode in _ARITHMETIC and (value.nsw if signed else value.nuw)):
            left, right = value.operands
            if opcode is not Opcode.SHL or isinstance(right, ir.Integer):
                a, b = self.twin(left, signed), self.twin(right, signed)
                if a is not None and b is not None and self._go_behind(value):
                    made = self._build.binary(opcode, a, b, name)
                    if isinstance(made, ir.Instruction):
                        made.nsw, made.nuw = in_range or value.nsw, value.nuw
                    return self._placed(value, made)
        if not self._go_behind(value):
            return None
        kind = Opcode.SEXT if signed else Opcode.ZEXT
        return self._placed(value, self._build.cast(kind, value, self._types.i64, name))

    def _is_in_range(self, value: ir.Instruction) -> bool:
        """Where LLVM has dropped nsw: `15 - id` and `id - 1` are 32-bit numbers, as ids are from 0 on."""
        if value.opcode is Opcode.SUB:
            number, id_ = value.operands
            return isinstance(number, ir.Integer) and number.signed >= -1 and id_ in self._wide_ids
        if value.opcode is Opcode.ADD:
            id_, number = value.operands
            return isinstance(number, ir.Integer) and number.signed <= 0 and id_ in self._wide_ids
        return False

    def _go_behind(self, value: ir.Instruction) -> bool:
        if value.opcode is Opcode.PHI:
            self._build.move_before(value.block.first_after_phis)
            return True
        after = self._last.get(value, value).following
        if after is not None:
            self._build.move_before(after)
        return after is not None

    def _placed(self, value: ir.Instruction, made: ir.Value) -> ir.Value:
        if isinstance(made, ir.Instruction):
            self._last[value] = made
        return made
