"""The declarators around an annotation: function types without a name, and functions whose result's
declarator goes around their own.

Takes: the Annotations of a file, and tokens of it.
"""

from __future__ import annotations

from hcpy.frontend.text.annotations import Annotations, behind_requires

_POINTERS = ("*", "&", "&&")
_TYPE_WORDS = frozenset(
    ("void", "bool", "char", "short", "int", "long", "float", "double", "unsigned", "signed", "auto")
)


def names_a_type(found: Annotations, start: int, end: int) -> bool:
    """Do the parameters before token `start` belong to a function type without a name?

    Attributes parse in declarations of functions and of pointers to them, not in `using f = int(int)`.
    """
    source = found.source
    before = source.partners[start - 1] - 1
    if source.text_of(end) == ">":
        return True
    if source.text_of(before) == ")":
        return _is_pointers(found, before)
    at = before  # after `template <class T>` or `public:`, too
    while at >= 0 and source.text_of(at) not in (";", "{", "}"):
        if source.text_of(at) == "using" and source.text_of(at + 2) == "=":
            return True
        at -= 1
    if source.text_of(before) not in _TYPE_WORDS:
        return False
    while source.text_of(before) in _TYPE_WORDS:
        before -= 1
    return source.text_of(before) != "operator"


def _is_pointers(found: Annotations, end: int) -> bool:
    """Does a pointer's declarator end with parenthesis `end`, as in int (*)(int), int (owner::*p)(int)?"""
    return _begins_as_pointer(found, end) or found.source.text_of(end - 1) in (*_POINTERS, "const")


def _begins_as_pointer(found: Annotations, end: int) -> bool:
    """Does what parenthesis `end` closes begin with a *, a & or `owner::*`?"""
    source = found.source
    at = source.partners[end] + 1
    while source.tokens[at].kind == "name" and (at + 1 < end):
        at = source.skip_angles(at + 1) if source.text_of(at + 1) == "<" else at + 1
        at += source.text_of(at) == "::"
    return source.text_of(at) in _POINTERS


def behind_outer_declarators(found: Annotations, end: int) -> int:
    """The token behind the declarators around a function's, as in `int (&f(int i) restrict(amp))[4]`, whose
    own ends before token `end`, and behind a requires clause: GNU attributes parse only there."""
    source = found.source
    at = behind_requires(found.source, end)
    while source.text_of(at) == ")" and source.partners[at] >= 0 and _begins_as_pointer(found, at):
        at += 1
        while source.text_of(at) in ("[", "(") and source.partners[at] > at:
            at = source.partners[at] + 1
    return at
