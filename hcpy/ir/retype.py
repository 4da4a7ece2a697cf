"""Gives values other types all over a module: LLVM's API can't change a value's type, so they are made anew.

Takes a Module and a Change, which says what becomes of scalar types, numbers and instructions; leaves the
module with new functions, variables, constants and instructions in the places of those that had such types.
Debug information of variables in memory stays; a value whose type changed is `poison` in its debug records,
which debuggers show as optimised out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from hcpy.core.dataclass import dataclass, field
from hcpy.core.lazy import lazy
from hcpy.ir.attributes import Attributes
from hcpy.ir.builder import Builder
from hcpy.ir.capi import C
from hcpy.ir.enums import CALLS, Opcode, TypeKind, ValueKind
from hcpy.ir.functions import Function
from hcpy.ir.instructions import Instruction
from hcpy.ir.module import IrError, Module
from hcpy.ir.padding import lies_alike, padded
from hcpy.ir.references import instruction_handles
from hcpy.ir.rewrite import copy_description, copy_variable
from hcpy.ir.symbols import Symbol, Variable
from hcpy.ir.types import Type
from hcpy.ir.values import Constant, Expression, Integer, Value, wrap

if TYPE_CHECKING:
    from hcpy.ir import rebuild
else:
    rebuild = lazy("hcpy.ir.rebuild")

_LOCAL = frozenset((ValueKind.INSTRUCTION, ValueKind.ARGUMENT))
_COMPOSITE = frozenset(
    (
        ValueKind.CONSTANT_EXPRESSION,
        ValueKind.CONSTANT_ARRAY,
        ValueKind.CONSTANT_STRUCT,
        ValueKind.CONSTANT_VECTOR,
    )
)
_OF_THE_OLD_TYPE = ("range", "nofpclass")  # attributes that say something of a value


@dataclass(frozen=True)
class Change:
    """What becomes of a module's types.

    scalar: a new type for a scalar one or a vector, or the same. number: a Real or an Integer as a constant
    of its new scalar type. rewrites: by opcode, what takes the place of an instruction that has to do with a
    changed type (any value where it has no result); None: the same instruction over the new types. undefined:
    of a new type, in the place of the old one's undef. keeps_places: members of structures stay where they
    are, though the new types ask for less alignment.
    """

    scalar: Callable[[Type], Type]
    number: Callable[[Value, Type], Value]
    rewrites: Mapping[Opcode, Callable[[Site], Value | None]] = field(default_factory=dict)
    undefined: Callable[[Type], Value] = Type.undef
    keeps_places: bool = False


class Site:
    """One instruction that is made anew. `build` makes instructions in its place, with its debug location."""

    def __init__(self, old: Instruction, build: Builder, retyping: _Retyping) -> None:
        self.old = old
        self.build = build
        self.module = retyping.module
        self.type = retyping.type
        self.value = retyping.value
        self.mend = retyping.mend
        self.numbers = retyping.numbers
        self.number = retyping.number

    def operand(self, index: int) -> Value:
        """As it is now."""
        return self.value(self.old.operand(index))

    @property
    def result(self) -> Type:
        """The new type of what it gives."""
        return self.type(self.old.type)

    def error(self, what: str) -> IrError:
        frames = self.old.frames
        place = f"{frames[0].location}: " if frames else ""
        return IrError(f"{place}{what}: {str(self.old).strip()}")


def change_types(module: Module, change: Change) -> None:
    """Makes the change; a module without such types stays as it is."""
    _Retyping(module, change).run()


class _Retyping:
    """One module on its way to other types."""

    def __init__(self, module: Module, change: Change) -> None:
        self.module = module
        self._change = change
        self._types: dict[int, Type] = {}  # by the handle of the old one
        self._changed: dict[int, bool] = {}  # by the same: is its new type another one?
        self._padded: dict[int, list[int]] = {}  # by a structure's handle, its members' new numbers
        self._arguments: dict[int, Value] = {}  # those of changed types
        self._values: dict[int, Value] = {}  # the instructions of one function that are
        self._awaited: dict[int, Instruction] = {}  # used before they are made; their placeholders

    def run(self) -> None:
        old_variables = [v for v in self.module.variables if self._changes(v.value_type)]
        made = [self._new_variable(variable) for variable in old_variables]
        old_functions = [f for f in self.module.functions if not f.is_intrinsic and self._new_function(f)]
        for old, new in zip(old_variables, made, strict=True):
            if (initializer := old.initializer) is not None:
                new.initializer = self.value(initializer)
        for variable in self.module.variables:
            if variable not in old_variables and (initializer := variable.initializer) is not None:
                variable.initializer = self.value(initializer)
        for function in self.module.definitions:
            self._rewrite(function)
        for argument in map(wrap, self._arguments):
            argument.replace_uses(argument.type.poison())
        for old_function in old_functions:
            old_function.erase()
        for variable in old_variables:
            variable.erase()
        for function in self.module.functions:
            if function.is_intrinsic and not function.is_used and self._changes(function.value_type):
                function.erase()

    # --- types ---
    def type(self, old: Type) -> Type:
        """What a type is from now on."""
        found = self._types.get(old.handle)
        if found is None:
            found = self._types[old.handle] = self._new_type(old)
        return found

    def _changes(self, type_: Type) -> bool:
        return self._changes_handle(type_.handle)

    def _changes_handle(self, type_: int) -> bool:
        found = self._changed.get(type_)
        if found is None:
            old = Type(type_)
            found = self._changed[type_] = self.type(old) != old
        return found

    def _new_type(self, old: Type) -> Type:
        if old.is_struct:
            return self._new_struct(old)
        if old.is_vector and (changed := self._change.scalar(old)) != old:
            return changed
        if old.is_array or old.is_vector:
            element = self.type(old.element)
            if element == old.element:
                return old
            return (
                element.array(old.count) if old.is_array or element.is_vector else element.vector(old.count)
            )
        if old.kind is TypeKind.FUNCTION:
            result, parameters = self.type(old.result), [self.type(p) for p in old.parameters]
            if result == old.result and parameters == old.parameters:
                return old
            return self.module.types.function(result, parameters, old.is_variadic)
        return self._change.scalar(old)

    def _new_struct(self, old: Type) -> Type:
        elements = [] if old.is_opaque else old.elements
        changed = [self.type(element) for element in elements]
        if changed == elements:
            return old
        is_packed = old.is_packed
        if self._change.keeps_places and not lies_alike(self.module.layout, old, changed):
            is_packed = True
            changed, self._padded[old.handle] = padded(self.module.layout, old, changed)
        if old.name:
            return self.module.types.named_struct(old.name, changed, is_packed)
        return self.module.types.struct(changed, is_packed)

    def number(self, struct: Type, index: int) -> int:
        """A member's number, from now on."""
        self.type(struct)
        found = self._padded.get(struct.handle)
        return index if found is None else found[index]

    def numbers(self, source: Type, indices: Sequence[Value]) -> list[Value]:
        """The indices of an address computation, from now on."""
        first, *others = indices
        made, at = [self.value(first)], source
        for index in others:
            if at.is_struct:
                assert isinstance(index, Integer)
                made.append(index.type.const(self.number(at, index.value)))
                at = at.elements[index.value]
            else:
                made.append(self.value(index))
                at = at.element
        return made

    # --- values ---
    def value(self, old: Value) -> Value:
        """What a value is from now on."""
        kind = old.kind
        if kind in _LOCAL:
            return self._local(old) if self._changes(old.type) else old
        if isinstance(old, Constant):
            return self._constant(old, kind)
        return old  # a symbol, a block, metadata, assembler: those are replaced where they are used

    def _local(self, old: Value) -> Value:
        known: tuple[Mapping[int, Value], ...] = (self._values, self._arguments, self._awaited)
        found = next((values[old.handle] for values in known if old.handle in values), None)
        if found is None:
            instruction = Instruction(old.handle)  # arguments are all known
            with Builder.before(next(instruction.function.entry.instructions())) as build:
                made = build.freeze(self.type(old.type).poison())
            assert isinstance(made, Instruction)
            found = self._awaited[old.handle] = made
        return found

    def _constant(self, old: Constant, kind: ValueKind) -> Value:
        type_ = self.type(old.type)
        changed = type_ != old.type
        if not changed and kind not in _COMPOSITE:
            return old
        if isinstance(old, Expression):
            return self._expression(old, type_)
        if kind in (ValueKind.ZERO, ValueKind.NULL_POINTER):
            return type_.null()
        if kind is ValueKind.POISON:
            return type_.poison()
        if kind is ValueKind.UNDEF:
            return self._change.undefined(type_)
        if kind in (ValueKind.INTEGER, ValueKind.REAL):
            return self._change.number(old, type_)
        elements = list(old.elements())
        new = [self.value(element) for element in elements]
        if (numbers := self._padded.get(old.type.handle)) is not None:
            whole = [element.null() for element in type_.elements]
            for number, element in zip(numbers, new, strict=True):
                whole[number] = element
            return type_.const_aggregate(whole)
        if type_.is_array:  # what was a vector of five may be an array of eight
            new += [type_.element.null()] * (type_.count - len(new))
        return type_.const_aggregate(new) if changed or new != elements else old

    def _expression(self, old: Expression, type_: Type) -> Value:
        operands = old.operands
        if old.opcode is Opcode.GEP and self._changes(old.source_type):
            numbers = self.numbers(old.source_type, operands[1:])
            return old.rebuild([self.value(operands[0]), *numbers], self.type(old.source_type))
        new = [self.value(operand) for operand in operands]
        if type_ != old.type:
            raise IrError(f"a constant expression of a type that changes: {old}")
        return old.rebuild(new) if new != operands else old

    # --- symbols ---
    def _new_variable(self, old: Variable) -> Variable:
        """In the place of the old one, so far without an initial value."""
        name = old.name
        old.name = ""
        made = self.module.add_variable(name, self.type(old.value_type), old.address_space)
        copy_variable(old, made)
        if self._change.keeps_places and not old.align:
            made.align = self.module.layout.align(old.value_type)
        old.replace_uses(made)
        return made

    def _new_function(self, old: Function) -> bool:
        """Was one made, in the place of the old one?"""
        type_ = self.type(old.value_type)
        if type_ == old.value_type:
            self._mend_function(old, old)
            return False
        name = old.name
        old.name = ""
        made = self.module.define(name, type_, old.linkage)
        copy_description(old, made)
        for index in range(len(old.arguments)):
            made.parameter_attributes(index).copy_from(old.parameter_attributes(index))
        self._mend_function(made, old)
        made.take_blocks(old)
        old.replace_uses(made)
        for argument, new in zip(old.arguments, made.arguments, strict=True):
            argument_name = argument.name
            argument.name = ""
            new.name = argument_name
            if new.type == argument.type:
                argument.replace_uses(new)
            else:
                self._arguments[argument.handle] = new
        return True

    def _mend_function(self, function: Function, old: Function) -> None:
        self.mend(function.result_attributes, old.result)
        for index, parameter in enumerate(old.value_type.parameters):
            self.mend(function.parameter_attributes(index), parameter)

    def mend(self, attributes: Attributes, old: Type) -> None:
        """Those of a value that had the old type."""
        for attribute in attributes.all():
            if attribute.is_type and self._changes(attribute.type):
                attributes.add_kind(attribute.kind, self.type(attribute.type))
        if self._changes(old):
            attributes.remove(*_OF_THE_OLD_TYPE)

    # --- code ---
    def _rewrite(self, function: Function) -> None:
        replaced = []
        with Builder(function.context) as build:
            for handle in [i for i in instruction_handles(function) if self._is_meant(i)]:
                old = Instruction(handle)
                build.move_before(old)
                if self._make(Site(old, build, self)):
                    replaced.append(old)
        for handle, placeholder in self._awaited.items():
            placeholder.replace(self._values[handle])
        self._awaited.clear()
        for old in replaced:
            old.replace_uses(old.type.poison())  # in debug records, and in others of these
        for old in replaced:
            old.erase()
        self._values.clear()

    def _is_meant(self, old: int) -> bool:
        """Has it to do with a changed type? All instructions are asked: handles make no objects."""
        if self._changes_handle(C.TypeOf(old)):
            return True
        opcode = C.GetInstructionOpcode(old)
        if opcode == Opcode.ALLOCA and self._changes_handle(C.GetAllocatedType(old)):
            return True
        if opcode == Opcode.GEP and self._changes_handle(C.GetGEPSourceElementType(old)):
            return True
        if opcode in CALLS and self._calls_otherwise(Instruction(old)):
            return True
        return any(self._is_other(C.GetOperand(old, i)) for i in range(C.GetNumOperands(old)))

    def _calls_otherwise(self, call: Instruction) -> bool:
        for index, argument in enumerate(call.arguments):
            self.mend(call.argument_attributes(index), argument.type)
        return self._changes(call.called_type)

    def _is_other(self, operand: int) -> bool:
        if C.GetValueKind(operand) in _COMPOSITE:
            value = wrap(operand)
            return self.value(value) != value
        return self._changes_handle(C.TypeOf(operand)) and not isinstance(wrap(operand), Symbol)

    def _make(self, site: Site) -> bool:
        """Is the old instruction still there? Others, made before, may use it."""
        old = site.old
        rewrite = self._change.rewrites.get(old.opcode)
        made = rewrite(site) if rewrite is not None else None
        if made is None:
            made = rebuild.rebuild(site)
        if isinstance(made, Instruction) and (name := old.name):
            old.name = ""
            made.name = name
        if self._changes(old.type):
            self._values[old.handle] = made
            return True
        if not old.type.is_void:
            old.replace_uses(made)
        old.erase()
        return False
