"""Computes in double what the C++ library computes in long double, on targets that have no such type.

Takes a Lowering of an HC program; where check_device_ir found long double in functions of the library alone
(the distributions of <random> use it between the steps of a computation), leaves a module without it. hcc's
devices computed so too. It changes no memory: a class or a variable with such a member keeps its type, and
the module stays as it is.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.ir import Opcode, Site, Value
from hcpy.passes.lowering import Lowering


def is_long_double(type_: ir.Type) -> bool:
    return type_.kind is ir.TypeKind.X86_FP80


def is_in_memory(module: ir.Module) -> bool:
    """Has a class, an array or a variable of the module such a part?"""
    variables = (variable.value_type for variable in module.variables)
    return any(map(is_long_double, variables)) or ir.TypeSearch(is_long_double, True).is_in(module)


def run(lowering: Lowering) -> None:
    if lowering.has_library_long_double:
        module = lowering.module
        declared = [f for f in module.functions if f.is_declaration and not f.is_intrinsic]
        names = [f.name for f in declared if is_long_double(f.value_type.result) and f.name.endswith("l")]
        ir.change_types(module, ir.Change(_as_double, _double_of, _REWRITES))
        for name in names:
            _call_double_form(module, name)


def _as_double(type_: ir.Type) -> ir.Type:
    return type_.types.double if is_long_double(type_) else type_


def _double_of(number: Value, type_: ir.Type) -> Value:
    with ir.Builder(type_.types.context) as build:  # which computes with constants at once
        return build.cast(Opcode.FPTRUNC, number, type_)


def _converted(site: Site) -> Value | None:
    """Between double and long double nothing is left to do."""
    value, to = site.operand(0), site.result
    return value if value.type == to else None


def _called(site: Site) -> Value | None:
    """An intrinsic of the type is double's."""
    callee = site.old.callee
    if callee is None or not callee.is_intrinsic:
        return None
    type_ = site.type(callee.value_type)
    function = site.module.declare(callee.name.replace(".f80", ".f64"), type_)
    made = site.build.call(function, [site.value(argument) for argument in site.old.arguments])
    if isinstance(made, ir.Instruction) and made.can_be_fast:
        made.fast_math = site.old.fast_math
    return made


_REWRITES = {Opcode.FPEXT: _converted, Opcode.FPTRUNC: _converted, Opcode.CALL: _called}


def _call_double_form(module: ir.Module, name: str) -> None:
    """`logl`, `powl`: C's functions of long double are functions of double by now."""
    function = module.function(name)
    if function is not None:
        function.replace_uses(module.declare(name.removesuffix("l"), function.value_type))
        function.erase()
