"""How messages name an instance of a function template, or of a class template's member.

Takes: its cursor.
Gives: `fill<char>(char)`, `runner<char>::go(int)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from clang import cindex

from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.clang_types import unqualified

_LONGEST = 60  # of the arguments


def instance_name(parsed: ParsedUnit, function: Cursor) -> str:
    """Its name with what tells it from others of the same template."""
    name = str(function.displayname)
    arguments = ", ".join(_arguments(function))
    # The bindings do not know the arguments of member functions' templates.
    known = f"<{arguments}>" if arguments and "?" not in arguments else ""
    name = name.replace("<>(", f"{known}(", 1)
    owner = parsed.parent(function)
    scope = unqualified(owner.type) if owner is not None else ""
    return f"{scope}::{name}" if "<" in scope and _is_short(scope) else name


def _arguments(function: Cursor) -> Iterator[str]:
    for i in range(max(function.get_num_template_arguments(), 0)):
        try:
            kind = function.get_template_argument_kind(i)
        except ValueError:  # a pack, which the bindings do not know
            kind = None
        if kind == cindex.TemplateArgumentKind.TYPE:
            spelled = str(function.get_template_argument_type(i).spelling)
            yield spelled if _is_short(spelled) else "?"
        elif kind == cindex.TemplateArgumentKind.INTEGRAL:
            yield str(function.get_template_argument_value(i))
        else:
            yield "?"


def _is_short(spelled: str) -> bool:
    return len(spelled) <= _LONGEST and "(lambda at" not in spelled
