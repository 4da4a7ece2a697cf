"""Indices that are kept within an array's bounds: `clamp(x + k, 0, n - 1)`.

Work-items side by side then read elements side by side, but at the edges; LLVM's vectoriser sees places that
have nothing to do with each other. `split_clamps` takes a kernel's function with the context: an extended
clamp becomes a choice between it and what is clamped, by the context's CLEAR. `all_clear` writes for a strip
whether both are the same for its first and its last work-item; they are for those between, as what is clamped
grows evenly. The strip is then written twice, and LLVM folds the choices.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy import ir
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.effects import CHEAP
from hcpy.passes.host.launch import CLEAR, CLOSURE, INDEX, Context

_SIGNED = ("llvm.smax.i32", "llvm.smin.i32")
_UNSIGNED = "llvm.umin.i32"
_STRICT = (IntPredicate.SLT, IntPredicate.SGT)
_PRODUCTS = frozenset((Opcode.MUL, Opcode.SHL))
_FLAGGED = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.TRUNC))
_EVEN = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL))  # without wrap, of what grows evenly
_IDS = tuple(f"{stem}{d}" for stem in ("local", "global") for d in range(3))
_MOST = 60  # instructions that a strip may be asked for


# --- the kernel's function ---------------------------------------------------------------------------
def split_clamps(function: ir.Function, context: Context) -> bool:
    """Whether there was one."""
    grown = _Growth(context)
    clear: ir.Value | None = None
    for extension in list(function.instructions_of(Opcode.SEXT, Opcode.ZEXT)):
        clamped = grown.clamped(extension)
        if clamped is None:
            continue
        if clear is None:
            with ir.Builder.before(next(iter(function.entry.instructions()))) as build:
                clear = build.compare(IntPredicate.NE, context[CLEAR], context[CLEAR].type.null(), "hc.clear")
        after = extension.following
        assert after is not None
        with ir.Builder.before(after) as build:
            wide = build.cast(Opcode.SEXT, clamped, extension.type)
            chosen = build.select(clear, wide, wide, "hc.index")
            extension.replace_uses(chosen)
            assert isinstance(chosen, ir.Instruction)
            chosen.set_operand(2, extension)
    return clear is not None


class _Growth:
    """Which values grow evenly from work-item to work-item, and which are the same for all."""

    def __init__(self, context: Context) -> None:
        self._ids = {context[name] for name in _IDS}
        self._varying: set[ir.Value] = set()
        work = [
            value for name, value in context.items() if name.startswith(("local", "global", "item", "lane"))
        ]
        while work:
            value = work.pop()
            if value not in self._varying:
                self._varying.add(value)
                work += value.users

    def clamped(self, extension: ir.Instruction) -> ir.Value | None:
        """What lies below the clamps that an extension to 64 bits is made of.

        Whether a clamp raises, keeps or lowers a number goes one way as the number grows, and so it is for
        clamps of clamps: between two work-items for which all of them do nothing they do nothing either.
        """
        value, depth = extension.operand(0), 0
        compared: list[ir.Value] = []
        while isinstance(value, ir.Instruction):
            is_unsigned = extension.opcode is Opcode.ZEXT
            inner = None if is_unsigned else self._below_choice(value, compared)
            if inner is None:
                inner = self._below_call(value, allows_unsigned=is_unsigned)
            if inner is None:
                break
            value, depth = inner, depth + 1
        if not depth or extension.type.width != 64 or any(asked != value for asked in compared):
            return None
        return value if self._is_even(value) else None

    def _below_call(self, value: ir.Instruction, *, allows_unsigned: bool) -> ir.Value | None:
        """A bound of unsigned numbers counts where none is negative, which a zext that is equal says."""
        if value.opcode is not Opcode.CALL:
            return None
        name = value.callee_name
        if name not in _SIGNED and not (name == _UNSIGNED and allows_unsigned):
            return None
        inner = [operand for operand in value.arguments if operand in self._varying]
        return inner[0] if len(inner) == 1 else None

    def _below_choice(self, value: ir.Instruction, compared: list[ir.Value]) -> ir.Value | None:
        """Of `x < limit ? limit : y`, or with >, what y is; x must be what is clamped in the end."""
        if value.opcode is not Opcode.SELECT:
            return None
        condition, chosen, inner = value.operands
        if not isinstance(condition, ir.Instruction) or condition.opcode is not Opcode.ICMP:
            return None
        asked, limit = condition.operands
        if condition.predicate not in _STRICT or chosen != limit or limit in self._varying:
            return None
        compared.append(asked)
        return inner

    def _is_even(self, value: ir.Value, *, is_factor: bool = False) -> bool:
        if value not in self._varying or value in self._ids:
            return True
        if not isinstance(value, ir.Instruction) or value.opcode not in _EVEN or not value.nsw:
            return False
        if value.opcode is Opcode.SHL and not isinstance(value.operand(1), ir.Integer):
            return False
        if value.opcode in _PRODUCTS:
            # One by what is the same for all, of sums: in 64 bits that is exact for all numbers.
            (grown, *others) = [operand for operand in value.operands if operand in self._varying]
            return not others and not is_factor and self._is_even(grown, is_factor=True)
        return all(self._is_even(operand, is_factor=is_factor) for operand in value.operands)


# --- strips ------------------------------------------------------------------------------------------
def has_clamps(function: ir.Function) -> bool:
    """Is there anything to ask of a strip?"""
    return bool(_Slice(function).indices)


def all_clear(
    build: ir.Builder, function: ir.Function, ends: Sequence[Sequence[ir.Value]]
) -> ir.Value | None:
    """Do the function's clamps do nothing? ends: its arguments for the first and the last work-item.

    None: what they do is not known before the function is run. The function may not come to its clamps, so
    that none of its promises (nsw, ...) counts here: a number that has wrapped in 32 bits differs from the
    one of 64 bits.
    """
    asked = _Slice(function)
    if not asked.indices:
        return None
    result: ir.Value | None = None
    for given in ends:
        found = asked.write(build, given)
        for index in asked.indices:
            same = build.compare(IntPredicate.EQ, found(index.operand(1)), found(index.operand(2)))
            result = same if result is None else build.binary(Opcode.AND, result, same)
    return None if result is None else build.freeze(result)


class _Slice:
    """What a function's choices by CLEAR are computed from; none where that takes more than arithmetic."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        clear = function.arguments[INDEX[CLEAR]]
        asked = {user for user in clear.users if isinstance(user, ir.Instruction)}
        self.indices = [
            i for i in function.instructions_of(Opcode.SELECT) if i.operand(0) in asked and i.type.width == 64
        ]
        needed: set[ir.Value] = set()
        work = [operand for index in self.indices for operand in index.operands[1:]]
        while work:
            value = work.pop()
            if isinstance(value, ir.Instruction) and value not in needed:
                needed.add(value)
                work += value.operands[:-1] if value.opcode is Opcode.CALL else value.operands
        if len(needed) > _MOST or not all(self._is_known(i) for i in needed if isinstance(i, ir.Instruction)):
            self.indices = []
        self._order = [i for i in function.instructions() if i in needed] if self.indices else []

    def _is_known(self, instruction: ir.Instruction) -> bool:
        """May it be computed for any work-item?"""
        if instruction.opcode is Opcode.CALL:
            return instruction.callee_name in (*_SIGNED, _UNSIGNED)
        if instruction.opcode is Opcode.LOAD:
            if instruction.metadata("invariant.load") is None:
                return False
            place = instruction.pointer
            if isinstance(place, ir.Instruction) and place.opcode is Opcode.GEP:
                if not all(index.is_constant for index in place.operands[1:]):
                    return False
                place = place.pointer
            return place == self.function.arguments[INDEX[CLOSURE]]
        return instruction.opcode in CHEAP

    def write(self, build: ir.Builder, given: Sequence[ir.Value]) -> _Found:
        values: dict[ir.Value, ir.Value] = dict(zip(self.function.arguments, given, strict=True))
        found = _Found(values)
        for instruction in self._order:
            new = build.insert(instruction.clone())
            if new.opcode in _FLAGGED:
                new.nsw = new.nuw = False
            elif new.opcode is Opcode.ZEXT:
                new.nneg = False
            for number, operand in enumerate(instruction.operands):
                if operand in values:
                    new.set_operand(number, values[operand])
            values[instruction] = new
        return found


class _Found:
    """A slice's values as they were written."""

    def __init__(self, values: dict[ir.Value, ir.Value]) -> None:
        self._values = values

    def __call__(self, value: ir.Value) -> ir.Value:
        return self._values.get(value, value)
