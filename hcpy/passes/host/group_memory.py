"""tile_static variables become places in the scratch memory of a group.

Takes a kernel's function with the context and the module's tile_static variables; gives it with their
addresses computed. A constant that names such a variable (an expression, an aggregate, a table of addresses
that the compiler has made) is computed in instructions as well, since it is no constant any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import Opcode, ValueKind
from hcpy.passes.host.errors import NotPossible

_LENGTHS = (16, 32, 8)  # of the rows of tiles of two dimensions, the most usual one first
_LINES = (64, 32, 16, 8)  # of tiles of one dimension: of longer ones the ends take little
_MORE = 2  # columns of an array: a tile's edges, or one that keeps banks apart
_AGGREGATES = (ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR)


@dataclass(frozen=True)
class Usual:
    """What tiles probably are like. row: work-items of a row, 0: any number; is_line: do they mostly have no
    other dimensions, and little to do?"""

    row: int = 0
    is_line: bool = False

    def dimensions(self) -> list[tuple[int, int]]:
        """Those whose length is known, with it."""
        return [(0, self.row), (1, 1), (2, 1)] if self.is_line else [(0, self.row)]


ANY_TILE = Usual()


def place_tile_static(
    module: ir.Module, function: ir.Function, scratch: ir.Value, sizes: Mapping[str, tuple[int, int]]
) -> int:
    """Replaces the variables that the function uses in place; gives the bytes that they take."""
    offsets: dict[ir.Value, int] = {}
    users: dict[ir.Instruction, None] = {}
    derived: dict[ir.Value, None] = {}  # the constants that name one of the variables
    end = 0
    for name, (size, align) in sizes.items():
        variable = module.variable(name)
        if variable is None:
            continue
        everywhere, constants = _uses(variable)
        here = [user for user in everywhere if user.function == function]
        if here:
            end = -(-end // align) * align
            offsets[variable] = end
            end += size
            users.update(dict.fromkeys(here))
            derived.update(constants)
    if users:
        with ir.Builder.before(next(iter(function.entry.instructions()))) as build:
            expander = _Expander(module, build, scratch, offsets, derived)
            for user in users:
                for index, operand in enumerate(user.operands):
                    if operand in derived:
                        user.set_operand(index, expander.value(operand))
    return end


def usual_row(module: ir.Module, function: ir.Function, names: Iterable[str]) -> int:
    """The length that a tile's rows probably have: as those of the arrays of arrays that a function uses."""
    found = {kind.element.count for kind in _arrays(module, function, names) if kind.element.is_array}
    fits = (n for n in _LENGTHS if any(n <= row <= n + _MORE for row in found))
    return next(fits, _LENGTHS[0])


def usual_line(module: ir.Module, function: ir.Function, names: Iterable[str]) -> int:
    """The length that a tile of one dimension probably has, if it is short: as an array that a function uses.
    0: it is long, or there is no such array."""
    found = {kind.count for kind in _arrays(module, function, names) if not kind.element.is_array}
    return next((n for n in _LINES if any(n <= line <= n + _MORE for line in found)), 0)


def _arrays(module: ir.Module, function: ir.Function, names: Iterable[str]) -> Iterator[ir.Type]:
    """The types of the arrays among the variables that a function uses."""
    for name in names:
        variable = module.variable(name)
        kind = variable.value_type if variable is not None else None
        if variable is None or kind is None or not kind.is_array:
            continue
        if any(user.function == function for user in _uses(variable)[0]):
            yield kind


def _uses(value: ir.Value) -> tuple[list[ir.Instruction], dict[ir.Value, None]]:
    """The instructions that use a value, and the constants on the way."""
    users: dict[ir.Instruction, None] = {}
    derived: dict[ir.Value, None] = {value: None}
    work = [value]
    while work:
        for user in work.pop().users:
            if isinstance(user, ir.Instruction):
                users[user] = None
            elif user not in derived:
                derived[user] = None
                work.append(user)
    return list(users), derived


class _Expander:
    """Computes constants that name tile_static variables, at the function's beginning."""

    def __init__(
        self,
        module: ir.Module,
        build: ir.Builder,
        scratch: ir.Value,
        offsets: Mapping[ir.Value, int],
        derived: Mapping[ir.Value, None],
    ) -> None:
        self._module, self._build, self._scratch = module, build, scratch
        self._offsets, self._derived = offsets, derived
        self._made: dict[ir.Value, ir.Value] = {}

    def value(self, constant: ir.Value) -> ir.Value:
        if constant not in self._derived:
            return constant
        if constant not in self._made:
            self._made[constant] = self._expand(constant)
        return self._made[constant]

    def _expand(self, constant: ir.Value) -> ir.Value:
        if constant in self._offsets:
            flags = ir.NoWrap.INBOUNDS | ir.NoWrap.NUW
            offset = self._offsets[constant]
            return self._build.address(self._build.types.i8, self._scratch, [offset], constant.name, flags)
        if isinstance(constant, ir.Variable):
            return self._copy(constant)
        if isinstance(constant, ir.Expression):
            return self._compute(constant)
        if constant.kind in _AGGREGATES:
            return self._assemble(constant)
        raise NotPossible("a constant that holds the address of a tile_static variable is not possible")

    def _compute(self, expression: ir.Expression) -> ir.Value:
        operands = [self.value(operand) for operand in expression.operands]
        opcode = expression.opcode
        if opcode is Opcode.GEP:
            flags = expression.no_wrap
            return self._build.address(expression.source_type, operands[0], operands[1:], no_wrap=flags)
        if opcode in ir.CASTS:
            return self._build.cast(opcode, operands[0], expression.type)
        if opcode in ir.BINARY:
            return self._build.binary(opcode, operands[0], operands[1])
        raise NotPossible("a constant that holds the address of a tile_static variable is not possible")

    def _assemble(self, constant: ir.Value) -> ir.Value:
        made = constant.type.poison()
        for index, element in enumerate(constant.operands):
            if constant.type.is_vector:
                position = self._build.types.i32.const(index)
                made = self._build.insert_element(made, self.value(element), position)
            else:
                made = self._build.insert_value(made, self.value(element), index)
        return made

    def _copy(self, table: ir.Variable) -> ir.Value:
        """A work-item's own copy of a constant that clang keeps in a variable."""
        initializer = table.initializer
        if initializer is None or not table.is_readonly:
            raise NotPossible("a variable that holds the address of a tile_static variable is not possible")
        module, build, types = self._module, self._build, self._build.types
        kind, align = table.value_type, table.align or module.layout.align(table.value_type)
        copy = build.alloca(kind, f"{table.name}.copy", align)
        signature = types.function(types.void, [types.pointer(), types.pointer(), types.i64, types.i1])
        size = types.i64.const(module.layout.size(kind))
        build.call(module.declare("llvm.memcpy.p0.p0.i64", signature), [copy, table, size, types.i1.const(0)])
        for path, leaf in self._leaves(initializer, ()):
            zero = types.i32.const(0)
            at = build.address(kind, copy, [zero, *(types.i32.const(n) for n in path)])
            build.store(self.value(leaf), at)
        return copy

    def _leaves(
        self, constant: ir.Value, path: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], ir.Value]]:
        """The parts that name a variable."""
        if constant not in self._derived:
            return
        if constant.kind in _AGGREGATES:
            for index, element in enumerate(constant.operands):
                yield from self._leaves(element, (*path, index))
        else:
            yield path, constant
