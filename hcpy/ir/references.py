"""Which symbols of a module name which others, directly or through constants.

Takes a Module; gives what some symbols lead to, and the instructions that use a value. Both follow LLVM's
uses, so that code which names nothing is not looked at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping

from hcpy.ir.capi import C
from hcpy.ir.enums import CALLS, CASTS, Opcode, TypeKind, ValueKind
from hcpy.ir.functions import Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.module import Module
from hcpy.ir.symbols import Symbol
from hcpy.ir.types import Type
from hcpy.ir.values import Value


def _first_operand(instruction: int) -> int:
    return C.TypeOf(C.GetOperand(instruction, 0))  # type: ignore[no-any-return]


def _allocated(instruction: int) -> int:
    return C.GetAllocatedType(instruction)  # type: ignore[no-any-return]


def _called(instruction: int) -> int:
    return C.GetCalledFunctionType(instruction)  # type: ignore[no-any-return]


def _counted(instruction: int) -> int:
    return C.GetGEPSourceElementType(instruction)  # type: ignore[no-any-return]


# What an instruction has to do with besides its result's type. Others have a result of the type of one of
# their operands, or none of it.
_FURTHER_TYPE: dict[int, Callable[[int], int]] = {
    **dict.fromkeys(CASTS, _first_operand),
    **dict.fromkeys((Opcode.STORE, Opcode.ICMP, Opcode.FCMP, Opcode.SWITCH), _first_operand),
    **dict.fromkeys((Opcode.EXTRACT_VALUE, Opcode.EXTRACT_ELEMENT), _first_operand),
    Opcode.ALLOCA: _allocated,
}
_ANY_TYPE: dict[int, Callable[[int], int]] = {
    **_FURTHER_TYPE,
    **dict.fromkeys(CALLS, _called),
    Opcode.GEP: _counted,
}
_AGGREGATES = frozenset((ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT, ValueKind.CONSTANT_VECTOR))
_SYMBOLS = frozenset((ValueKind.FUNCTION, ValueKind.VARIABLE, ValueKind.ALIAS, ValueKind.IFUNC))


class References:
    """A module's symbols, and which others each names; a change of the module makes it out of date."""

    def __init__(self, module: Module) -> None:
        self._named: dict[int, list[Symbol]] = {}  # a symbol's handle -> what it names
        for symbol in (*module.functions, *module.variables, *module.aliases):
            for owner in _owners(symbol.handle):
                self._named.setdefault(owner, []).append(symbol)

    def reached(self, roots: Iterable[Symbol]) -> dict[Symbol, None]:
        """All that the roots lead to, themselves included, in the module's order at each step."""
        found = dict.fromkeys(roots)
        work = deque(found)
        while work:
            for symbol in self._named.get(work.popleft().handle, ()):
                if symbol not in found:
                    found[symbol] = None
                    work.append(symbol)
        return found


def _owners(value: int) -> dict[int, None]:
    """The handles of the functions and variables in whose code or initialiser a value is used."""
    found: dict[int, None] = {}
    for user, kind in _users(value):
        if kind == ValueKind.INSTRUCTION:
            found[C.GetBasicBlockParent(C.GetInstructionParent(user))] = None
        else:
            found[user] = None
    return found


def _users(value: int) -> Iterator[tuple[int, int]]:
    """The instructions and symbols that use a value, directly or through constants; with their kinds."""
    seen = {value}
    work = [value]
    while work:
        use = C.GetFirstUse(work.pop())
        while use:
            user = C.GetUser(use)
            use = C.GetNextUse(use)
            if user in seen:
                continue
            seen.add(user)
            kind = C.GetValueKind(user)
            if kind == ValueKind.INSTRUCTION or kind in _SYMBOLS:
                yield user, kind
            else:
                work.append(user)


def instructions_using(value: Value) -> list[Instruction]:
    """Each instruction that uses a value, directly or through constants, in no certain order."""
    return [Instruction(user) for user, kind in _users(value.handle) if kind == ValueKind.INSTRUCTION]


class TypeSearch:
    """Looks for instructions that have to do with types of a kind; each type is asked about once.

    only_parts: of the kind are structures and arrays with such parts, and not the type itself.
    """

    def __init__(self, is_meant: Callable[[Type], bool], only_parts: bool = False) -> None:
        self._is_meant = is_meant
        self._only_parts = only_parts
        self._known: dict[int, bool] = {}

    def find(self, function: Function) -> list[Instruction]:
        """Those whose result, first operand or allocated variable is of such a type, or has one as a part."""
        return [Instruction(handle) for handle in self._search(function, _FURTHER_TYPE)]

    def _search(self, function: Function, further: Mapping[int, Callable[[int], int]]) -> Iterator[int]:
        type_of, opcode_of, is_found = C.TypeOf, C.GetInstructionOpcode, self._is_found
        for handle in instruction_handles(function):
            further_type = further.get(opcode_of(handle))
            if is_found(type_of(handle)) or (further_type is not None and is_found(further_type(handle))):
                yield handle

    def is_in(self, module: Module) -> bool:
        """Has a module such a variable, function, parameter by value, call or instruction?"""
        if any(self.has(variable.value_type) for variable in module.variables):
            return True
        return any(self._is_in_function(function) for function in module.functions)

    def _is_in_function(self, function: Function) -> bool:
        if not function.is_intrinsic and self.has(function.value_type):
            return True
        if function.is_declaration:
            return False
        given = (function.parameter_attributes(a.index).get("byval") for a in function.arguments)
        if any(self.has(attribute.type) for attribute in given if attribute is not None):
            return True
        return any(True for _ in self._search(function, _ANY_TYPE))

    def has(self, type_: Type) -> bool:
        """Is it of the kind, or has such a part?"""
        return self._is_found(type_.handle)

    def _is_found(self, handle: int) -> bool:
        found = self._known.get(handle)
        if found is None:
            type_ = Type(handle)
            if type_.is_struct:
                found = any(self._is_part_found(part) for part in type_.elements)
            elif type_.is_array or type_.is_vector:
                is_meant = type_.is_vector and not self._only_parts and self._is_meant(type_)
                found = is_meant or self._is_part_found(type_.element)
            elif type_.kind is TypeKind.FUNCTION:
                found = any(self._is_found(t.handle) for t in (type_.result, *type_.parameters))
            else:
                found = not self._only_parts and self._is_meant(type_)
            self._known[handle] = found
        return found

    def _is_part_found(self, part: Type) -> bool:
        return (self._only_parts and self._is_meant(part)) or self._is_found(part.handle)


def with_constant_expressions(function: Function) -> list[Instruction]:
    """The instructions with such an operand; most have none."""
    found = []
    for handle in instruction_handles(function):
        for number in range(C.GetNumOperands(handle)):
            if _has_expression(C.GetOperand(handle, number)):
                found.append(Instruction(handle))
                break
    return found


def has_expression(value: Value) -> bool:
    """Is it a constant expression, or an aggregate with one?"""
    return _has_expression(value.handle)


def _has_expression(handle: int) -> bool:
    kind = C.GetValueKind(handle)
    if kind == ValueKind.CONSTANT_EXPRESSION:
        return True
    return kind in _AGGREGATES and any(
        _has_expression(C.GetOperand(handle, n)) for n in range(C.GetNumOperands(handle))
    )


def instruction_handles(function: Function) -> Iterator[int]:
    """Handles alone: who looks at all of them makes no objects."""
    first, following = C.GetFirstInstruction, C.GetNextInstruction
    for block in function.blocks:
        at = first(block.handle)
        while at:
            yield at
            at = following(at)
