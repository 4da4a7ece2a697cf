"""Declarations that an #if runs through, as in `int f(int x)`, `#ifdef A`, `restrict(amp)`, `#endif`, `{`.

Takes: the tokens of a file that has not been preprocessed.
Gives: the way over directives, forwards and backwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hcpy.frontend.text.brackets import FIRST, NEXT, behind_branches

if TYPE_CHECKING:
    from hcpy.frontend.text.lexer import Token


class Forwards:
    """Goes over directives from a token on; of an #if that it enters it visits all branches, of one that it
    leaves none further."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._entered = 0

    def behind(self, at: int) -> int:
        """The first token from `at` on that is in no directive."""
        tokens = self._tokens
        while at + 1 < len(tokens) and (directive := tokens[at].directive):
            word = tokens[at + 1].text
            if word in NEXT and not self._entered:
                behind = behind_branches(tokens, at)
                if behind == at:
                    return at
                at = behind
                continue
            self._entered += (word in FIRST) - (word == "endif" and self._entered > 0)
            while at < len(tokens) and tokens[at].directive == directive:
                at += 1
        return at


def before_directives(tokens: Sequence[Token], at: int) -> int:
    """The last token up to `at` that is in no directive, nor in an earlier branch of the same #if."""
    while at >= 0 and tokens[at].directive:
        at, word = _start(tokens, at)
        if word in NEXT:
            at = _before_if(tokens, at)
    return at


def _start(tokens: Sequence[Token], at: int) -> tuple[int, str]:
    """The token before a directive, and the directive's name."""
    directive = tokens[at].directive
    while at >= 0 and tokens[at].directive == directive:
        at -= 1
    return at, tokens[at + 2].text if at + 2 < len(tokens) else ""


def _before_if(tokens: Sequence[Token], at: int) -> int:
    """The token before the #if that is open behind a token."""
    depth = 1
    while at >= 0 and depth:
        if tokens[at].directive:
            at, word = _start(tokens, at)
            depth += (word == "endif") - (word in FIRST)
        else:
            at -= 1
    return at


def crosses_directives(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Is a directive between two tokens that are in none?"""
    return not tokens[first].directive and any(t.directive for t in tokens[first:last])
