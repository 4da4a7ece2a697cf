"""C++ AMP: functions that are declared by a typedef's name have the restrictions of its clause.

Takes: a ParsedUnit and its UnitText.
Gives: Edits that annotate `fn_t f;`, because clang's types have no restrictions.
"""

from __future__ import annotations

from typing import Any

from hcpy.core.model import Edit
from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.text.annotations import NONE, Restriction
from hcpy.frontend.text.edits import insert
from hcpy.frontend.text.positions import attribute
from hcpy.frontend.text.unit_text import UnitText

_DECLARED = frozenset((ast.FUNCTION_DECL, ast.CXX_METHOD))
_ALIAS_TEMPLATE = 601
_WRITTEN = "FUNCTIONPROTO"  # the kind of a function's type that has a list of parameters


def typedef_function_edits(parsed: ParsedUnit, text: UnitText) -> list[Edit]:
    """The edits of all such declarations."""
    edits: list[Edit] = []
    for function in parsed.declarations():
        if function._kind_id not in _DECLARED or ast.type_kind(function.type) == _WRITTEN:
            continue
        restriction = _of_type(parsed, text, function.type)
        path = text.file_of(parsed.begin(function))
        if restriction.device and path is not None:
            source, begin = text.sources[path], parsed.begin(function)
            first = source.token_of(begin)
            edits.append(insert(source, source.tokens[first].begin, attribute(restriction)))
    return list(dict.fromkeys(edits))


def _of_type(parsed: ParsedUnit, text: UnitText, kind: Any) -> Restriction:
    """What the clause of a typedef says, or of the one that it names."""
    alias: Cursor = kind.get_declaration()
    if alias._kind_id == _ALIAS_TEMPLATE:
        alias = next(c for c in parsed.children(alias) if c._kind_id in ast.ALIASES)
    while alias._kind_id in ast.ALIASES:
        found = text.restriction(parsed.begin(alias), parsed.place(alias), None)
        if found != NONE:
            return found
        alias = alias.underlying_typedef_type.get_declaration()
    return NONE
