"""Makes functions that clang has for the host ones that every device can have.

Takes a Lowering whose module is as clang made it.
- A destructor's form for `delete`, which is in the tables of virtual functions, calls operator delete.
  Kernels may not delete, so that nobody calls it: the tables get null pointers. So they do for pure virtual
  functions.
- The standard library's inline functions that throw lose their bodies, as those that libstdc++.so has none: a
  call that is left after optimisation is an error, one that can't happen (std::visit of a variant that always
  has a value) is gone by then.
- std::variant::swap calls itself where the other variant has no value: that is such an error function, too.
- A function with an ellipsis that does not read what it was given there becomes one without it.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.core.demangle import demangle
from hcpy.ir.rewrite import call_again, replace_by_number, with_parameters
from hcpy.passes.lowering import Lowering

_DELETING, _DESTRUCTOR = "D0Ev", "::~"
_NEVER_CALLED = ("__cxa_pure_virtual", "__cxa_deleted_virtual")
_LIBRARY, _THROWS = "_ZSt", "__throw_"
_VARIANT, _SWAP = "_ZNSt7variantI", "E4swapERS"
_NO_VALUE = "_ZSt26__throw_bad_variant_accessv"  # libstdc++ has it with an argument
_READS_ARGUMENTS = "llvm.va_start"


def run(lowering: Lowering) -> None:
    module = lowering.module
    for function in module.functions:
        name = function.name
        if name in _NEVER_CALLED:
            replace_by_number(function, 0)
        elif function.is_declaration:
            continue
        elif name.endswith(_DELETING) and _DESTRUCTOR in demangle(name):
            _drop_from_tables(function)
        elif name.startswith(_LIBRARY) and name[len(_LIBRARY) :].lstrip("0123456789").startswith(_THROWS):
            _forget(module, function)
        elif name.startswith(_VARIANT) and _SWAP in name:
            _end_recursion(module, function)
        elif function.is_variadic and not _reads_arguments(function):
            _without_ellipsis(module, function)
    lowering.graph = ir.CallGraph()


def _drop_from_tables(function: ir.Function) -> None:
    if not any(call.callee == function for call in ir.instructions_using(function)):
        replace_by_number(function, 0)


def _forget(module: ir.Module, function: ir.Function) -> None:
    name = function.name
    function.name = ""
    made = module.declare(name, function.value_type, function.convention)
    made.attributes.copy_from(function.attributes)
    function.replace_uses(made)
    function.erase()


def _end_recursion(module: ir.Module, function: ir.Function) -> None:
    types = module.types
    for call in [c for c in function.calls() if c.callee == function]:
        fails = module.function(_NO_VALUE) or module.declare(_NO_VALUE, types.function(types.void, []))
        with ir.Builder.before(call) as build:
            build.at_location(call.debug_location)
            build.call(fails, [])
        call.erase()


def _reads_arguments(function: ir.Function) -> bool:
    return any(call.callee_name.startswith(_READS_ARGUMENTS) for call in function.calls())


def _without_ellipsis(module: ir.Module, function: ir.Function) -> None:
    """Only where all that uses it calls it."""
    calls = [user for user in function.users if isinstance(user, ir.Instruction) and user.is_call]
    if len(calls) != len(function.users) or any(call.callee != function for call in calls):
        return
    made = with_parameters(module, function, (), ellipsis=False)
    for call in calls:
        call_again(call, made, ())
    function.erase()
