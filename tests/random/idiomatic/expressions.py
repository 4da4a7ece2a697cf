"""Random expressions of the plain types, with no undefined behaviour where signed arithmetic wraps."""

from __future__ import annotations

import random
from collections.abc import Sequence

FLOATS = ("float", "double")
AMP_INTEGERS = ("int", "unsigned")
INTEGERS = (*AMP_INTEGERS, "long", "ulong", "short", "ushort", "uchar", "schar")
EXACT_INTEGERS = ("unsigned", "ulong", "uchar")  # products of two ushort are of int, and overflow
_NUMBERS = (0.5, 1.0, -2.25, 3.0, 100.5, -0.125, 7.0, 1e-3, 1e6, 0.1)
_WHOLE = (0, 1, 2, 3, 5, 7, 13, 31, 127)
_FLOAT_FORMS = (
    *("({0} + {1})", "({0} - {1})", "({0} * {1})", "({0} / {1})", "(-{0})", "M::floor({0})", "M::fabs({0})"),
    *("M::sqrt(M::fabs({0}))", "M::fmin({0}, {1})", "M::fmax({0}, {1})", "M::fma({0}, {1}, {2})"),
    *("M::ceil({0})", "M::trunc({0})", "M::round({0})", "M::ldexp({0}, -3)", "M::fmod({0}, {c})"),
    "M::copysign({0}, {1})",
)
_INTEGER_FORMS = (
    *("(T)({0} + {1})", "(T)({0} - {1})", "(T)({0} * {1})", "(T)({0} & {1})", "(T)({0} | {1})"),
    *("(T)({0} ^ {1})", "(T)(~{0})", "(T)(-{0})", "(T)({0} << ({i} & 7))", "(T)({0} >> ({i} & 7))"),
    *("divided<T>({0}, {1})", "remainder<T>({0}, {1})", "(T)({0} / T(7))", "(T)({0} % T(10))"),
    *("smaller<T>({0}, {1})", "larger<T>({0}, {1})", "(T)({b} + {0})", "(T)({0} - T(17))"),
)
_CONDITIONS = (
    *("({0} {o} {1})", "({0} {o} {1})", "({b} && {d})", "({b} || {d})", "!{b}", "(({i} & 3) == 1)"),
)
Named = tuple[str, str]  # a text and its type


class Expressions:
    """Makes them from given names. is_exact: no signed arithmetic overflows."""

    def __init__(self, rng: random.Random, is_amp: bool, is_exact: bool = False) -> None:
        self.rng, self.is_amp, self.is_exact = rng, is_amp, is_exact
        own = AMP_INTEGERS if is_amp else INTEGERS
        self.integers: tuple[str, ...] = tuple(kind for kind in own if kind in EXACT_INTEGERS or not is_exact)

    def constant(self, kind: str) -> str:
        if kind in FLOATS:
            return f"{kind}({self.rng.choice(_NUMBERS)})"
        return f"{kind}({self.rng.choice((*_WHOLE, self.rng.randrange(1, 1000) & 127))})"

    def of(self, kind: str, names: Sequence[Named], depth: int) -> str:
        """An expression of a type: bool, an integer or a floating type."""
        if kind == "bool":
            return self._filled(self.rng.choice(_CONDITIONS), self._any(), names, depth)
        if depth <= 0 or self.rng.random() < 0.1 or (self.is_exact and kind == "int"):
            return self._leaf(kind, names)
        choice = self.rng.random()
        if choice < 0.1:
            return self._filled("({b} ? {0} : {1})", kind, names, depth)
        if choice < 0.17:
            source = self._any()
            return converted(kind, self.of(source, names, depth - 1), source)
        form = self.rng.choice(_FLOAT_FORMS if kind in FLOATS else _INTEGER_FORMS)
        return self._filled(form.replace("T", kind) if kind not in FLOATS else form, kind, names, depth)

    def joined(self, kind: str) -> str:
        """An operation on {0} and {1}, whose order of evaluation the program fixes."""
        if kind in FLOATS:
            return self.rng.choice(
                ("{0} + {1}", f"larger<{kind}>({{0}}, {{1}})", "{0} * " + self.constant(kind) + " + {1}")
            )
        forms: tuple[str, ...] = (
            "T({0} + {1})",
            "larger<T>({0}, {1})",
            "T({0} ^ {1})",
            "T({0} * {1})",
            "T({0} * 31 + {1})",
        )
        return self.rng.choice(forms).replace("T", kind)

    def _any(self) -> str:
        return self.rng.choice((*self.integers, *FLOATS))

    def _leaf(self, kind: str, names: Sequence[Named]) -> str:
        fitting = [text for text, own in names if own == kind]
        if fitting and self.rng.random() < 0.85:
            return self.rng.choice(fitting)
        if names and self.rng.random() < 0.6:
            text, own = self.rng.choice(names)
            return converted(kind, text, own)
        return self.constant(kind)

    def _filled(self, form: str, kind: str, names: Sequence[Named], depth: int) -> str:
        parts = {"o": self.rng.choice(("<", "<=", ">", ">=", "==", "!=")), "c": self.constant(kind)}
        for hole, own in (("b", "bool"), ("d", "bool"), ("i", "int")):
            if f"{{{hole}}}" in form:
                parts[hole] = self.of(own, names, depth - 1) if depth > 0 else self._leaf_of(own, names)
        places = [self.of(kind, names, depth - 1) if f"{{{n}}}" in form else "" for n in range(3)]
        return form.format(*places, **parts)

    def _leaf_of(self, kind: str, names: Sequence[Named]) -> str:
        return f"({self._leaf('int', names)} > 3)" if kind == "bool" else self._leaf(kind, names)


def converted(kind: str, text: str, source: str) -> str:
    """A value as another type; floating numbers are clamped before they become integers."""
    if kind == source:
        return text
    if source in FLOATS and kind not in FLOATS:
        return f"whole<{kind}>({text})"
    return f"{kind}({text})"
