"""HC: a macro's use that makes one function and nothing else.

Takes: a function's cursor in a ParsedUnit, and its UnitText.
Gives: the use's tokens, which the other part can do without, and the restriction that the use gives.
"""

from __future__ import annotations

from hcpy.core.model import Dialect
from hcpy.frontend.clang_ast import Cursor, ParsedUnit
from hcpy.frontend.text.annotations import Restriction
from hcpy.frontend.text.lexer import SourceText
from hcpy.frontend.text.unit_text import UnitText


def use_of_macro(parsed: ParsedUnit, text: UnitText, cursor: Cursor) -> tuple[SourceText, int, int] | None:
    """The file, the first token and the one after the last; None: the function is in the text."""
    begin, path = parsed.begin(cursor), text.file_of(parsed.begin(cursor))
    if path is None or text.unit.dialect is Dialect.AMP or begin != parsed.place(cursor):
        return None
    source = text.sources[path]
    first = source.token_of(begin)
    if source.text_of(first) not in text.made_by_macros:
        return None
    last = source.partners[first + 1] if source.text_of(first + 1) == "(" else first
    return source, first, last + 1


def restriction_of(text: UnitText, use: tuple[SourceText, int, int]) -> Restriction:
    """What the macro's body and the arguments say."""
    source, first, last = use
    restriction = text.made_by_macros[source.text_of(first)]
    found = text.annotations.get(source.path)
    for clause in found.clauses if found is not None else ():
        if first <= clause.first < last:
            restriction |= clause.restriction
    return restriction
