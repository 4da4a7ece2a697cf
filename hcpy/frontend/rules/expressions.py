"""C++ AMP's rules on expressions (specification, 2.4.3): what amp-restricted code may compute with.

Takes: an expression's cursor and its surroundings.
Gives: the rules that it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from hcpy.core.model import Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.captures import Captures, CaptureUse
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import IN_AMP, global_variable
from hcpy.frontend.rules.bodies import FIELD_DECL, Broken, Context, Unit, is_constexpr, is_placement
from hcpy.frontend.rules.types import is_container
from hcpy.frontend.rules.virtual_functions import VIRTUAL_CALL
from hcpy.frontend.text.annotations import Annotations, Lambda

_FORBIDDEN = {
    ast.DELETE: "'delete'",
    ast.DYNAMIC_CAST: "'dynamic_cast'",
    ast.TYPEID: "'typeid'",
    ast.THROW: "'throw'",
}
_CASTS = frozenset((ast.C_CAST, ast.STATIC_CAST, ast.REINTERPRET_CAST, ast.CONST_CAST, ast.FUNCTIONAL_CAST))
_ARITHMETIC = frozenset((ast.SUBSCRIPT, ast.BINARY_OPERATOR, ast.COMPOUND_ASSIGNMENT, ast.UNARY_OPERATOR))
_INTEGERS = frozenset(
    "BOOL CHAR_U UCHAR CHAR_S SCHAR WCHAR CHAR16 CHAR32 SHORT USHORT INT UINT LONG ULONG LONGLONG "
    "ULONGLONG".split()
)
_FUNCTION_TYPES = frozenset(("FUNCTIONPROTO", "FUNCTIONNOPROTO"))
_INTEGER_LITERAL = 106
_LITERALS = (_INTEGER_LITERAL, ast.FLOATING_LITERAL)
_UNSUPPORTED_LITERALS = frozenset(("LONGDOUBLE", "LONGLONG", "ULONGLONG"))
_OF_THE_STACK = frozenset(("alloca", "_alloca", "__builtin_alloca", "__builtin_alloca_with_align"))
_ASSERTIONS = frozenset(("assert", "_ASSERT", "_ASSERTE"))
_THIS_CAPTURED = "'this' can't be captured by a lambda that is restricted to amp"
_ARRAYS_ALONE = "a kernel can capture only arrays and textures so"
_NO_LINKAGE = 1  # CXLinkage_NoLinkage: parameters and local variables


def check_expression(unit: Unit, cursor: Cursor, context: Context) -> Iterator[Broken]:
    """The rules on one expression, its operands left out; calls have a separate check."""
    kind = cursor._kind_id
    place = unit.parsed.place
    if kind in _FORBIDDEN:
        yield Broken(place(cursor), f"{_FORBIDDEN[kind]} {IN_AMP}")
    elif kind == ast.NEW and not is_placement(unit, cursor):
        yield Broken(place(cursor), f"'new' {IN_AMP}")
    elif kind in _CASTS:
        yield from _check_cast(unit, cursor)
    elif kind in _ARITHMETIC:
        yield from _check_operator(unit, cursor, kind)
    elif kind == ast.STRING_LITERAL:
        is_allowed = context.is_printed or context.is_faulty or context.is_constant
        if not is_allowed and not _is_asserted(unit, cursor):
            yield Broken(place(cursor), f"a string literal {IN_AMP}")
    elif kind in _LITERALS:
        if ast.type_kind(cursor.type) in _UNSUPPORTED_LITERALS and not context.is_constant:
            yield Broken(place(cursor), f"a literal of the type '{cursor.type.spelling}' {IN_AMP}")
    elif kind == ast.DECL_REF and not context.is_constant:
        yield from _check_name(unit, cursor, context)
    elif kind == ast.MEMBER_REF and not context.is_constant:
        target = unit.parsed.called(cursor)
        if target is not None and target._kind_id == ast.VAR_DECL:  # object.static_member
            yield from _check_name(unit, cursor, context)
    elif kind == ast.LAMBDA:
        yield from check_captures(unit, cursor)


def _is_asserted(unit: Unit, cursor: Cursor) -> bool:
    """Does it come from assert()? The library prints it."""
    place = unit.parsed.place(cursor)
    path = unit.text.file_of(place)
    if path is None:
        return False
    source = unit.text.sources[path]
    return source.text_of(source.token_of(place)) in _ASSERTIONS


def check_call(unit: Unit, cursor: Cursor, target: Cursor) -> Iterator[Broken]:
    """Calls that no device can make: virtual ones, and through pointers."""
    if target._kind_id in ast.FUNCTIONS:
        if target.spelling in _OF_THE_STACK and not unit.parsed.is_users(target):
            yield Broken(unit.parsed.place(cursor), f"'{target.spelling}' {IN_AMP}")
        if _is_dynamic(unit, cursor, target):
            yield Broken(unit.parsed.place(cursor), f"{VIRTUAL_CALL}{target.displayname}' {IN_AMP}")
        return
    if target._kind_id == ast.VAR_DECL and int(target.linkage.value) != _NO_LINKAGE:
        kind = target.type.get_canonical()
        if ast.type_kind(kind) == "POINTER" and ast.type_kind(kind.get_pointee()) in _FUNCTION_TYPES:
            text = f"a call through the function pointer '{target.spelling}' {IN_AMP}"
            yield Broken(unit.parsed.place(cursor), text)


def _is_dynamic(unit: Unit, call: Cursor, target: Cursor) -> bool:
    """Is it a virtual call? `object.Base::f()` names the function that it calls."""
    if target._kind_id != ast.CXX_METHOD or not unit.parsed.is_virtual(target):
        return False
    member = unit.parsed.children(call)[:1]
    named = [c._kind_id for m in member for c in unit.parsed.children(m)]
    return bool(member) and ast.TYPE_REF not in named


def _check_cast(unit: Unit, cursor: Cursor) -> Iterator[Broken]:
    place = unit.parsed.place(cursor)
    fault = None if _refers_to_container(unit, cursor) else unit.types.of_local(cursor.type)
    if fault is not None:
        text = unsupported("a cast to", cursor.type.spelling, fault.reason)
        yield Broken(place, text, fault.notes, bare_type(cursor.type))
        return
    operands = unit.parsed.children(cursor)
    if not operands or _is_zero(unit, operands[-1]):
        return
    source, target = (ast.type_kind(k.get_canonical()) for k in (operands[-1].type, cursor.type))
    if source == "POINTER" and target in _INTEGERS - {"BOOL"}:
        yield Broken(place, f"a cast from a pointer to an integer {IN_AMP}")
    elif source in _INTEGERS | {"ENUM"} and target == "POINTER":
        yield Broken(place, f"a cast from an integer to a pointer {IN_AMP}")


def _refers_to_container(unit: Unit, cast: Cursor) -> bool:
    """Is it a cast to a reference to an array or a texture? Clang gives the expression a type without the
    reference; where an object is made, a constructor is called."""
    if not is_container(cast.type.get_canonical()):
        return False
    made = [unit.parsed.called(c) for c in unit.parsed.children(cast)[-1:] if c._kind_id == ast.CALL]
    return not any(c is not None and c._kind_id == ast.CONSTRUCTOR for c in made)


def _is_zero(unit: Unit, operand: Cursor) -> bool:
    """A null pointer's literal."""
    if operand._kind_id != _INTEGER_LITERAL:
        return False
    offset, path = unit.text.offset(unit.parsed.place(operand)), unit.text.file_of(unit.parsed.place(operand))
    if offset is None or path is None:
        return True  # a library's macro
    source = unit.text.sources[path]
    return not any(digit in "123456789abcdefABCDEF" for digit in source.text_of(source.token_at(offset)))


def unsupported(what: str, kind: str, reason: str) -> str:
    """A message about a type."""
    behind = f": {reason}" if reason else ""
    return f"{what} the type '{kind}' {IN_AMP}{behind}"


def bare_type(kind: Any) -> str:
    """A type's name without what is around it: an instance of a template is reported once for each type."""
    kind = kind.get_canonical()
    while ast.type_kind(kind) in ("POINTER", "LVALUEREFERENCE", "RVALUEREFERENCE"):
        kind = kind.get_pointee()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type()
    return str(kind.spelling).removeprefix("const ")


def _check_operator(unit: Unit, cursor: Cursor, kind: int) -> Iterator[Broken]:
    operator = cursor.spelling
    place = unit.parsed.place(cursor)
    if operator in (".*", "->*"):
        operands = unit.parsed.children(cursor)
        if operands and (_is_local(unit, operands[-1]) or _names_function(unit, operands[-1])):
            return  # its declaration was refused, or the address of the function is
        member = operands[-1].type.get_canonical() if operands else None
        if (
            member is not None
            and ast.type_kind(member) == "MEMBERPOINTER"
            and ast.type_kind(member.get_pointee()) in _FUNCTION_TYPES
        ):
            yield Broken(place, f"a call through a pointer to a member function {IN_AMP}")
    elif kind == ast.UNARY_OPERATOR and ast.type_kind(cursor.type.get_canonical()) != "POINTER":
        return  # neither ++ nor --
    elif kind == ast.UNARY_OPERATOR and _is_pointer_to_pointer(cursor):
        yield Broken(place, f"the address of a pointer {IN_AMP}: pointers to pointers are not supported")
    elif kind in (ast.SUBSCRIPT, ast.UNARY_OPERATOR) or operator in ("+", "-", "+=", "-="):
        for operand in unit.parsed.children(cursor):
            if _is_pointer_to_bool(unit, operand):
                yield Broken(place, f"arithmetic on a pointer to bool {IN_AMP}")
                return


def _is_local(unit: Unit, operand: Cursor) -> bool:
    while operand._kind_id in (ast.UNEXPOSED_EXPR, ast.PAREN):
        inner = unit.parsed.children(operand)
        if not inner:
            return False
        operand = inner[0]
    target = unit.parsed.called(operand) if operand._kind_id == ast.DECL_REF else None
    return (
        target is not None
        and target._kind_id in (ast.VAR_DECL, ast.PARM_DECL)
        and (int(target.linkage.value) == _NO_LINKAGE)
    )


def _names_function(unit: Unit, operand: Cursor) -> bool:
    targets = (unit.parsed.called(c) for c in unit.parsed.walk(operand) if c._kind_id == ast.DECL_REF)
    return any(target is not None and target._kind_id in ast.FUNCTIONS for target in targets)


def _is_pointer_to_pointer(operand: Cursor) -> bool:
    kind = operand.type.get_canonical()
    return ast.type_kind(kind.get_pointee()) == "POINTER"


def _is_pointer_to_bool(unit: Unit, operand: Cursor) -> bool:
    kind = operand.type.get_canonical()
    if ast.type_kind(kind) != "POINTER" or ast.type_kind(kind.get_pointee()) != "BOOL":
        return False
    inner = unit.parsed.children(operand)  # an array that decays was refused as an array
    return not (inner and "ARRAY" in ast.type_kind(inner[0].type.get_canonical()))


# --- names -----------------------------------------------------------------------------------------------
def _check_name(unit: Unit, cursor: Cursor, context: Context) -> Iterator[Broken]:
    target = unit.parsed.called(cursor)
    if target is None or not unit.parsed.is_users(target):
        return
    if target._kind_id == ast.VAR_DECL and int(target.linkage.value) != _NO_LINKAGE:
        if not _is_known(unit, target) and not _is_extern_local(target):
            yield Broken(
                unit.parsed.place(cursor),
                global_variable(target.spelling),
                (declared(unit, target),),
            )
        elif context.is_referred and not _is_devices(unit, target):
            text = f"the address of the constant '{target.spelling}', or a reference to it, {IN_AMP}"
            yield Broken(unit.parsed.place(cursor), text, (declared(unit, target),))
    elif (
        target._kind_id in ast.FUNCTIONS - {ast.FUNCTION_TEMPLATE}
        and not context.is_faulty
        and context.call != target.spelling
        and not is_lambdas(unit, target)
    ):
        yield Broken(unit.parsed.place(cursor), f"the address of the function '{target.spelling}' {IN_AMP}")


def name_of(unit: Unit, target: Cursor) -> str:
    """A function's name in messages; of a call operator, which is no lambda's, with its class."""
    owner = unit.parsed.parent(target) if target.spelling == "operator()" else None
    return f"operator()' of '{owner.type.spelling}" if owner is not None else str(target.spelling)


def declared(unit: Unit, target: Cursor) -> Note:
    """The note that shows a declaration."""
    return Note(unit.parsed.place(target), f"'{target.spelling}' declared here")


def _is_known(unit: Unit, variable: Cursor) -> bool:
    """Is it a constant, or a variable of the devices' own?"""
    kind = variable.type.get_canonical()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type()
    if kind.is_const_qualified() and not kind.is_volatile_qualified():
        return ast.type_kind(kind) != "RECORD" or is_constexpr(unit, variable)
    if ast.type_kind(kind) in ("UNEXPOSED", "DEPENDENT", "AUTO", "INVALID"):
        return True
    return _is_devices(unit, variable)


def _is_extern_local(variable: Cursor) -> bool:
    """`extern` in a function is an error by itself."""
    around = variable.lexical_parent
    return variable.storage_class.name == "EXTERN" and around is not None and around._kind_id in ast.FUNCTIONS


def _is_devices(unit: Unit, variable: Cursor) -> bool:
    attributes = (ast.CUDA_DEVICE_ATTR, ast.CUDA_SHARED_ATTR)
    return any(c._kind_id in attributes for c in unit.parsed.children(variable))


def is_lambdas(unit: Unit, function: Cursor) -> bool:
    """Is it a lambda's call operator?"""
    parent = unit.parsed.parent(function)
    return parent is not None and (not parent.spelling or "(lambda at" in parent.spelling)


# --- captures --------------------------------------------------------------------------------------------
def check_captures(unit: Unit, item: Cursor) -> Iterator[Broken]:
    """What a lambda that is restricted to amp captures: arrays and textures by reference, others by value."""
    if unit.text.lambda_at(unit.parsed.place(item)) is None:
        return  # a macro's product, whose introducer can't be read
    refused: list[CaptureUse] = []
    for use in Captures(unit.parsed, unit.text, item).uses():
        if use.capture.by_reference:
            refused += [] if use.allowed else [use]
        elif use.variable is not None:
            yield from _check_copy(unit, use.location, use.capture.name, use.variable)
    yield from _by_reference(refused)
    yield from _check_this(unit, item)


def _by_reference(refused: Sequence[CaptureUse]) -> Iterator[Broken]:
    """Each that is written out is a mistake; what a capture default takes along is one, its own."""
    told = [
        (use, f"'{use.capture.name}' of type '{use.capture.type}' is captured by reference")
        for use in refused
    ]
    for use, text in told:
        if use.is_named:
            yield Broken(use.location, f"{text}; {_ARRAYS_ALONE}")
    implied = [(use.location, text) for use, text in told if not use.is_named]
    if implied:
        notes = tuple(Note(place, f"{text} as well") for place, text in implied[1:])
        yield Broken(implied[0][0], f"{implied[0][1]}; {_ARRAYS_ALONE}", notes)


def _check_copy(unit: Unit, place: Location, name: str, variable: Cursor) -> Iterator[Broken]:
    kind = variable.type
    canonical = kind.get_canonical()
    if ast.type_kind(canonical) in ("LVALUEREFERENCE", "RVALUEREFERENCE"):
        canonical = canonical.get_pointee()
    if is_container(canonical):
        text = f"'{name}' is captured by value; arrays and textures must be captured by reference"
        yield Broken(place, text)
        return
    fault = unit.types.of_capture(canonical, variable._kind_id == ast.PARM_DECL)
    if fault is not None:
        what = f"'{name}' can't be captured:"
        yield Broken(place, unsupported(what, kind.spelling, fault.reason), fault.notes)


def _initialises_capture(unit: Unit, cursor: Cursor, found: tuple[Annotations, Lambda] | None) -> bool:
    """Is it in the initialiser of a capture? That is evaluated outside of the lambda."""
    offset = unit.text.offset(unit.parsed.place(cursor)) if found is not None else None
    if found is None or offset is None:
        return False
    source, item = found[0].source, found[1]
    if not source.tokens[item.open].begin < offset < source.tokens[item.close].begin:
        return False
    return source.text_of(source.token_at(offset) - 1) not in ("[", ",")


def _check_this(unit: Unit, item: Cursor) -> Iterator[Broken]:
    """`this` is a pointer, which a closure can't hold; `*this` copies the object."""
    known = unit.text.lambda_at(unit.parsed.place(item))
    if known is not None:
        source = known[0].source
        words = [source.tokens[i].text for i in range(known[1].open + 1, known[1].close)]
        if any(a == "*" and b == "this" for a, b in pairwise(words)):
            return
    implied: list[Location] = []
    for cursor in unit.parsed.walk(item):
        if _initialises_capture(unit, cursor, known):
            continue
        is_this = cursor._kind_id == ast.THIS or _has_implicit_this(unit, cursor)
        if is_this and not _in_local_class(unit, cursor, item):
            place = unit.parsed.place(cursor)
            if known is not None and known[0].source.token_of(place) == known[1].open + 1 and not implied:
                implied.append(place)  # by a template's capture default; its instances know the use alone
                continue
            yield Broken(place, _THIS_CAPTURED)
            return
    yield from (Broken(place, _THIS_CAPTURED) for place in implied)


def _has_implicit_this(unit: Unit, cursor: Cursor) -> bool:
    if cursor._kind_id != ast.MEMBER_REF or unit.parsed.children(cursor):
        return False
    target = unit.parsed.called(cursor)
    if target is None or target._kind_id not in (FIELD_DECL, ast.CXX_METHOD):
        return False
    return not (target._kind_id == ast.CXX_METHOD and target.is_static_method())


def _in_local_class(unit: Unit, cursor: Cursor, item: Cursor) -> bool:
    """Is it in a class that the lambda's body defines?"""
    place = unit.parsed.place(cursor)
    for inner in unit.parsed.walk(item):
        if inner._kind_id in ast.CLASSES:
            begin, end = unit.parsed.begin(inner), unit.parsed.end(inner)
            if begin.file == place.file and begin.line <= place.line <= end.line:
                return True
    return False
