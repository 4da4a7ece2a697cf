"""HC: objects that kernels make of classes which live on the host alone: the standard library's containers,
strings and threads, and accelerators and arrays of our headers.

Takes: the cursors_of_body of a function or a lambda expression of a ParsedUnit that a kernel reaches, and its
temporaries.
Gives: the variables, parameters and temporaries of such types, whatever the target: that the host could run
their code says nothing about the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.clang_types import canonical_name, shown
from hcpy.frontend.rules.bodies import Broken, Unit, call_target, for_compiler, is_constexpr
from hcpy.frontend.rules.libraries import is_ours
from hcpy.frontend.rules.object_calls import class_of, parts_of
from hcpy.frontend.rules.types import is_container, is_our_host_class

_STANDARD = r"^(?:const )?(?:class |struct )?std::(?:\w+::)?(?:{})\b(?!::)"
_OWNERS = re.compile(
    _STANDARD.format(
        r"vector|basic_string|deque|list|forward_list|(?:unordered_)?(?:multi)?(?:map|set)|queue|stack"
        r"|priority_queue|valarray|shared_ptr|basic_\w*stream\w*"
    )
)
_RUNNERS = re.compile(
    _STANDARD.format(
        r"thread|jthread|(?:shared_)?future|promise|packaged_task|condition_variable\w*|path|basic_regex"
        r"|random_device|locale"
    )
)
_OWNS = "it owns memory of the host, which no GPU reaches"
_RUNS = "its functions run on the host alone"
_STANDARD_ALLOCATOR = "std::allocator<"


def host_objects(unit: Unit, cursors: Sequence[Cursor], temporaries: Iterable[Cursor]) -> Iterator[Broken]:
    """Each variable, and of temporaries the first of each type that no variable has."""
    told: set[str] = set()
    for cursor in cursors:
        if cursor._kind_id not in (ast.VAR_DECL, ast.PARM_DECL) or cursor.storage_class.name == "STATIC":
            continue
        reason = "" if is_constexpr(unit, cursor) else _reason(unit, cursor.type)
        if reason:
            told.add(canonical_name(cursor.type))
            what = f"'{cursor.spelling}' of type" if cursor.spelling else "a parameter of type"
            text = f"{what} '{shown(cursor.type)}' is not allowed in a kernel: {reason}"
            yield Broken(unit.parsed.place(cursor), text)
    is_for_compiler = for_compiler(unit, cursors)
    for made in temporaries:
        name = canonical_name(made.type)
        reason = _reason(unit, made.type) if name not in told else ""
        if reason and not is_for_compiler(made) and not _is_result_of_ours(unit, made):
            told.add(name)
            text = f"'{shown(made.type)}' is not allowed in a kernel: {reason}"
            yield Broken(unit.parsed.place(made), text)


def _is_result_of_ours(unit: Unit, made: Cursor) -> bool:
    """Does a function of our headers return it, which is refused itself?"""
    target = call_target(unit.parsed, made) if made._kind_id == ast.CALL else None
    return target is not None and target._kind_id != ast.CONSTRUCTOR and is_ours(unit, target)


def _reason(unit: Unit, kind: Any) -> str:
    """Why kernels can't have objects of a type; empty where they can, as far as the type tells."""
    kind = kind.get_canonical()
    while "ARRAY" in ast.type_kind(kind):
        kind = kind.get_array_element_type()
    if ast.type_kind(kind) not in ("RECORD", "UNEXPOSED"):
        return ""
    if is_our_host_class(kind) or is_container(kind):
        return "it can only be made on the host"
    if _OWNERS.match(kind.spelling):
        return "" if _has_own_allocator(kind) else _OWNS
    if _RUNNERS.match(kind.spelling):
        return _RUNS
    for found in class_of(unit, kind):
        for part in parts_of(found):
            inner = _reason(unit, part.type)
            if inner and part._kind_id == ast.BASE_SPECIFIER:
                return f"its base '{part.type.spelling}' is not: {inner}"
            if inner:
                return f"its member '{part.spelling}' of type '{part.type.spelling}' is not: {inner}"
    return ""


def _has_own_allocator(kind: Any) -> bool:
    """One of the program's may take memory that kernels reach."""
    count = max(kind.get_num_template_arguments(), 0)
    arguments = (str(kind.get_template_argument_type(i).get_canonical().spelling) for i in range(count))
    return any("alloc" in a.lower() and not a.startswith(_STANDARD_ALLOCATOR) for a in arguments)
