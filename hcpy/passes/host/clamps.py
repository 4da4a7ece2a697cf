"""Indices that are kept within an array's bounds: `clamp(x + k, 0, n - 1)`.

Work-items side by side then read elements side by side, but at the edges; LLVM's vectoriser sees places that
have nothing to do with each other. `split_clamps` takes a kernel's function with the context: an extended
clamp becomes a choice between it and what is clamped, by the context's CLEAR. `all_clear` writes for a strip
whether both are the same for its first and its last work-item; they are for those between, as what is clamped
grows evenly. The strip is then written twice, and LLVM folds the choices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from hcpy import ir
from hcpy.core.dataclass import replace
from hcpy.ir import IntPredicate, Opcode
from hcpy.passes.host.cfg import post_order
from hcpy.passes.host.edges import Varying, choose_signed, follows, split_edges, write_answers
from hcpy.passes.host.effects import CHEAP, DIVISIONS
from hcpy.passes.host.id_parts import LINEAR
from hcpy.passes.host.launch import ALONG_ROW, CLEAR, CLOSURE, INDEX, Context, context_of

_SIGNED = ("llvm.smax.i32", "llvm.smin.i32")
_UNSIGNED = "llvm.umin.i32"
_STRICT = (IntPredicate.SLT, IntPredicate.SGT)
_PRODUCTS = frozenset((Opcode.MUL, Opcode.SHL))
_FLAGGED = frozenset((Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.TRUNC))
_EXACT = frozenset((Opcode.SDIV, Opcode.UDIV, Opcode.LSHR, Opcode.ASHR))
_ALONG = ("local0", "local0.w", "global0", "global0.w", "item")
_WITHIN_TILES = ("local", "item", "lane", "clear")
_IDS = tuple(f"{stem}{d}" for stem in ("local", "global") for d in range(3))
_MOST, _MOST_OF_ROW = 60, 160  # instructions that a strip may be asked for, and a row
_MOST_ROUNDS = 3


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
        choose_signed(extension, clamped, clear)
    return clear is not None


def varying_of(context: Context, *, in_tile: bool = False) -> Varying:
    """in_tile: what differs along a row is what differs in the tile: it is asked as a whole."""
    names = [name for name in context if name.startswith(("local", "global", "item", "lane"))]
    along = names if in_tile else ALONG_ROW.intersection(names)
    return Varying(*(made_of({context[n] for n in some}) for some in (names, along)))


def _of_tiles(function: ir.Function) -> set[ir.Value]:
    """What more than the ids within a tile says."""
    context = context_of(function)
    within = {value for name, value in context.items() if name.startswith(_WITHIN_TILES)}
    return made_of(value for value in function.arguments if value not in within)


def made_of(values: Iterable[ir.Value]) -> set[ir.Value]:
    found: set[ir.Value] = set()
    work = list(values)
    while work:
        value = work.pop()
        if value not in found:
            found.add(value)
            work += value.users
    return found


def along_of(context: Context) -> set[ir.Value]:
    """What grows by 1 from work-item to work-item of a row."""
    return {context[name] for name in _ALONG}


class _Growth:
    """Which values grow evenly from work-item to work-item, and which are the same for all."""

    def __init__(self, context: Context) -> None:
        self._ids = {context[name] for name in _IDS}
        self._varying = varying_of(context).all

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
        if not isinstance(value, ir.Instruction) or value.opcode not in LINEAR or not value.nsw:
            return False
        if value.opcode is Opcode.SHL and not isinstance(value.operand(1), ir.Integer):
            return False
        if value.opcode in _PRODUCTS:
            # One by what is the same for all, of sums: in 64 bits that is exact for all numbers.
            (grown, *others) = [operand for operand in value.operands if operand in self._varying]
            return not others and not is_factor and self._is_even(grown, is_factor=True)
        return all(self._is_even(operand, is_factor=is_factor) for operand in value.operands)


# --- strips ------------------------------------------------------------------------------------------
def settle_edges(function: ir.Function) -> None:
    """Takes back the choices that a strip cannot be asked for."""
    asked = Slice(function)
    if asked.choices or not asked.uses_clear:
        return
    for choice in asked.edges:
        if not asked.can_have(choice.operands[1:]):
            choice.replace_uses(choice.operand(2))
            choice.erase()


def has_clamps(function: ir.Function) -> bool:
    """Is there anything to ask of a strip?"""
    return bool(Slice(function).choices)


def add_edges(function: ir.Function, *, has_loops: bool = False, in_tile: bool = False) -> bool:
    """Makes questions of a function that runs in strips choices by CLEAR, too (edges.py). Were there any?

    has_loops: what is the same for all work-items, or for those of a row, is left alone: it will be known, or
    asked, outside of the loops over them. in_tile: a tile will be asked, not a strip.
    """
    has_some = False
    for _ in range(_MOST_ROUNDS):  # what one edge chooses the next one may ask about
        if not _add_some_edges(function, has_loops, in_tile):
            break
        has_some = True
    return has_some


def _add_some_edges(function: ir.Function, has_loops: bool, in_tile: bool) -> bool:
    asked = Slice(function)
    if asked.uses_clear and not asked.choices:
        return False  # of the clamps, nothing is known before the function runs
    varying = varying_of(context_of(function), in_tile=in_tile)
    if in_tile:
        varying = replace(varying, of_tiles=_of_tiles(function))
    roots = [value for choice in asked.choices for value in choice.operands[1:]]

    def may_ask(more: Sequence[ir.Value]) -> bool:
        return asked.can_have([*roots, *more], varying.along if has_loops else None)

    return split_edges(function, varying, may_ask, along_alone=has_loops)


def all_clear(
    build: ir.Builder, function: ir.Function, ends: Sequence[Sequence[ir.Value]], *, in_tile: bool = False
) -> ir.Value | None:
    """Do the function's clamps do nothing, and are its edges far? ends: its arguments for the outermost
    work-items of each row, or for those at a tile's corners.

    None: what they do is not known before the function is run. The function may not come to its clamps, so
    that none of its promises (nsw, ...) counts here: a number that has wrapped in 32 bits differs from the
    one of 64 bits.
    """
    asked = Slice(function)
    if not asked.choices:
        return None
    found = [asked.write(build, given) for given in ends]
    varying = varying_of(context_of(function), in_tile=in_tile)
    checks: list[ir.Value] = []
    for choice in asked.choices:
        if choice.type.width == 1:
            checks.append(write_answers(build, choice, varying, found))
            continue
        for values in found:
            chosen, other = (values(operand) for operand in choice.operands[1:])
            checks.append(build.compare(IntPredicate.EQ, chosen, other))
    result = checks[0]
    for check in checks[1:]:
        result = build.binary(Opcode.AND, result, check)
    return build.freeze(result)


class Slice:
    """What a function's choices by CLEAR are computed from; none where that takes more than arithmetic."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        clear = function.arguments[INDEX[CLEAR]]
        asked = {user for user in clear.users if isinstance(user, ir.Instruction)}
        self.uses_clear = bool(asked)
        choices = [i for i in function.instructions_of(Opcode.SELECT) if i.operand(0) in asked]
        self.edges = [c for c in choices if c.type.width == 1 or follows(c, choices)]
        choices = [choice for choice in choices if not follows(choice, choices)]
        needed = self._needed([operand for choice in choices for operand in choice.operands[1:]])
        self.most = _MOST_OF_ROW if all(c.type.width == 1 for c in choices) else _MOST
        self.choices = choices if self._are_known(needed, self.most) else []
        self._order = [i for i in _in_order(function) if i in needed] if self.choices else []

    def can_have(self, roots: Sequence[ir.Value], only: Collection[ir.Value] | None = None) -> bool:
        """Can a strip be asked for these? only: what else they are made of will be given."""
        needed = self._needed(roots)
        if only is None:
            return self._are_known(needed, self.most)
        return self._are_known(needed.intersection(only), _MOST)

    def _needed(self, roots: Sequence[ir.Value]) -> set[ir.Value]:
        needed: set[ir.Value] = set()
        work = list(roots)
        while work and len(needed) <= _MOST_OF_ROW:
            value = work.pop()
            if isinstance(value, ir.Instruction) and value not in needed:
                needed.add(value)
                work += value.operands[:-1] if value.opcode is Opcode.CALL else value.operands
        return needed

    def _are_known(self, needed: set[ir.Value], most: int) -> bool:
        return len(needed) <= most and all(self._is_known(i) for i in needed if isinstance(i, ir.Instruction))

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
        if instruction.opcode in DIVISIONS:
            by = instruction.operand(1)
            return not isinstance(by, ir.Integer) or by.signed not in (0, -1)
        return instruction.opcode in CHEAP

    def write(self, build: ir.Builder, given: Sequence[ir.Value]) -> Found:
        values: dict[ir.Value, ir.Value] = dict(zip(self.function.arguments, given, strict=True))
        found = Found(values)
        for instruction in self._order:
            new = build.insert(instruction.clone())
            if new.opcode in _FLAGGED:
                new.nsw = new.nuw = False
            elif new.opcode in _EXACT:
                new.is_exact = False
            elif new.opcode is Opcode.ZEXT:
                new.nneg = False
            for number, operand in enumerate(instruction.operands):
                if operand in values:
                    new.set_operand(number, values[operand])
            if new.opcode in DIVISIONS:
                _divide_by_some(new)
            values[instruction] = new
        return found


def _in_order(function: ir.Function) -> Iterator[ir.Instruction]:
    """Each behind what it is made of, wherever its block stands in the text."""
    graph = {block: block.successors for block in function.blocks}
    for block in reversed(post_order(graph, function.entry)):
        yield from block.instructions()


def _divide_by_some(division: ir.Instruction) -> None:
    """Not by 0 or -1, which the function may never come to; by 1 quotients are still told apart."""
    by = division.operand(1)
    if isinstance(by, ir.Integer):
        return
    with ir.Builder.before(division) as build:
        near = build.compare(IntPredicate.ULE, build.add(by, by.type.const(1)), by.type.const(1))
        division.set_operand(1, build.select(near, by.type.const(1), by))


class Found:
    """A slice's values as they were written."""

    def __init__(self, values: dict[ir.Value, ir.Value]) -> None:
        self._values = values

    def __call__(self, value: ir.Value) -> ir.Value:
        return self._values.get(value, value)
