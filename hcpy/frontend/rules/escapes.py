"""C++ AMP: lambda expressions for amp alone that code for the CPU gets hold of outside of functions: in
variables, members' initialisers and default arguments. In functions clang sees their calls.

Takes: a declaration of a ParsedUnit.
Gives: the lambda expressions that would be called on the CPU, or are made pointers to functions there; also
by templates of libraries that they are handed to, as std::function.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcpy.core.model import Location
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.amp_words import not_cpu
from hcpy.frontend.rules.bodies import Broken, Unit
from hcpy.frontend.rules.expressions import is_lambdas
from hcpy.frontend.rules.libraries import is_ours
from hcpy.frontend.text.annotations import DEVICE

_MOST = 2000  # functions that one initialiser is followed into
_USED = frozenset((ast.CXX_METHOD, ast.CONVERSION))
# Of the standard library, what calls a function later: no call of it is in sight.
_LATER = frozenset(("thread", "jthread", "async", "packaged_task"))
_KEPT = _LATER | {"function", "move_only_function", "copyable_function"}


def escaping_lambdas(unit: Unit, root: Cursor) -> Iterator[Broken]:
    """The lambda expressions below `root`, or that it names, which code for the CPU would call."""
    lambdas = _for_amp(unit, root)
    if not lambdas or unit.text.mentions_passes:
        return
    used = set(_used(unit, root))
    for key, place in lambdas.items():
        if key in used:
            yield Broken(place, not_cpu("operator()"))


def run_later(unit: Unit, call: Cursor, target: Cursor) -> Iterator[Broken]:
    """The lambda expressions that a call in a function of the CPU hands to std::thread and its kin."""
    if unit.text.mentions_passes:
        return
    for place, shown in _handed_over(unit, call, target, _LATER):
        known = unit.text.lambda_at(place)
        if known is not None and known[1].restriction == DEVICE:
            yield Broken(shown, not_cpu("operator()"))


def _handed_over(
    unit: Unit, call: Cursor, target: Cursor, takers: frozenset[str]
) -> Iterator[tuple[Location, Location]]:
    """Where the closures among a call's arguments are written, and where the call has them."""
    if (
        target.spelling.partition("<")[0] not in takers
        or unit.parsed.is_users(target)
        or is_ours(unit, target)
    ):
        return
    for argument in call.get_arguments():
        kind = argument.type.get_canonical() if argument is not None else None
        if kind is not None and "(lambda at" in kind.spelling:
            yield unit.parsed.place(kind.get_declaration()), unit.parsed.place(argument)


def _for_amp(unit: Unit, root: Cursor) -> dict[Location, Location]:
    """Where those are which are for amp alone, and where `root` has them."""
    found: dict[Location, Location] = {}
    for cursor in _cpu_code(unit, root):
        place = unit.parsed.place(cursor)
        if cursor._kind_id == ast.LAMBDA and unit.restriction(cursor) == DEVICE:
            found.setdefault(place, place)
        elif cursor._kind_id == ast.DECL_REF and "(lambda at" in cursor.type.get_canonical().spelling:
            declaration = cursor.type.get_canonical().get_declaration()
            found.setdefault(unit.parsed.place(declaration), place)
    return found


def _cpu_code(unit: Unit, root: Cursor) -> Iterator[Cursor]:
    """What the CPU may evaluate in a body: not the insides of lambda expressions for amp."""
    stack = [root]
    while stack:
        top = stack.pop()
        yield top
        in_amp = top._kind_id == ast.LAMBDA and unit.restriction(top).device
        if not in_amp and top._kind_id != ast.SIZEOF:
            stack += unit.parsed.children(top)[::-1]


def _used(unit: Unit, root: Cursor) -> Iterator[Location]:
    """The places of the lambda expressions whose functions are called, or made pointers to."""
    todo, seen = [root], {unit.parsed.hash_of(root)}
    while todo:
        for cursor in _cpu_code(unit, todo.pop()):
            if cursor._kind_id not in (ast.CALL, ast.DECL_REF, ast.MEMBER_REF):
                continue
            call = cursor._kind_id == ast.CALL
            target = unit.parsed.called_by(cursor) if call else unit.parsed.called(cursor)
            if target is None or target._kind_id not in ast.FUNCTIONS:
                continue
            if unit.text.is_unevaluated(unit.parsed.place(cursor)):
                continue
            if target._kind_id in _USED and is_lambdas(unit, target):
                place = unit.parsed.place(target)
                known = unit.text.lambda_at(place)
                if known is not None and known[1].restriction == DEVICE:
                    yield place
                    continue
            if call:
                yield from (place for place, _ in _handed_over(unit, cursor, target, _KEPT))
            key = unit.parsed.hash_of(target)
            if key not in seen and len(seen) < _MOST and not is_ours(unit, target):
                seen.add(key)
                todo.append(target)
