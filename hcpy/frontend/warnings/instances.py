"""The types that a variable of a function template has in the template's instances.

Takes: a ParsedUnit and a variable's declaration.
Gives: its types, with the calls that made each. Instances are looked for where a variable's type depends on a
template's parameters alone: a walk over all bodies.
"""

from __future__ import annotations

from typing import Any

from hcpy.core.model import Note
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.instance_names import instance_name
from hcpy.frontend.warnings.owners import without_reference

_DEPENDENT = frozenset(("UNEXPOSED", "DEPENDENT", "AUTO", "INVALID"))

Typed = tuple[Any, tuple[Note, ...]]


class Instances:
    """Those of one unit's function templates, found once."""

    def __init__(self, parsed: ParsedUnit) -> None:
        self._parsed = parsed
        self._variables: dict[tuple[str, int, int], list[Typed]] | None = None

    def types(self, variable: Cursor) -> list[Typed]:
        """The variable's own type, or those that it has in instances where it has none."""
        kind = without_reference(variable.type.get_canonical())
        if ast.type_kind(kind) not in _DEPENDENT or kind.spelling.startswith(("std::", "const std::")):
            return [(variable.type, ())]
        if self._variables is None:
            self._variables = {}
            self._look()
        return self._variables.get(self._key(variable), [])

    def _key(self, variable: Cursor) -> tuple[str, int, int]:
        place = self._parsed.place(variable)
        return place.file, place.line, place.column

    def _look(self) -> None:
        seen: set[int] = set()
        bodies: list[tuple[Cursor, tuple[Note, ...]]] = [
            (d, ()) for d in self._parsed.declarations() if d._kind_id in ast.FUNCTIONS
        ]
        for body, chain in bodies:  # grows
            for cursor in self._parsed.walk(body):
                if chain and cursor._kind_id in (ast.VAR_DECL, ast.PARM_DECL):
                    self._add(cursor, chain)
                target = self._parsed.called_by(cursor) if cursor._kind_id == ast.CALL else None
                if target is None or not self._is_instance(target) or self._parsed.hash_of(target) in seen:
                    continue
                seen.add(self._parsed.hash_of(target))
                note = Note(
                    self._parsed.place(cursor),
                    f"'{instance_name(self._parsed, target)}' is instantiated here",
                )
                bodies.append((target, (note, *chain)))

    def _is_instance(self, target: Cursor) -> bool:
        is_function = target._kind_id in ast.FUNCTIONS and self._parsed.is_users(target)
        return is_function and self._parsed.pattern(target) != target

    def _add(self, variable: Cursor, chain: tuple[Note, ...]) -> None:
        assert self._variables is not None
        self._variables.setdefault(self._key(variable), []).append((variable.type, chain))
