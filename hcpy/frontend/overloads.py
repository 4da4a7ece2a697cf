"""Gives each part only the overloads that are callable in it.

Takes: a ParsedUnit and its UnitText.
Gives: Edits that blank [[cpu]] functions for the device part and [[hc]] ones for the host part where calls of
both can compete. An attribute that takes part in overload resolution would change the mangled names. clang's
HIP mode (C++ AMP) chooses by the caller itself, but ranks a function for one side above one for both sides
also where the caller may not call it: those are blanked, unless each side has one. Code for the other side
may need them: where that makes errors, the unit is read with own_sides, which leaves the choice to clang. So
it is where a hidden function launches kernels, which the device part would lack.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from hcpy.core.dataclass import dataclass, field
from hcpy.core.model import Dialect, Edit, Part
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.clang_types import argument_types, unqualified
from hcpy.frontend.launches import may_launch
from hcpy.frontend.macro_uses import restriction_of, use_of_macro
from hcpy.frontend.rules.types import is_host_class
from hcpy.frontend.text.annotations import BOTH, CPU, DEVICE, NONE, Restriction
from hcpy.frontend.text.edits import blank, insert
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.positions import attribute
from hcpy.frontend.text.unit_text import UnitText

_CLASS = re.compile(r"\b(?:struct|class|union)\b")
_REFERENCES = ("LVALUEREFERENCE", "RVALUEREFERENCE")
_UNKNOWN = frozenset(("UNEXPOSED", "DEPENDENT", "AUTO", "INVALID"))
_INSTANCE = "instance"  # of a class template, whose arguments depend on another template's
_TEMPLATE_ID = re.compile(r"(?:\w+::)*(?P<name>\w+)<.*>")
# fmt: off
_ARITHMETIC = frozenset((
    "BOOL", "CHAR_U", "CHAR_S", "SCHAR", "UCHAR", "WCHAR", "CHAR16", "CHAR32", "SHORT", "USHORT",
    "INT", "UINT", "LONG", "ULONG", "LONGLONG", "ULONGLONG", "ENUM",
    "HALF", "FLOAT16", "FLOAT", "DOUBLE", "LONGDOUBLE", "FLOAT128",
))
# fmt: on


@dataclass(frozen=True)
class _Parameter:
    """A parameter's type as far as it decides whether calls of two overloads can compete."""

    # "?" (a template's), "T" (the class template's own T), "number", "pointer", or a type's name
    kind: str
    related: frozenset[str] = frozenset()  # a class, or a pointer's pointee, and its bases
    is_hosts: bool = False  # a class that only CPU code has objects of

    def competes(self, other: _Parameter, on_device: bool, converts: bool) -> bool:
        """Can one argument fit both? on_device: one that a kernel has; converts: also by a conversion."""
        kinds = {self.kind, other.kind}
        if self.is_hosts != other.is_hosts and (on_device or "?" not in kinds):
            return False
        if "T" in kinds:
            # T is not an instance of a template over T, though it may be converted to one.
            return _INSTANCE not in kinds or converts
        if "?" in kinds:
            return True
        if self.kind != other.kind:
            return False
        same = not self.related or not self.related.isdisjoint(other.related)
        return same or "void" in self.related | other.related


@dataclass(frozen=True)
class Function:
    cursor: Cursor
    restriction: Restriction
    signature: str
    parameters: tuple[_Parameter, ...]
    fewest: int  # arguments
    most: float
    is_defined: bool
    parsed: ParsedUnit = field(compare=False, repr=False)

    @cached_property
    def is_launcher(self) -> bool:
        """Is it for the CPU, and does the device part need its body?"""
        return not self.restriction.device and may_launch(self.parsed, self.cursor)

    def competes(self, other: Function, on_device: bool = False, converts: bool = True) -> bool:
        """Can one call fit both? A conversion decides nothing where there is one argument."""
        if self.fewest > other.most or other.fewest > self.most:
            return False
        pairs = zip(self.parameters, other.parameters, strict=False)
        converts = converts and not self.most == other.most == 1
        return all(a.competes(b, on_device, converts) for a, b in pairs)


def overload_edits(parsed: ParsedUnit, text: UnitText, groups: Sequence[list[Function]]) -> list[Edit]:
    """The edits of all overload sets, as `overloaded` gives them, that differ in restriction."""
    is_amp = text.unit.dialect is Dialect.AMP
    separate = _separate_amp if is_amp else _separate
    if text.unit.own_sides:
        separate = _separate_special
    edits = [e for group in groups for f, p in separate(group) for e in hide(parsed, text, f, p)]
    if is_amp:
        edits += [e for group in groups for f, p in _widened(group) for e in widen(parsed, text, f, p)]
    return list(dict.fromkeys(edits))


def mixes_sides(parsed: ParsedUnit, text: UnitText) -> bool:
    """Has a function for both sides overloads for one side? Conversions of a class are overloads of each
    other."""
    groups: dict[tuple[str, str], set[Restriction]] = {}
    for function in functions(parsed, text):
        parent = parsed.parent(function)
        scope = parent.get_usr() if parent is not None else ""
        name = "operator" if function._kind_id == ast.CONVERSION else function.spelling
        groups.setdefault((scope, name), set()).add(describe(parsed, text, function).restriction)
    return any(BOTH in found and len(found) > 1 for found in groups.values())


def hides_launches(text: UnitText, groups: Sequence[list[Function]]) -> bool:
    """C++ AMP: are kernels launched in what `overload_edits` takes out of the device part?"""
    if text.unit.dialect is not Dialect.AMP or text.unit.own_sides:
        return False
    hidden = (f for group in groups for f, p in _separate_amp(group) if p is Part.DEVICE)
    return any(f.is_launcher for f in hidden)


def overloaded(parsed: ParsedUnit, text: UnitText) -> list[list[Function]]:
    """The functions of one name in one scope, where there are several, and some are for kernels alone."""
    if all(r != DEVICE for found in text.annotations.values() for r in found.rows()):
        return []
    groups: dict[tuple[str, str], list[Function]] = {}
    for cursor in functions(parsed, text):
        parent = parsed.parent(cursor)
        # A namespace that is opened again is another cursor.
        scope = parent.get_usr() or str(parsed.hash_of(parent)) if parent is not None else ""
        groups.setdefault((scope, cursor.spelling), []).append(describe(parsed, text, cursor))
    return [group for group in groups.values() if len(group) > 1]


def functions(parsed: ParsedUnit, text: UnitText) -> Iterator[Cursor]:
    """The user's functions, members of local classes included; a template stands for its instances."""
    for declaration in parsed.declarations():
        if declaration._kind_id in ast.FUNCTIONS and not parsed.is_implicit_instance(declaration):
            yield declaration
            if _CLASS.search(_text_of(parsed, text, declaration)):
                yield from (c for c in parsed.walk(declaration) if c._kind_id in ast.FUNCTIONS)


def _text_of(parsed: ParsedUnit, text: UnitText, cursor: Cursor) -> str:
    begin, end = parsed.begin(cursor), parsed.end(cursor)
    path = text.file_of(begin)
    if path is None:
        return ""
    source = text.sources[path]
    return source.text[source.offset(begin.line, begin.column) : source.offset(end.line, end.column)]


def describe(parsed: ParsedUnit, text: UnitText, cursor: Cursor) -> Function:
    children = parsed.children(cursor)
    body = next((parsed.begin(c) for c in children if c._kind_id == ast.COMPOUND), None)
    is_defined = body is not None or _unread_body(parsed, text, cursor) is not None
    restriction = text.restriction(parsed.begin(cursor), parsed.place(cursor), body)
    use = use_of_macro(parsed, text, cursor)
    if use is not None and restriction == NONE:
        restriction = restriction_of(text, use)
    parameters = [c for c in children if c._kind_id == ast.PARM_DECL]
    fewest, most = len(parameters), float(len(parameters))
    for parameter in parameters:
        pack = parameter.type.spelling.endswith("...")
        if pack or "=" in _text_of(parsed, text, parameter):
            fewest -= 1
        if pack:
            most = math.inf
    if ast.type_kind(cursor.type) == "FUNCTIONPROTO" and cursor.type.is_function_variadic():
        most = math.inf
    own = frozenset(c.spelling for c in children if c._kind_id == ast.TEMPLATE_TYPE_PARAMETER)
    types = tuple(_parameter(parsed, c, own) for c in parameters)
    signature = _signature(cursor)
    return Function(cursor, restriction, signature, types, fewest, most, is_defined, parsed)


def _unread_body(parsed: ParsedUnit, text: UnitText, cursor: Cursor) -> int | None:
    """The token that opens a template's body, which -fdelayed-template-parsing keeps from clang's tree."""
    name = parsed.place(cursor)
    path = text.file_of(name)
    if path is None:
        return None
    source = text.sources[path]
    at = source.token_of(name)
    initialises = False  # in a constructor's list, where names and braces make members
    while at < len(source.tokens) and source.tokens[at].text not in (";", "}"):
        before = source.tokens[at - 1]
        is_members = initialises and (before.kind == "name" or before.text == ">")
        if source.tokens[at].text == "{" and not is_members:
            return at
        initialises |= source.tokens[at].text == ":"
        at = max(at, source.partners[at]) + 1
    return None


def _signature(cursor: Cursor) -> str:
    """What makes two declarations the same function, however its types are spelled."""
    kind = cursor.type.get_canonical()
    if ast.type_kind(kind) != "FUNCTIONPROTO":
        return str(cursor.displayname)
    types = ", ".join(str(argument.spelling) for argument in argument_types(kind))
    qualifiers = str(kind.spelling).rpartition(")")[2]
    return f"{cursor.spelling}({types}){qualifiers}"


def _dependent(parameter: Cursor, name: str, own: frozenset[str]) -> _Parameter:
    """A type that a template decides. own: the parameters of the function's own template."""
    is_hosts = is_host_class(unqualified(parameter.type).removesuffix("&").strip())
    instance = _TEMPLATE_ID.fullmatch(name)
    if parameter.type.spelling.endswith("..."):
        return _Parameter("?")
    if instance is not None:
        return _Parameter(_INSTANCE, frozenset((instance["name"],)), is_hosts)
    of_class = name.startswith("type-parameter-") and unqualified(parameter.type).rstrip("& ") not in own
    return _Parameter("T" if of_class else "?")


def _parameter(parsed: ParsedUnit, parameter: Cursor, own: frozenset[str]) -> _Parameter:
    kind = parameter.type.get_canonical()
    if ast.type_kind(kind) in _REFERENCES:
        kind = kind.get_pointee()
    name = ast.type_kind(kind)
    if name in _UNKNOWN or parameter.type.spelling.endswith("..."):
        return _dependent(parameter, unqualified(kind), own)
    if name in _ARITHMETIC:
        return _Parameter("number")
    if name in ("POINTER", "INCOMPLETEARRAY", "CONSTANTARRAY"):
        inner = kind.get_pointee() if name == "POINTER" else kind.get_array_element_type()
        return _Parameter("?" if ast.type_kind(inner) in _UNKNOWN else "pointer", _names(parsed, inner))
    is_hosts = is_host_class(unqualified(kind))
    return _Parameter("class" if name == "RECORD" else unqualified(kind), _names(parsed, kind), is_hosts)


def _names(parsed: ParsedUnit, kind: Cursor) -> frozenset[str]:
    """A type's name, and those of its bases."""
    found = {unqualified(kind)}
    stack = [kind.get_declaration()]
    while stack:
        for child in parsed.children(stack.pop()):
            if child._kind_id == ast.BASE_SPECIFIER:
                found.add(unqualified(child.type.get_canonical()))
                stack.append(child.type.get_canonical().get_declaration())
    return frozenset(found)


def _separate(group: list[Function]) -> Iterator[tuple[Function, Part]]:
    """HC: what to hide from which part."""
    unmarked = {f.signature: False for f in group if f.restriction == NONE}
    marked = {f.signature: False for f in group if f.restriction == DEVICE}
    for function in group:
        if function.restriction in (NONE, DEVICE) and function.is_defined:
            (unmarked if function.restriction == NONE else marked)[function.signature] = True
    # Without an annotation a function is the CPU's where an [[hc]] one has its signature; else it is both's.
    # Where only one of the two is defined, they declare the same function.
    shared = unmarked.keys() & marked.keys()
    one = {s for s in shared if unmarked[s] != marked[s]}
    several = [f for f in group if f.signature not in one or f.restriction not in (NONE, DEVICE)]
    devices = [f for f in several if f.restriction == DEVICE]
    cpus = [f for f in several if f.restriction == CPU or (f.restriction == NONE and f.signature in shared)]
    both = [f for f in several if f not in devices and f not in cpus]
    for function in devices:
        if any(function.competes(other) for other in (*cpus, *both)):
            yield function, Part.HOST
    for function in cpus:
        if any(function.competes(other, on_device=True) for other in (*devices, *both)):
            yield function, Part.DEVICE


def _separate_amp(group: list[Function]) -> Iterator[tuple[Function, Part]]:
    """C++ AMP: a function for one side that calls by a function for both could prefer to one for both.

    Not one that has a twin for the other side: clang lets each side's callers choose among their own first.
    """
    both = [f for f in group if f.restriction == BOTH]
    paired = {id(f) for f, _ in _widened(group)}
    # A template's twin may be for other arguments, and its specialisations go with it.
    templates = [f for f in group if f.cursor._kind_id == ast.FUNCTION_TEMPLATE]
    plain = group if all(f.restriction == BOTH for f in templates) else []
    on_devices = {(f.signature, f.fewest) for f in plain if f.restriction == DEVICE}
    on_cpu = {(f.signature, f.fewest) for f in plain if f.restriction not in (BOTH, DEVICE)}
    for function in group:
        on_device = function.restriction != DEVICE
        is_twin = (function.signature, function.fewest) in on_devices & on_cpu
        alone = function.restriction != BOTH and not is_twin
        hidden = alone and any(function.competes(other, on_device, converts=not on_device) for other in both)
        if hidden or id(function) in paired:
            yield function, Part.HOST if function.restriction == DEVICE else Part.DEVICE


def _separate_special(group: list[Function]) -> Iterator[tuple[Function, Part]]:
    """C++ AMP, own_sides: special members in pairs alone."""
    for function, part in _widened(group):
        yield function, Part.DEVICE if part is Part.HOST else Part.HOST


def _widened(group: list[Function]) -> list[tuple[Function, Part]]:
    """C++ AMP: constructors and assignment operators of one signature, one for each side.

    What clang makes for a derived class, or one with such a member, is for one side alone, as the one that it
    calls. So each part sees one of the two, and takes it for a function of both: none that launches.
    """
    special = [
        f
        for f in group
        if (f.cursor._kind_id == ast.CONSTRUCTOR or f.cursor.spelling == "operator=")
        and f.restriction != BOTH
    ]
    on_devices = {f.signature for f in special if f.restriction == DEVICE}
    on_cpu = {f.signature for f in special if f.restriction != DEVICE and f.signature in on_devices}
    launched = {f.signature for f in special if f.signature in on_cpu and f.is_launcher}
    pairs = [f for f in special if f.signature in on_cpu - launched]
    return [(f, Part.DEVICE if f.restriction == DEVICE else Part.HOST) for f in pairs]


def widen(parsed: ParsedUnit, text: UnitText, function: Function, part: Part) -> Iterator[Edit]:
    """Gives a function the attributes of both sides, in the part that keeps it."""
    begin = parsed.begin(function.cursor)
    path = text.file_of(begin)
    if path is None:
        return
    source = text.sources[path]
    first = source.token_of(begin)
    if source.text_of(first) == "template":
        first = source.skip_angles(first + 1)
    yield insert(source, source.tokens[first].begin, attribute(BOTH), parts=frozenset((part,)))


def hide(parsed: ParsedUnit, text: UnitText, function: Function, part: Part) -> Iterator[Edit]:
    """Blank a declaration from its first annotation to its body's end or semicolon."""
    begin, end = parsed.begin(function.cursor), parsed.end(function.cursor)
    name = parsed.place(function.cursor)
    path = text.file_of(begin)
    if path is None:
        return
    use = use_of_macro(parsed, text, function.cursor)
    if use is not None:
        source, first, last = use
        yield blank(source, source.tokens[first].begin, source.tokens[last - 1].end, frozenset((part,)))
        return
    found = text.annotations.get(path)  # none: a header without an annotation
    ending = found.ending if found is not None else {}
    source = text.sources[path]
    if not function.cursor.spelling.startswith(source.text_of(source.token_of(name))):
        return  # a macro made it
    first = source.token_of(begin)
    while first in ending:
        first = ending[first].first
    first = _with_headers(source, first)
    if source.text_of(first - 1) == "friend":
        first -= 1
    elif source.text_of(first - 2) == "extern" and source.tokens[first - 1].kind == "string":
        first -= 2
    last = source.token_of(end)
    unread = _unread_body(parsed, text, function.cursor)
    if unread is not None:
        last = max(last, source.partners[unread] + 1)
    if not function.is_defined:
        while last < len(source.tokens) and source.tokens[last - 1].text != ";":
            last += 1
    yield blank(source, source.tokens[first].begin, source.tokens[last - 1].end, frozenset((part,)))


def _with_headers(source: SourceText, first: int) -> int:
    """The outermost `template <...>` before a token: clang begins a member template outside its class at its
    own."""
    at = first - 1
    while at > 0 and source.text_of(first - 1) == ">" and source.text_of(at) not in (";", "{", "}"):
        if source.text_of(at) == "template" and source.skip_angles(at + 1) == first:
            first = at
        at -= 1
    return first
