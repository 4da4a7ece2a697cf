"""What functions lead to: through calls, and through every symbol that they name; where pointers begin.

Takes functions or other symbols to begin with; gives what they reach, themselves included, nearest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.core.model import Location
from hcpy.ir.capi import C
from hcpy.ir.enums import Opcode, ValueKind
from hcpy.ir.functions import Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.symbols import Alias, Symbol, Variable
from hcpy.ir.values import Value, wrap

_SYMBOLS = frozenset((ValueKind.FUNCTION, ValueKind.VARIABLE, ValueKind.ALIAS, ValueKind.IFUNC))
_WITH_OPERANDS = frozenset(
    (
        ValueKind.CONSTANT_EXPRESSION,
        ValueKind.CONSTANT_ARRAY,
        ValueKind.CONSTANT_STRUCT,
        ValueKind.CONSTANT_VECTOR,
        ValueKind.BLOCK_ADDRESS,
    )
)


class CallGraph:
    """The direct calls and the places of functions, each read once. It is out of date when code changes."""

    def __init__(self) -> None:
        self._calls: dict[Function, list[tuple[Instruction, Function | None]]] = {}
        self._locations: dict[Function, Location | None] = {}

    def calls_of(self, function: Function) -> list[tuple[Instruction, Function | None]]:
        """The calls in a function, in order, and their callees; None: indirect, or assembler."""
        found = self._calls.get(function)
        if found is None:
            found = self._calls[function] = [(call, call.callee) for call in function.calls()]
        return found

    def reachable(self, roots: Iterable[Function]) -> Iterator[Function]:
        """Every function that direct calls lead to, in call order."""
        found = dict.fromkeys(roots)
        for function in (work := list(found)):
            yield function
            for _, callee in self.calls_of(function):
                if callee is not None and callee not in found:
                    found[callee] = None
                    work.append(callee)

    def location_of(self, function: Function) -> Location | None:
        """Where the source defines it."""
        if function not in self._locations:
            self._locations[function] = function.location
        return self._locations[function]


def callers(roots: Iterable[Function]) -> dict[Function, None]:
    """The functions that call the roots, directly or through others."""
    found: dict[Function, None] = {}
    work = list(roots)
    while work:
        for call in work.pop().call_sites:
            if call.function not in found:
                found[call.function] = None
                work.append(call.function)
    return found


def reached(roots: Iterable[Symbol]) -> dict[Symbol, None]:
    """Every symbol that the roots name, directly or not: called, loaded from, or in an initial value."""
    found: dict[Symbol, None] = dict.fromkeys(roots)
    for symbol in (work := list(found)):
        for other in named_by(symbol):
            if other not in found:
                found[other] = None
                work.append(other)
    return found


def named_by(symbol: Symbol) -> Iterator[Symbol]:
    """The symbols that a function's body or a variable's initial value names, in order, each once."""
    seen: set[int] = set()
    if isinstance(symbol, Function):
        if (personality := symbol.personality) is not None:
            yield from _symbols_in(personality.handle, seen)
        for instruction in symbol.instructions():
            handle = instruction.handle
            for index in range(C.GetNumOperands(handle)):
                yield from _symbols_in(C.GetOperand(handle, index), seen)
    elif isinstance(symbol, Variable):
        if (initializer := symbol.initializer) is not None:
            yield from _symbols_in(initializer.handle, seen)
    elif isinstance(symbol, Alias):
        yield from _symbols_in(symbol.aliasee.handle, seen)


def _symbols_in(handle: int, seen: set[int]) -> Iterator[Symbol]:
    """Those in a constant, which may be made of others."""
    kind = C.GetValueKind(handle)
    if kind in _SYMBOLS:
        if handle not in seen:
            seen.add(handle)
            yield wrap(handle)  # type: ignore[misc]
    elif kind in _WITH_OPERANDS and handle not in seen:
        seen.add(handle)
        for index in range(C.GetNumOperands(handle)):
            yield from _symbols_in(C.GetOperand(handle, index), seen)


def symbols_in(value: Value) -> list[Symbol]:
    """The symbols that a constant is made of, each once; a symbol itself. Other values name none."""
    return list(_symbols_in(value.handle, set()))


def base_of(pointer: Value) -> Value:
    """The address that steps lead from: what no getelementptr instruction gives."""
    while isinstance(pointer, Instruction) and pointer.opcode is Opcode.GEP:
        pointer = pointer.pointer
    return pointer
