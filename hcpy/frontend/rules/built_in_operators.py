"""C++ AMP: operators of the language, taken in place of the user's operator function for the CPU.

clang's overload resolution passes over functions for the other side. Where the operands have an operator of
the language as well, as enumerations, the comma, the address of an object and classes with conversions do, it
takes that one without a word: the expression would mean one thing on the CPU and another in a kernel.

Takes: an expression in amp-restricted code.
Gives: the broken rule, where the user has an operator function for the CPU and for such operands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import clang.cindex as cindex

from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import not_amp
from hcpy.frontend.rules.bodies import Broken, Unit, call_target
from hcpy.frontend.rules.expressions import declared

# In the order of CXBinaryOperatorKind and of CXUnaryOperatorKind; both count from 1.
_BINARY = ".* ->* * / % + - << >> <=> < > <= >= == != & ^ | && || = *= /= %= += -= <<= >>= &= ^= |= ,".split()
_UNARY = "++ -- ++ -- & * + - ~ !".split()
_OPERATORS = (ast.BINARY_OPERATOR, ast.COMPOUND_ASSIGNMENT, ast.UNARY_OPERATOR, ast.SUBSCRIPT)
_REFERENCES = ("LVALUEREFERENCE", "RVALUEREFERENCE")
_UNDECIDED = ("UNEXPOSED", "DEPENDENT", "INVALID")
# fmt: off
_ARITHMETIC = frozenset((
    "BOOL", "CHAR_U", "CHAR_S", "SCHAR", "UCHAR", "WCHAR", "SHORT", "USHORT", "INT", "UINT", "LONG", "ULONG",
    "LONGLONG", "ULONGLONG", "ENUM", "HALF", "FLOAT", "DOUBLE",
))
# fmt: on
# What a template consists of that says nothing of its arguments.
_TAKES_ALL = frozenset((ast.TEMPLATE_TYPE_PARAMETER, ast.TYPE_REF, ast.NAMESPACE_REF, ast.PARM_DECL))


def check_built_in(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    """The rule on one expression that clang took for an operator of the language."""
    if cursor._kind_id not in _OPERATORS:
        return
    operands = [_written(unit, child).type for child in unit.parsed.children(cursor)]
    if not any(_is_users(operand) for operand in operands):
        return
    name = f"operator{_sign(cursor)}"
    for function in _functions(unit, name, operands):
        if not unit.restriction(function).device and _is_meant(unit, function, operands):
            yield Broken(unit.parsed.place(cursor), not_amp(name), (declared(unit, function),))
            return


def _functions(unit: Unit, name: str, operands: list[Any]) -> Iterator[Cursor]:
    """The operator functions of a name: members of the first operand, and those that are no members."""
    for kind in _classes(operands[0].get_canonical()):
        parts = unit.parsed.children(unit.parsed.pattern(kind.get_declaration()))
        templates = (c for c in parts if c._kind_id == ast.FUNCTION_TEMPLATE)
        yield from (m for m in (*clang_types.methods(kind), *templates) if m.spelling == name)
    if name in unit.on_cpu:
        yield from (d for d in unit.parsed.declarations() if d.spelling == name and not _is_member(unit, d))


def _is_member(unit: Unit, function: Cursor) -> bool:
    owner = unit.parsed.parent(function)
    return owner is not None and owner._kind_id in ast.CLASSES


def _sign(cursor: Cursor) -> str:
    """The operator's name; empty where libclang knows none."""
    kind, library = cursor._kind_id, cindex.conf.lib
    if kind == ast.SUBSCRIPT:
        return "[]"
    is_unary = kind == ast.UNARY_OPERATOR
    asked = (
        library.clang_getCursorUnaryOperatorKind if is_unary else library.clang_getCursorBinaryOperatorKind
    )
    number = asked(cursor)
    names = _UNARY if is_unary else _BINARY
    return names[number - 1] if 0 < number <= len(names) else ""


def _written(unit: Unit, operand: Cursor) -> Cursor:
    """The operand before the implicit conversions, those by functions of its class as well."""
    while True:
        inner = unit.parsed.children(operand)
        if operand._kind_id in (ast.UNEXPOSED_EXPR, ast.PAREN) and len(inner) == 1:
            operand = inner[0]
            continue
        target = call_target(unit.parsed, operand) if operand._kind_id == ast.CALL else None
        if target is None or target._kind_id != ast.CONVERSION or not inner:
            return operand
        converted = unit.parsed.children(inner[0])
        if not converted or unit.parsed.end(converted[-1]) != unit.parsed.end(operand):
            return operand  # written out: object.operator int()
        operand = converted[-1]


def _is_users(kind: Any) -> bool:
    return ast.type_kind(kind.get_canonical()) in ("RECORD", "ENUM")


def _is_meant(unit: Unit, function: Cursor, operands: list[Any]) -> bool:
    """Would the CPU's overload resolution take it? Of conversions those of numbers and to bases count."""
    parameters = [c.type for c in unit.parsed.children(function) if c._kind_id == ast.PARM_DECL]
    if _is_member(unit, function):
        is_callable = not operands[0].get_canonical().is_const_qualified() or function.is_const_method()
        same_count = len(parameters) == len(operands) - 1
        return is_callable and same_count and all(map(_fits, parameters, operands[1:]))
    decided = (p for p in parameters if _is_users(_value(p)) or "<" in p.spelling)
    is_asked = any(decided) or _takes_all(unit, function)
    same_count = len(parameters) == len(operands)
    return same_count and is_asked and all(map(_fits, parameters, operands)) and _agree(parameters, operands)


def _takes_all(unit: Unit, function: Cursor) -> bool:
    """Is it a template that nothing constrains, by its result, a default argument or a concept?"""
    if function._kind_id != ast.FUNCTION_TEMPLATE:
        return False
    declared = [c for c in unit.parsed.children(function) if c._kind_id != ast.COMPOUND]
    inner = [part for c in declared for part in unit.parsed.children(c)]
    taken = [c for c in declared if not ast.ATTRIBUTES.start <= c._kind_id < ast.ATTRIBUTES.stop]
    arguments = [c for c in taken if c._kind_id == ast.TEMPLATE_TYPE_PARAMETER]
    names = {c.spelling for c in arguments}
    kinds = [function.result_type, *(c.type for c in taken if c._kind_id == ast.PARM_DECL)]
    undecided = (_target(k) for k in kinds if ast.type_kind(_value(k)) in _UNDECIDED)
    return (
        not any(map(unit.parsed.children, arguments))
        and all(c._kind_id in _TAKES_ALL for c in (*taken, *inner))
        and all(clang_types.unqualified(k) in names for k in undecided)
    )


def _agree(parameters: list[Any], operands: list[Any]) -> bool:
    """Do the operands of one template parameter, as it stands, have one type?"""
    found: dict[str, str] = {}
    for parameter, operand in zip(parameters, operands, strict=True):
        wanted = _value(parameter)
        if ast.type_kind(wanted) in _UNDECIDED and "<" not in wanted.spelling:
            held = clang_types.unqualified(operand.get_canonical())
            if found.setdefault(clang_types.unqualified(wanted), held) != held:
                return False
    return True


def _fits(parameter: Any, operand: Any) -> bool:
    """May a parameter be initialised with an operand?"""
    is_changed = ast.type_kind(parameter.get_canonical()) == "LVALUEREFERENCE"
    wanted, held = _value(parameter), operand.get_canonical()
    if is_changed and held.is_const_qualified() and not wanted.is_const_qualified():
        return False
    if ast.type_kind(wanted) in _UNDECIDED:
        return "<" not in wanted.spelling or _template(wanted.spelling) in _templates(held)
    kinds = ast.type_kind(wanted), ast.type_kind(held)
    if kinds[0] != "ENUM" and _ARITHMETIC.issuperset(kinds):
        return True
    name = clang_types.unqualified(wanted)
    return name == clang_types.unqualified(held) or name in map(clang_types.unqualified, _classes(held))


def _value(kind: Any) -> Any:
    """Without a reference."""
    return _target(kind.get_canonical()).get_canonical()


def _target(kind: Any) -> Any:
    """The same in the words that the source has for it."""
    return kind.get_pointee() if ast.type_kind(kind) in _REFERENCES else kind


def _template(name: str) -> str:
    """The template of an instance: the name itself where it is none."""
    return name.replace("const ", "").partition("<")[0]


def _classes(kind: Any) -> Iterator[Any]:
    """A class and its bases; nothing of other types."""
    if ast.type_kind(kind) == "RECORD":
        yield kind
        for base in clang_types.bases(kind):
            yield from _classes(base.type.get_canonical())


def _templates(kind: Any) -> Iterator[str]:
    """The templates that a class and its bases are instances of, with their namespaces and without."""
    for name in map(clang_types.unqualified, _classes(kind)):
        if "<" in name:
            yield from (_template(name), _template(name).rpartition("::")[2])
