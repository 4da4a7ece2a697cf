"""Split stage, a shortcut: sees from its tokens that a unit holds nothing the parse could find.

Takes: a unit's UnitText.
Gives: False where the parse would give neither edits nor diagnostics; it costs as much as a compiler run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from hcpy.core.model import Dialect
from hcpy.frontend.text.annotations import DEVICE, Annotations
from hcpy.frontend.text.sources import literal_includes
from hcpy.frontend.text.unit_text import UnitText
from hcpy.frontend.warnings.gate import may_warn

# What the HC rules forbid in kernels (frontend/rules/check.py); also where the text builds such words itself.
_RULED = re.compile(r"\b(?:try|throw|new|delete|dynamic_cast|typeid|co_(?:await|return|yield))\b")
_RULED_FORMS = re.compile(r"\btile_static\b[^;]*?[={(]|\bgoto\s*\*")
_BUILT = re.compile(r"##|%:%:|\w\\\r?\n\w|\\u")
# C++ AMP's exceptions, which hcc did not have: a name of the program's may be ambiguous beside them.
_OF_AMP = re.compile(r"\b(?:out_of_memory|uninitialized_object|unsupported_feature)\b")
# A capture by reference, or an address inside of a subscript; `&` after an operand is an operator.
_REFERENCE = re.compile(r"(?:\[|<:)(?:(?:[^\]]*?[^\w)\]\s&])?\s*&(?!&)|[^\]]*?\bbitand\b)")
# A pointer to views, whose neighbours a kernel does not have (frontend/rules/view_pointers.py).
_HAS_VIEWS = re.compile(r"\b(?:struct|class)\s+(\w+)[^;{}()]*\{[^}]*?\barray_view\s*<")
_VIEW_POINTER = r"\b(?:array_view\s*<[^;{}()]*>%s)\s*(?:const\s*)?\*"
_INCLUDE = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:include|import|embed)", re.MULTILINE)
# Flags and variables that bring in files which the scan for #include lines does not see.
_FLAGS = ("-include", "-im", "-iq", "-ip", "-iw", "-iv", "--i", "-X", "-Wp,", "-F", "-fmodule", "-fplugin")
_PATHS = ("-I", "-isystem", "-L", "-o", "/")
_VARIABLES = ("CPATH", "CPLUS_INCLUDE_PATH")


def needs_parse(text: UnitText, environ: Mapping[str, str] = os.environ) -> bool:
    """Can the parse find anything? C++ AMP units always take one."""
    return text.unit.dialect is not Dialect.HC or any(_reasons(text, environ))


def _reasons(text: UnitText, environ: Mapping[str, str]) -> Iterator[bool]:
    """Each thing that makes a parse necessary, cheap ones first."""
    arguments = text.unit.clang_args
    yield any(environ.get(name) for name in _VARIABLES)
    yield any(a.startswith(_FLAGS) for a in arguments)
    # A path may have such a word, too.
    yield any(_RULED.search(a) is not None for a in arguments if not a.startswith(_PATHS))
    yield text.mentions_passes
    # An edited file may be opened under a path that only the parse shows; the main file's is known.
    yield any(edit.file != text.unit.source for edit in (*text.moves, *text.wraps))
    for found in text.annotations.values():
        yield not _annotates_lambdas_alone(found)
    for source in text.sources.values():
        yield _OF_AMP.search(source.text) is not None
        yield _BUILT.search(source.text) is not None or _REFERENCE.search(source.text) is not None
        yield _RULED_FORMS.search(source.text) is not None
        yield _may_point_to_views(source.text)
        yield len(_INCLUDE.findall(source.text)) != len(literal_includes(source))
        if _RULED.search(source.text):  # perhaps only in a comment
            yield any(t.kind == "name" and _RULED.fullmatch(t.text) for t in source.tokens)
    yield may_warn(text)


def _may_point_to_views(text: str) -> bool:
    classes = "".join(f"|{name}" for name in _HAS_VIEWS.findall(text))
    return "array_view" in text and re.search(_VIEW_POINTER % classes, text) is not None


def _annotates_lambdas_alone(found: Annotations) -> bool:
    """Annotated functions may have overloads to choose from, and [[cpu]] ones must not be called."""
    on_lambdas = {c for item in found.lambdas for c in (*item.before, *item.middle, *item.trailing)}
    return all(clause in on_lambdas and clause.restriction == DEVICE for clause in found.clauses)
