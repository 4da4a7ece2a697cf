"""C++ AMP's rules on declarations (specification, 2.1 to 2.3, 2.4.2): what may be restricted to amp, and how.

Takes: declarations of a ParsedUnit.
Gives: the rules that they break.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hcpy.core.model import Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend import clang_types
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Broken, Unit
from hcpy.frontend.rules.expressions import bare_type, declared, is_lambdas, unsupported
from hcpy.frontend.rules.statements import check_type, is_tile_static, specifiers
from hcpy.frontend.rules.virtual_functions import VIRTUAL_FUNCTION
from hcpy.frontend.text.annotations import NONE, Restriction

_OF_OBJECTS = frozenset((ast.CXX_METHOD, ast.CONSTRUCTOR, ast.DESTRUCTOR, ast.CONVERSION))
_VOLATILE_MEMBER = re.compile(r"\)[^()]*\bvolatile\b[^()]*$")
_INDEX = re.compile(r"\b(?:tiled_)?index<")
_NO_RESULT = frozenset(("VOID", "AUTO", "DEPENDENT", "UNEXPOSED", "INVALID"))
_CLAUSE = 40  # bytes: how far after a declaration its clauses may be


def check_signature(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """The declarator of a function that is restricted to amp, perhaps among others."""
    place, name = unit.parsed.place(function), function.spelling
    if function._kind_id == ast.FUNCTION_DECL and name == "main":
        yield Broken(place, "'main' can't be restricted to amp")
        return
    if function._kind_id in (ast.CXX_METHOD, ast.DESTRUCTOR) and _is_virtual(unit, function):
        yield Broken(place, f"{VIRTUAL_FUNCTION}{name}' can't be restricted to amp")
    is_named_type = ast.type_kind(function.type) != "FUNCTIONPROTO"  # which was refused
    if not is_named_type and function.type.is_function_variadic() and not is_lambdas(unit, function):
        yield Broken(place, f"the variadic function '{name}' can't be restricted to amp")
    if clang_types.has_dynamic_exception_specification(function):
        yield Broken(place, f"'{name}' is restricted to amp and can't have an exception specification")
    if unit.restriction(function).cpu and _is_extern_c(unit, function):
        yield Broken(place, f"'{name}' with extern \"C\" linkage can't have several restrictions")
    yield from _check_this(unit, function)
    for child in unit.parsed.children(function):
        if child._kind_id == ast.PARM_DECL:
            yield from check_type(unit, child)
    if function._kind_id not in (ast.CONSTRUCTOR, ast.DESTRUCTOR) and not _returns_lambda(function):
        fault = unit.types.of_local(function.result_type)
        if fault is not None:
            text = unsupported("a result of", function.result_type.spelling, fault.reason)
            yield Broken(place, text, fault.notes, bare_type(function.result_type))


def _check_this(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """`this` points to an object that amp-restricted code may have."""
    place, owner = unit.parsed.place(function), unit.parsed.parent(function)
    is_member = function._kind_id in _OF_OBJECTS or (owner is not None and owner._kind_id in ast.CLASSES)
    if not is_member or function.is_static_method() or is_lambdas(unit, function):
        return
    if _VOLATILE_MEMBER.search(function.type.spelling):
        yield Broken(place, f"the volatile member function '{function.spelling}' can't be restricted to amp")
    if owner is None or place == unit.parsed.place(owner) or _is_virtual(unit, function):
        return  # clang made it, or it is refused as it is
    fault = unit.types.of_class(owner.type)
    if fault is not None:
        what = f"'this' in '{function.spelling}', an object of"
        text = unsupported(what, owner.type.spelling, fault.reason)
        yield Broken(place, text, fault.notes, owner=bare_type(owner.type))


def check_lambda_specifiers(unit: Unit, item: Cursor) -> Iterator[Broken]:
    """Behind a lambda's parameters: throw(...) is none of libclang's to see there."""
    known = unit.text.lambda_at(unit.parsed.place(item))
    if known is None:
        return
    source = known[0].source
    for first, _ in known[1].specifiers:
        if source.text_of(first) == "throw":
            place = Location(str(source.path), *source.line_column(source.tokens[first].begin))
            yield Broken(place, "a lambda that is restricted to amp can't have an exception specification")


def check_lambda_operator(unit: Unit, item: Cursor) -> Iterator[Broken]:
    """A lambda's call operator: the type that it returns, written or deduced, and a `...`."""
    if _is_variadic(unit, item):
        yield Broken(unit.parsed.place(item), "a variadic lambda can't be restricted to amp")
    for method in clang_types.methods(item.type.get_canonical()):
        if method.spelling == "operator()" and not _returns_lambda(method):
            kind = method.result_type
            fault = unit.types.of_local(kind)
            if fault is not None:
                text = unsupported("a result of", kind.spelling, fault.reason)
                yield Broken(unit.parsed.place(item), text, fault.notes, bare_type(kind))


def _is_variadic(unit: Unit, item: Cursor) -> bool:
    """Do a lambda's parameters end in `...`? libclang shows no call operator that is a template."""
    known = unit.text.lambda_at(unit.parsed.place(item))
    if known is None or known[1].parameters < 0:
        return False
    source, end = known[0].source, known[1].parameters_end
    return source.text_of(end - 1) == "..." and source.text_of(end - 2) in (",", "(")


def check_kernel_result(unit: Unit, kernel: Cursor) -> Iterator[Broken]:
    """What a launch calls gives nothing back: nobody could take it. In a template an instance decides, and
    of a class with several such operators the compute domain: another one may be for the kernels' own use."""
    operator = kernel
    if kernel._kind_id == ast.LAMBDA:
        named = (m for m in clang_types.methods(kernel.type.get_canonical()) if m.spelling == "operator()")
        operator = next(named, kernel)
    elif _is_one_of_several(unit, operator):
        return
    kind = operator.result_type
    if _takes_index(operator) and ast.type_kind(kind.get_canonical()) not in _NO_RESULT:
        text = f"a kernel must return void, and this one returns '{kind.spelling}'"
        yield Broken(unit.parsed.place(kernel), text)


def check_linkage(unit: Unit, functions: Iterable[Cursor]) -> Iterator[Broken]:
    """Functions with extern "C" linkage have one name each: their restrictions can't tell them apart."""
    first: dict[str, Cursor] = {}
    for function in functions:
        if function._kind_id == ast.FUNCTION_DECL and _is_extern_c(unit, function):
            other = first.setdefault(function.spelling, function)
            if _callable(unit.restriction(other)) != _callable(unit.restriction(function)):
                name = function.spelling
                text = f"'{name}' with extern \"C\" linkage can't have overloads that differ in restriction"
                yield Broken(unit.parsed.place(function), text, (declared(unit, other),))


def _is_virtual(unit: Unit, method: Cursor) -> bool:
    """clang takes a function of another restriction for a new one, which overrides nothing."""
    if unit.parsed.is_virtual(method):
        return True
    owner = unit.parsed.parent(method)
    todo = clang_types.bases(owner.type) if owner is not None else []
    while todo:
        kind = todo.pop().type.get_canonical()
        for inherited in clang_types.methods(kind):
            if inherited.spelling == method.spelling and unit.parsed.is_virtual(inherited):
                return True
        todo += clang_types.bases(kind)
    return False


def _takes_index(operator: Cursor) -> bool:
    """Is it what parallel_for_each calls, among the overloads of a class?"""
    kind = operator.type.get_canonical()
    kinds = list(kind.argument_types()) if ast.type_kind(kind) == "FUNCTIONPROTO" else []
    return len(kinds) == 1 and _INDEX.search(kinds[0].spelling) is not None


def _is_one_of_several(unit: Unit, operator: Cursor) -> bool:
    owner = unit.parsed.parent(operator)
    members = unit.parsed.children(owner) if owner is not None else ()
    named = (c for c in members if c.spelling == "operator()")
    return sum(_takes_index(c) and unit.restriction(c).device for c in named) > 1


def _returns_lambda(function: Cursor) -> bool:
    return "(lambda at" in str(function.result_type.get_canonical().spelling)


def _is_extern_c(unit: Unit, function: Cursor) -> bool:
    """Only `extern "C"` leaves a function's name as it is."""
    return bool(function._kind_id == ast.FUNCTION_DECL and function.mangled_name == function.spelling)


def is_auto(unit: Unit, function: Cursor, behind: str = "") -> bool:
    """Is restrict(auto) after a function's parameters, perhaps before a certain token?"""
    place = unit.parsed.place(function)
    path = unit.text.file_of(place)
    if path is None or path not in unit.text.annotations:
        return False
    found = unit.text.annotations[path]
    source = found.source
    first = source.offset(place.line, place.column)
    bodies = [c for c in unit.parsed.children(function) if c._kind_id == ast.COMPOUND]
    end = unit.parsed.begin(bodies[-1]) if bodies else unit.parsed.end(function)
    last = source.offset(end.line, end.column) + (0 if bodies else _CLAUSE)
    for clause in found.clauses:
        if first <= clause.begin <= last:
            words = [t.text for t in source.tokens[clause.first : clause.last]]
            if "auto" in words and words[0] == "restrict" and source.text_of(clause.last).startswith(behind):
                return True
    return False


def check_auto(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """restrict(auto) asks the compiler to look at the body."""
    if not function.is_definition() and is_auto(unit, function, ";"):
        text = f"'{function.spelling}' is only declared here; restrict(auto) needs the definition"
        yield Broken(unit.parsed.place(function), text)


def check_tile_static_scope(unit: Unit, variable: Cursor) -> Iterator[Broken]:
    """tile_static belongs into functions."""
    if is_tile_static(unit, variable):
        place = unit.parsed.place(variable)
        yield Broken(place, f"the tile_static variable '{variable.spelling}' is only allowed in a function")


def check_tile_static_result(unit: Unit, function: Cursor) -> Iterator[Broken]:
    """clang would take the macro of the word for `static`."""
    path = unit.text.file_of(unit.parsed.place(function))
    if path is None or "tile_static" not in unit.text.sources[path].text:
        return
    if "tile_static" in specifiers(unit, function):
        text = f"the function '{function.spelling}' can't be tile_static"
        yield Broken(unit.parsed.place(function), text)


def check_destructor(unit: Unit, destructor: Cursor) -> Iterator[Broken]:
    """A destructor must be callable wherever one of the constructors is: it can't be overloaded."""
    owner = unit.parsed.parent(destructor)
    if owner is None or _is_defaulted(unit, destructor):
        return
    own = _callable(unit.restriction(destructor))
    for member in unit.parsed.children(owner):
        if not _is_constructor(owner, member) or _is_defaulted(unit, member):
            continue
        made = _callable(unit.restriction(member))
        lacking = "amp" if made.device and not own.device else "cpu" if made.cpu and not own.cpu else ""
        if lacking:
            text = f"'{destructor.spelling}' must be restricted to {lacking} as well: a constructor is"
            yield Broken(unit.parsed.place(destructor), text, (declared(unit, member),))
            return


def _is_constructor(owner: Cursor, member: Cursor) -> bool:
    if member._kind_id == ast.FUNCTION_TEMPLATE:
        return bool(member.spelling.partition("<")[0] == owner.spelling.partition("<")[0])
    return bool(member._kind_id == ast.CONSTRUCTOR)


def _callable(restriction: Restriction) -> Restriction:
    """Without a clause a function is restricted to cpu."""
    return Restriction(cpu=True, device=False) if restriction == NONE else restriction


def _is_defaulted(unit: Unit, function: Cursor) -> bool:
    """`= default` and `= delete` have no body to check; a declaration without definition has none, too."""
    if function.is_default_method():
        return True
    end = unit.parsed.end(function)
    path = unit.text.file_of(end)
    if path is None:
        return True
    source = unit.text.sources[path]
    words = source.text[: source.offset(end.line, end.column)].rstrip()
    return words.endswith(("default", "delete"))
