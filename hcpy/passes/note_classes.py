"""Notes which virtual functions a virtual call can mean.

Takes a Lowering whose module is as clang made it with -fwhole-program-vtables: a test of the object's class
stands before each virtual call, and the tables of virtual functions name the classes that they serve. Both
become attributes, which the optimiser keeps: a call has its class and the place in that class's table, a
function all such pairs that lead to it. choose_callees.py reads them. The tests go: they are for LLVM's own
whole-program passes, and take no pointers of other address spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy import ir
from hcpy.ir import Opcode, ValueKind
from hcpy.passes.lowering import Lowering

CALLS, SERVES = "hcpy-virtual-call", "hcpy-virtual-functions"
_TESTS = ("llvm.type.test", "llvm.public.type.test")
_ADDRESS_AND_INDEX = 2
_AGGREGATES = (ValueKind.CONSTANT_ARRAY, ValueKind.CONSTANT_STRUCT)


class _Names:
    """Of classes: those of unnamed namespaces have none that others could use, and get numbers."""

    def __init__(self) -> None:
        self._numbers: dict[ir.Node, int] = {}

    def of(self, class_: ir.Node) -> str:
        return class_.text or str(self._numbers.setdefault(class_, len(self._numbers)))


def run(lowering: Lowering) -> None:
    module, names = lowering.module, _Names()
    tests = [f for f in module.functions if f.name.startswith(_TESTS)]
    calls = [call for test in tests for call in ir.instructions_using(test)]
    for call in calls:
        _note_calls(module, call, names)
    _note_functions(module, names)
    for call in calls:
        for user in ir.instructions_using(call):  # llvm.assume
            user.erase()
        call.erase()
    for test in tests:
        test.erase()
    lowering.graph = ir.CallGraph()


def _note_calls(module: ir.Module, test: ir.Instruction, names: _Names) -> None:
    table, class_ = test.arguments
    for place, pointer in _places(module, table):
        for loaded in ir.instructions_using(pointer):
            if loaded.opcode is Opcode.LOAD:
                for call in _calls_of(loaded):
                    call.attributes.add_text(CALLS, f"{names.of(ir.Node.given_as(class_))}+{place}")


def _places(module: ir.Module, table: ir.Value) -> Iterator[tuple[int, ir.Value]]:
    """Addresses in a table, and how far each is from the one that the object has."""
    yield 0, table
    for user in ir.instructions_using(table):
        if user.opcode is Opcode.GEP and len(user.operands) == _ADDRESS_AND_INDEX:
            index = user.operand(1)
            if isinstance(index, ir.Integer):
                yield index.signed * module.layout.size(user.source_type), user


def _calls_of(function: ir.Instruction) -> Iterator[ir.Instruction]:
    for user in ir.instructions_using(function):
        if user.opcode in ir.POINTER_CASTS:
            yield from _calls_of(user)
        elif user.is_call and user.called == function:
            yield user


def _note_functions(module: ir.Module, names: _Names) -> None:
    """A function that is in a table which names no classes gets no note: any call may mean it."""
    served: dict[ir.Function, set[str]] = {}
    unclear: set[ir.Function] = set()
    for variable in module.variables:
        tables = [(names.of(class_), at) for class_, at in _classes(variable)]
        variable.detach("type")
        if variable.initializer is None:
            continue
        for place, function in _functions_in(module, variable.initializer, 0):
            pairs = {f"{class_}+{place - at}" for class_, at in tables if place >= at}
            served.setdefault(function, set()).update(pairs)
            if not tables:
                unclear.add(function)
    for function, found in served.items():
        if function not in unclear:
            function.attributes.add_text(SERVES, " ".join(sorted(found)))


def _classes(variable: ir.Variable) -> Iterator[tuple[ir.Node, int]]:
    """Of a table of virtual functions: the classes that it serves, and where each one's begins."""
    for node in variable.attachments("type"):
        at, class_ = node.operands
        if at is not None and class_ is not None and isinstance(at.constant, ir.Integer):
            yield class_, at.constant.value


def _functions_in(module: ir.Module, value: ir.Value, at: int) -> Iterator[tuple[int, ir.Function]]:
    while isinstance(value, ir.Expression) and value.opcode in ir.POINTER_CASTS:
        value = value.operand(0)
    if isinstance(value, ir.Function):
        yield at, value
    elif isinstance(value, ir.Constant) and value.kind in _AGGREGATES:
        for number, element in enumerate(value.elements()):
            size = module.layout.size(element.type)
            offset = module.layout.offset(value.type, number) if value.type.is_struct else number * size
            yield from _functions_in(module, element, at + offset)
