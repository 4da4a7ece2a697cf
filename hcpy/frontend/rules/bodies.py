"""Looks into one function's body: the rules that it breaks, and what it calls.

Takes: a function or a lambda expression of a ParsedUnit.
Gives: a Body. The few rules of HC are here; amp.py brings those of C++ AMP together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from hcpy.core.dataclass import dataclass, field
from hcpy.core.model import Dialect, Location, Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.rules.types import TypeRules
from hcpy.frontend.text.annotations import DEVICE, NONE, Restriction
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText

FIELD_DECL = 6
CODE = ast.FUNCTIONS | {ast.LAMBDA}
_UNSEEN = frozenset((ast.SIZEOF, ast.THROW)) | ast.CLASSES  # what a throw makes is no mistake besides
_FORBIDDEN = {
    ast.TRY: "'try'",
    ast.DELETE: "'delete'",
    ast.DYNAMIC_CAST: "'dynamic_cast'",
    ast.TYPEID: "'typeid'",
    ast.THROW: "'throw'",
    ast.INDIRECT_GOTO: "a computed 'goto'",
}
_LOOKED_AT = frozenset((ast.CALL, ast.VAR_DECL, ast.NEW, *_FORBIDDEN))
# C's functions that take memory, and what gives it back: what is left of them depends on the optimiser.
_TAKING = frozenset(
    "malloc calloc realloc reallocarray aligned_alloc posix_memalign memalign valloc strdup strndup".split()
)
_FREE = "free"
_LAUNCH = "parallel_for_each"
_NESTED = f"'{_LAUNCH}' is for the host alone and can't be called in a kernel"
_INITIALISED = (
    "the tile_static variable '{}' can't have an initialiser, which no tile would run; assign to it in one "
    "work-item, and wait at the barrier"
)


class Broken(NamedTuple):
    """A broken rule, and what explains it."""

    location: Location
    message: str
    notes: tuple[Note, ...] = ()
    kind: str = ""  # the type that is refused
    owner: str = ""  # the class that is refused because of it: reported once


@dataclass(frozen=True)
class Call:
    """A call in a function's body."""

    location: Location
    target: Cursor
    name: str
    is_constant: bool = False  # evaluated by the compiler
    is_dependent: bool = False  # in a template: another instance or overload may be meant


@dataclass
class Body:
    """What the rules must know of one function."""

    broken: list[Broken] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)


class Context(NamedTuple):
    """What encloses an expression."""

    call: str = ""  # the name that the call directly around it calls
    is_constant: bool = False  # evaluated by the compiler
    is_faulty: bool = False  # in a variable whose type was refused: one error is enough
    is_printed: bool = False  # an argument of a library's function
    is_referred: bool = False  # bound to a reference, or its address is taken


@dataclass(frozen=True)
class Unit:
    """What the rules look things up in."""

    parsed: ParsedUnit
    text: UnitText
    types: TypeRules

    @property
    def is_amp(self) -> bool:
        return self.text.unit.dialect is Dialect.AMP

    @cached_property
    def on_cpu(self) -> frozenset[str]:
        """The names of the user's functions that run there: of overloads the parse has the devices' own."""
        functions = (d for d in self.parsed.declarations() if d._kind_id in ast.FUNCTIONS)
        return frozenset(d.spelling for d in functions if self.restriction(d) != DEVICE)

    def restriction(self, function: Cursor) -> Restriction:
        """What the source says about a function or a lambda expression."""
        if function._kind_id == ast.LAMBDA:
            known = self.text.lambda_at(self.parsed.place(function))
            return known[1].restriction if known else NONE
        children = self.parsed.children(function)
        if self.is_amp:
            kinds = {c._kind_id for c in children}
            return Restriction(cpu=ast.CUDA_HOST_ATTR in kinds, device=ast.CUDA_DEVICE_ATTR in kinds)
        known = self.text.lambda_at(self.parsed.place(function))
        if known is not None:  # its call operator, whose text an edit has moved
            return known[1].restriction
        body = next((self.parsed.begin(c) for c in children if c._kind_id == ast.COMPOUND), None)
        return self.text.restriction(self.parsed.begin(function), self.parsed.place(function), body)


def cursors_of_body(unit: Unit, function: Cursor) -> Iterator[Cursor]:
    """Everything in a body but what is not evaluated; HC's rules ask for no surroundings."""
    stack = [*own_parts(unit, function)[::-1]]
    while stack:
        top = stack.pop()
        yield top
        if top._kind_id not in _UNSEEN:
            stack += unit.parsed.children(top)[::-1]


def evaluated(unit: Unit, function: Cursor) -> Iterator[tuple[Cursor, Context]]:
    """Everything in a body but what is not evaluated, with its surroundings."""
    parsed = unit.parsed
    stack = [(c, Context()) for c in own_parts(unit, function)[::-1]]
    while stack:
        top, context = stack.pop()
        yield top, context
        kind = top._kind_id
        if kind in _UNSEEN:
            continue
        children = parsed.children(top)
        if kind == ast.VAR_DECL:
            known = context
            if top.type.is_const_qualified() and (parsed.has_known_value(top) or is_constexpr(unit, top)):
                known = context._replace(is_constant=True)
            inner = [(c, _in_variable(top, children, c, known)) for c in children]
        else:
            around = _around(parsed, top, kind, context)
            inner = [(c, _in_lambda(parsed, c) if kind == ast.LAMBDA else around) for c in children]
            if kind == ast.CASE and inner:
                inner[0] = (children[0], context._replace(is_constant=True))
        stack += inner[::-1]


def own_parts(unit: Unit, function: Cursor) -> Sequence[Cursor]:
    """What is in a function. The initialisers of a lambda's captures belong to the code around it."""
    children = unit.parsed.children(function)
    known = unit.text.lambda_at(unit.parsed.place(function)) if function._kind_id == ast.LAMBDA else None
    if known is None:
        return children
    source, item = known[0].source, known[1]
    close = source.line_column(source.tokens[item.close].begin)
    begins = [(place.line, place.column) for place in map(unit.parsed.begin, children)]
    return [c for c, begin in zip(children, begins, strict=True) if begin > close]


def _in_lambda(parsed: ParsedUnit, part: Cursor) -> Context:
    """Around a part of a lambda. Of what initialises a capture libclang shows the operands alone: a function
    is the callee, or the capture itself, whose type is refused."""
    callee = part
    while callee._kind_id in (ast.UNEXPOSED_EXPR, ast.PAREN) and (inner := parsed.children(callee)):
        callee = inner[0]
    return Context(callee.spelling if callee != part else "", is_faulty=part._kind_id == ast.DECL_REF)


def is_constexpr(unit: Unit, variable: Cursor) -> bool:
    """Is the variable declared so? What is in no file of the user's counts as such."""
    return _is_declared(unit, variable, "constexpr", True)


def is_consteval(unit: Unit, function: Cursor) -> bool:
    """Does the compiler alone call the user's function?"""
    return _is_declared(unit, function, "consteval", False)


def _is_declared(unit: Unit, cursor: Cursor, word: str, elsewhere: bool) -> bool:
    """Does the word stand before the declared name? elsewhere: the answer for others' files."""
    begin = unit.parsed.begin(cursor)
    path, first = unit.text.file_of(begin), unit.text.offset(begin)
    if path is None or first is None:
        return elsewhere
    last = unit.text.offset(unit.parsed.place(cursor)) or first
    source = unit.text.sources[path]
    if first >= last:  # libclang has `int a, b;` begin at b's name
        first = source.tokens[_statement_start(source, source.token_at(last))].begin
    return word in source.text[first:last]


def _statement_start(source: SourceText, at: int) -> int:
    """The first token of the declaration that a declarator is in."""
    while at > 0 and source.text_of(at - 1) not in (";", "{", "("):
        closes = source.text_of(at - 1) in (")", "]", "}") and 0 <= source.partners[at - 1] < at
        if closes and source.text_of(at - 1) == "}" and source.text_of(at) != ",":
            break  # the end of the block before
        at = source.partners[at - 1] if closes else at - 1
    return at


def _around(parsed: ParsedUnit, top: Cursor, kind: int, context: Context) -> Context:
    if kind == ast.CALL:
        target = parsed.called_by(top)
        is_printed = target is not None and not parsed.is_users(target)
        name = top.spelling or (target.spelling if target is not None else "")
        # In a template's own body clang has not made the arguments the parameters' type yet.
        is_chosen = target is not None and target._kind_id in ast.FUNCTIONS - {ast.FUNCTION_TEMPLATE}
        is_referred = is_chosen and not is_printed and not _copies(target)
        return Context(name, context.is_constant, is_printed=is_printed, is_referred=is_referred)
    if kind == ast.PAREN:
        return context
    if kind == ast.UNEXPOSED_EXPR or kind == ast.MEMBER_REF:
        return context._replace(is_referred=False)
    is_address = kind == ast.UNARY_OPERATOR and _takes_address(parsed, top)
    return Context(
        "", context.is_constant or kind in (ast.STATIC_ASSERT, ast.DECL_REF), is_referred=is_address
    )


def _copies(function: Cursor) -> bool:
    return bool(function.is_copy_constructor() or function.is_move_constructor())


def _takes_address(parsed: ParsedUnit, operator: Cursor) -> bool:
    """Is it `&x`? libclang does not name unary operators."""
    made, operands = operator.type.get_canonical(), parsed.children(operator)
    if ast.type_kind(made) != "POINTER" or not operands:
        return False
    return bool(made.get_pointee() == operands[0].type.get_canonical())


def _in_variable(variable: Cursor, children: Sequence[Cursor], child: Cursor, context: Context) -> Context:
    """An array's bound and the arguments of a template are evaluated by the compiler."""
    is_array = "ARRAY" in ast.type_kind(variable.type)
    names_bound = child != children[-1] and _has_array(variable.type)  # int (&row)[N] = a
    names_template = any(c._kind_id == ast.TEMPLATE_REF for c in children)
    is_made = "ARRAY" in ast.type_kind(child.type)  # by its elements' constructor
    constant = (
        child._kind_id != ast.INIT_LIST
        and not is_made
        and (is_array or names_bound or (names_template and child != children[-1]))
    )
    is_reference = "REFERENCE" in ast.type_kind(variable.type.get_canonical())
    return context._replace(call="", is_constant=context.is_constant or constant, is_referred=is_reference)


def _has_array(kind: Any) -> bool:
    """Is it an array, or a pointer or a reference to one?"""
    while ast.type_kind(kind) in ("POINTER", "LVALUEREFERENCE", "RVALUEREFERENCE"):
        kind = kind.get_pointee()
    return "ARRAY" in ast.type_kind(kind)


def for_compiler(unit: Unit, cursors: Iterable[Cursor]) -> Callable[[Cursor], bool]:
    """Is an expression in what the compiler evaluates: a constexpr variable or a static_assert of a body?"""
    parsed = unit.parsed
    extents: dict[str, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    for cursor in cursors:
        is_constant = cursor._kind_id == ast.VAR_DECL and is_constexpr(unit, cursor)
        if is_constant or cursor._kind_id == ast.STATIC_ASSERT:
            begin, end = parsed.begin(cursor), parsed.end(cursor)
            extents.setdefault(begin.file, []).append(((begin.line, begin.column), (end.line, end.column)))

    def contains(cursor: Cursor) -> bool:
        place = parsed.place(cursor)
        at = (place.line, place.column)
        return any(first <= at < last for first, last in extents.get(place.file, ()))

    return contains


def hc_body(unit: Unit, function: Cursor, cursors: Sequence[Cursor]) -> Body:
    """What HC forbids, and the calls, of a function's cursors_of_body."""
    body = Body()
    heap: list[Broken] = []
    is_for_compiler = for_compiler(unit, cursors)
    defaults = {
        unit.parsed.place(c)
        for p in _parameters(unit, function)
        for c in unit.parsed.walk(p)
        if c._kind_id in _LOOKED_AT
    }
    for cursor in cursors:
        kind = cursor._kind_id
        if kind not in _LOOKED_AT:
            continue
        if defaults and unit.parsed.place(cursor) in defaults:
            continue  # evaluated by those callers that leave the argument out
        if kind == ast.VAR_DECL and _is_initialised_tile_static(unit, cursor):
            body.broken.append(Broken(unit.parsed.place(cursor), _INITIALISED.format(cursor.spelling)))
        if kind == ast.CALL and not is_for_compiler(cursor):
            target = call_target(unit.parsed, cursor)
            if target is not None and target._kind_id in ast.FUNCTIONS:
                if target.spelling in (*_TAKING, _FREE) and _is_of_c(unit, target):
                    text = f"'{target.spelling}' is not allowed in a kernel"
                    heap.append(Broken(unit.parsed.place(cursor), text))
                if target.spelling == _LAUNCH and not unit.parsed.is_users(target):
                    body.broken.append(Broken(unit.parsed.place(cursor), _NESTED))
                body.calls.append(Call(unit.parsed.place(cursor), target, target.displayname))
                body.calls += _calls_of_defaults(unit, cursor, target)
        elif kind in _FORBIDDEN:
            body.broken.append(
                Broken(unit.parsed.place(cursor), f"{_FORBIDDEN[kind]} is not allowed in a kernel")
            )
        elif kind == ast.NEW and not is_placement(unit, cursor):
            body.broken.append(Broken(unit.parsed.place(cursor), "'new' is not allowed in a kernel"))
    body.broken += _without_followers(heap)
    return body


def _without_followers(heap: list[Broken]) -> list[Broken]:
    """To give back what the same body takes is no second mistake."""
    taking = [found for found in heap if not found.message.startswith(f"'{_FREE}'")]
    return taking or heap


def _is_of_c(unit: Unit, function: Cursor) -> bool:
    """Is it the C library's, not a function of the program's with that name?"""
    return not unit.parsed.is_users(function) and function.mangled_name == function.spelling


def _parameters(unit: Unit, function: Cursor) -> list[Cursor]:
    return [c for c in unit.parsed.children(function) if c._kind_id == ast.PARM_DECL]


def _calls_of_defaults(unit: Unit, call: Cursor, target: Cursor) -> Iterator[Call]:
    """What the default arguments call that a call makes use of: libclang shows those without a place."""
    for parameter, argument in zip(_parameters(unit, target), call.get_arguments(), strict=False):
        if argument is not None and unit.parsed.place(argument).file:
            continue
        for cursor in unit.parsed.walk(parameter):
            called = call_target(unit.parsed, cursor) if cursor._kind_id == ast.CALL else None
            if called is not None and called._kind_id in ast.FUNCTIONS:
                yield Call(unit.parsed.place(cursor), called, called.displayname)


def _is_initialised_tile_static(unit: Unit, variable: Cursor) -> bool:
    """Does a tile_static variable have an initialiser, by its tokens? No device runs one."""
    begin, place = unit.parsed.begin(variable), unit.parsed.place(variable)
    path = unit.text.file_of(begin)
    if path is None or path != unit.text.file_of(place):
        return False
    source = unit.text.sources[path]
    first, name = (source.token_of(at) for at in (begin, place))
    words = unit.text.tile_static_words
    if all(source.text_of(i) not in words for i in range(first, name + 1)):
        return False
    if source.text_of(name) in words:  # a macro's product: a name for what is stored is not static
        if variable.storage_class.name != "STATIC":
            return False
        made = unit.parsed.initialiser(variable)
        return made is not None and (made._kind_id != ast.CALL or any(True for _ in made.get_arguments()))
    # What tile_statics.py writes anew has columns of its own, and never an initialiser.
    if source.text_of(name) != variable.spelling:
        return False
    after = name + 1
    while source.text_of(after) == "[":
        after = source.partners[after] + 1
    return source.text_of(after) in ("=", "{", "(")


def is_specialisation(unit: Unit, function: Cursor) -> bool:
    """Is it an explicit one, `template <> void f<int>()`? Instances have the text of their template."""
    if unit.parsed.pattern(function) == function or function._kind_id == ast.FUNCTION_TEMPLATE:
        return False
    begin = unit.parsed.begin(function)
    path, offset = unit.text.file_of(begin), unit.text.offset(begin)
    if path is None or offset is None:
        return False
    return unit.text.sources[path].text.startswith("template", offset)


def call_target(parsed: ParsedUnit, call: Cursor) -> Cursor | None:
    """What a call names; in a template only where one function has the name, else an instance decides."""
    target = parsed.called_by(call)
    if ast.is_undecided(target):
        candidates = parsed.candidates(call)
        return candidates[0] if len(candidates) == 1 else None
    return target


def is_placement(unit: Unit, cursor: Cursor) -> bool:
    """`new (place) T`; std::nothrow allocates."""
    place = unit.parsed.place(cursor)
    path = unit.text.file_of(place)
    if path is None:
        return False
    source = unit.text.sources[path]
    behind = source.text[source.offset(place.line, place.column) :][:80].removeprefix("::").lstrip()
    behind = behind.removeprefix("new").lstrip()
    return behind.startswith("(") and "nothrow" not in behind.partition(")")[0]
