"""Finds the annotated functions that other translation units may define or call, from tokens alone.

Takes: the Annotations of a unit's files.
Gives: their names, and for HC the edits that make clang emit device code of those that no kernel here calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Dialect, Edit, ExternalNames, Part
from hcpy.frontend.text.annotations import (
    Annotations,
    Clause,
    behind_requires,
    led_parameters,
    trailing_region,
)
from hcpy.frontend.text.edits import insert
from hcpy.frontend.text.lexer import SourceText

EXPORT_MACRO = "HCRT_EXPORT"  # config.hpp
OPERATOR = "operator"  # the name of all of them
_CLASS_KEYS = frozenset(("class", "struct", "union"))
_NOT_NAMES = frozenset(
    ("__attribute__", "__declspec", "alignas", "decltype", "noexcept", "throw", "explicit")
)
_NOT_EXPORTED = frozenset(("static", "inline", "constexpr", "consteval", "friend", "__inline", "typedef"))
_ACCESS = frozenset(("public", "private", "protected"))
_BOUNDARIES = frozenset((";", "{", "}"))


@dataclass(frozen=True)
class _Function:
    """An annotated function as the tokens show it."""

    name: int  # the token of its unqualified name; of the keyword for an operator
    parameters: int  # (
    clause: Clause


def external_names(files: Iterable[Annotations]) -> ExternalNames:
    """The names of all annotated functions, and of what is instantiated explicitly."""
    functions: set[str] = set()
    c_functions: set[str] = set()
    instantiated: set[str] = set()
    anything = False
    for found in files:
        for clause in _clauses(found):
            function = _function(found, clause)
            if function is not None:
                functions.add(found.source.text_of(function.name))
                if "extern" in found.source.text and _is_c(found.source, function.name):
                    c_functions.add(found.source.text_of(function.name))
                anything |= bool(found.source.tokens[function.name].directive)
        instantiated |= instantiated_names(found.source)
    return ExternalNames(frozenset(functions), frozenset(c_functions), frozenset(instantiated), anything)


def export_edits(found: Annotations, instantiated: frozenset[str], dialect: Dialect) -> Iterator[Edit]:
    """HC: clang's SYCL mode emits what kernels reach, and functions with an attribute.
    It goes after the name. C++ AMP: HIP mode emits every function for devices.
    """
    if dialect is Dialect.AMP:
        return
    seen: set[int] = set()
    for clause in _clauses(found):
        function = _function(found, clause)
        if function is None or function.name in seen or found.source.tokens[clause.first].directive:
            continue
        seen.add(function.name)
        if _is_exported(found, function, instantiated):
            place = function.parameters
            if _is_conversion(found.source, function):  # after its name, the attribute would be the type's
                place = _declaration_begin(found.source, function.name)
            at = found.source.tokens[place].begin
            yield insert(found.source, at, EXPORT_MACRO, False, frozenset((Part.DEVICE,)))


def instantiated_names(source: SourceText) -> frozenset[str]:
    """The names in explicit instantiations: of functions, and of classes whose members are instantiated."""
    names: set[str] = set()
    if "template" not in source.text:
        return frozenset()
    for i, token in enumerate(source.tokens):
        if token.text != "template" or source.text_of(i + 1) == "<" or source.text_of(i - 1) == "extern":
            continue
        if source.text_of(i - 1) in (".", "->", "::"):
            continue
        at = i + 1
        while at < len(source.tokens) and source.text_of(at) not in _BOUNDARIES:
            if source.tokens[at].kind == "name" and source.text_of(at + 1) in ("<", "("):
                names.add(source.text_of(at))
            at += 1
    return frozenset(names)


def _clauses(found: Annotations) -> Iterator[Clause]:
    """The clauses that are on functions for devices, not on lambdas."""
    on_lambdas = {c.first for item in found.lambdas for c in (*item.before, *item.middle, *item.trailing)}
    return (c for c in found.clauses if c.restriction.device and c.first not in on_lambdas)


def _function(found: Annotations, clause: Clause) -> _Function | None:
    """The function that a clause belongs to: after its parameters, or before its declaration."""
    source = found.source
    behind = _parameters_before(found, clause)
    opening = behind if behind is not None else _parameters_behind(found, clause)
    if opening is None:
        return None
    at = opening - 1
    if source.text_of(at) == ">":
        at = _before_angles(source, at)
    for back in range(4):  # operator(), operator[], operator+=, operator bool
        if source.text_of(at - back) == OPERATOR:
            return _Function(at - back, opening, clause)
    is_same_line = source.tokens[at].directive == source.tokens[clause.first].directive
    if at < 0 or source.tokens[at].kind != "name" or not is_same_line:
        return None
    return _Function(at, opening, clause)


def _parameters_before(found: Annotations, clause: Clause) -> int | None:
    """The ( of the parameter list that a trailing clause follows."""
    source = found.source
    at = clause.first - 1
    while at >= 0:
        if at + 1 in found.ending:
            at = found.ending[at + 1].first - 1
            continue
        if source.text_of(at) == ")":
            opening = source.partners[at]
            if source.text_of(opening - 1) in _NOT_NAMES:
                at = opening - 2
                continue
            return opening if opening > 0 and led_parameters(found, clause) is None else None
        if source.text_of(at) not in ("const", "volatile", "noexcept", "&", "&&"):
            return None
        at -= 1
    return None


def _parameters_behind(found: Annotations, clause: Clause) -> int | None:
    """The ( of the parameter list of the declaration that a clause starts."""
    source = found.source
    at = clause.last
    while at < len(source.tokens) and source.text_of(at) not in (*_BOUNDARIES, "=", ":"):
        if at in found.at:
            at = found.at[at].last
        elif source.text_of(at) == "<":
            at = source.skip_angles(at)
        elif source.text_of(at) == "[" and source.partners[at] > at:
            at = source.partners[at] + 1
        elif source.text_of(at) == "(":
            if source.text_of(at - 1) == OPERATOR:
                return source.partners[at] + 1  # operator()
            if source.text_of(at - 1) not in _NOT_NAMES:
                return None if _is_value(source, at + 1) else at
            at = source.partners[at] + 1
            if at <= 0:
                return None
        else:
            at += 1
    return None


def _is_value(source: SourceText, at: int) -> bool:
    """Is an expression there, as in `type variable(3, 4)`, rather than a parameter?"""
    signs = ("-", "+", "!", "~", "&", "*", "true", "false", "nullptr", "this", "sizeof")
    return source.tokens[at].kind in ("number", "string") or source.text_of(at) in signs


def _before_angles(source: SourceText, at: int) -> int:
    """The token before the template arguments that end at `at`."""
    depth = 0
    while at >= 0 and source.text_of(at) not in _BOUNDARIES:
        depth += (source.text_of(at) == ">") - (source.text_of(at) == "<")
        at -= 1
        if depth == 0:
            break
    return at


def _is_exported(found: Annotations, function: _Function, instantiated: frozenset[str]) -> bool:
    """Does it declare or define what has external linkage and, so far as the tokens show, one definition?"""
    source = found.source
    end = _end_of_head(found, function)
    if source.tokens[function.name].directive or end not in ("{", ";"):
        return False
    begin = _declaration_begin(source, function.name)
    words = [t.text for t in source.tokens[begin : function.name]]
    if not _NOT_EXPORTED.isdisjoint(words):
        return False
    scopes = list(_scopes(source, function.name))
    if any(kind in ("unnamed", "function") for kind, _ in scopes):
        return False
    if "template" in words and _is_conversion(source, function):
        return False
    kinds = [kind for kind, _ in scopes]
    if "template" in (*words, *kinds) or ("class" in kinds and end == "{"):
        owners = (*(name for _, name in scopes), *words)
        return source.text_of(function.name) in instantiated or not instantiated.isdisjoint(owners)
    return True


def _is_conversion(source: SourceText, function: _Function) -> bool:
    return source.text_of(function.name) == OPERATOR and source.tokens[function.name + 1].kind == "name"


def _end_of_head(found: Annotations, function: _Function) -> str:
    """What follows a function's declarator: { of a body, ; or = of something else."""
    source = found.source
    end = source.partners[function.parameters]
    if end < 0:
        return ""
    _, _, at = trailing_region(found, end + 1)
    at = behind_requires(source, at)
    while at < len(source.tokens) and source.text_of(at) not in ("{", ";", "=", "}"):
        at = max(source.partners[at], at) + 1
    return source.text_of(at)


def _declaration_begin(source: SourceText, at: int) -> int:
    directive = source.tokens[at].directive
    while at > 0 and source.text_of(at - 1) not in _BOUNDARIES:
        is_access = source.text_of(at - 1) == ":" and source.text_of(at - 2) in _ACCESS
        if source.tokens[at - 1].directive != directive or is_access:
            break
        at -= 1
        if source.text_of(at) in (")", "]") and source.partners[at] >= 0:
            at = source.partners[at]
    return at


def _is_c(source: SourceText, name: int) -> bool:
    """Is it declared extern "C"?"""
    begin = _declaration_begin(source, name)
    return source.text_of(begin) == "extern" or any(kind == "extern" for kind, _ in _scopes(source, name))


def _scopes(source: SourceText, inner: int) -> Iterator[tuple[str, str]]:
    """What encloses a token, from the outside in: kinds with names.

    The kinds are namespace, unnamed (namespace), extern ("C"), class, template (of a class) and function.
    """
    at = 0
    while at < inner:
        if source.text_of(at) == "{" and not source.tokens[at].directive:
            end = source.partners[at]
            if end < 0 or end > inner:
                yield _scope(source, at)
            else:
                at = end
        at += 1


def _scope(source: SourceText, opening: int) -> tuple[str, str]:
    begin = _declaration_begin(source, opening)
    words = [t.text for t in source.tokens[begin:opening]]
    names = [t.text for t in source.tokens[begin:opening] if t.kind == "name"]
    if "namespace" in words:
        named = words.index("namespace") + 1 < len(words) and words[-1] != "namespace"
        return ("namespace", words[-1]) if named else ("unnamed", "")
    if words[:1] == ["extern"] and "(" not in words:
        return "extern", ""
    keys = [i for i, word in enumerate(names) if word in _CLASS_KEYS]
    if keys and words[-1] != ")":
        # The last class key: those before it are template parameters.
        name = names[keys[-1] + 1] if keys[-1] + 1 < len(names) else ""
        return ("template" if words[0] == "template" else "class"), name
    return "function", ""
