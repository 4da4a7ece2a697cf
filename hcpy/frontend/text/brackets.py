"""Pairs the brackets of a file that has not been preprocessed.

Takes: a file's tokens.
Gives: for each bracket the index of its partner. Branches of an #if may open different brackets that code
behind the #endif closes, or that the branches of a later #if with the same condition close.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hcpy.core.dataclass import dataclass, field

if TYPE_CHECKING:
    from hcpy.frontend.text.lexer import Token

_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = frozenset(_OPEN.values())
FIRST = frozenset(("if", "ifdef", "ifndef"))
NEXT = frozenset(("else", "elif", "elifdef", "elifndef"))

_Stack = list[int]
_Stacks = dict[str, list[_Stack]]  # by condition: what is open after each branch of an #if


@dataclass
class _Conditional:
    """An #if that is open."""

    condition: str
    negated: bool
    before: _Stack
    others: _Stacks
    ends: list[_Stack] = field(default_factory=list)  # what was open at the end of each branch so far

    def start(self) -> _Stack:
        """What is open where the next branch begins."""
        branches = self.others.get(self.condition, [])
        at = len(self.ends)
        if self.negated and at < 2 and len(branches) == 2:
            at = 1 - at
        return list(branches[at] if at < len(branches) else self.before)


class Pairing:
    """One pass over a file's tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self.partners = [-1] * len(tokens)
        self._stack: _Stack = []
        self._others: _Stacks = {}
        self._conditionals: list[_Conditional] = []

    def run(self) -> list[int]:
        """The partners; -1 for what is no bracket, and for a bracket without one.

        Each directive is matched by itself.
        """
        inner: _Stack = []
        current = 0
        for i, token in enumerate(self._tokens):
            if token.directive != current:
                current, inner = token.directive, []
                if current and i + 1 < len(self._tokens):
                    self._directive(i + 1)
            if token.kind != "mark" or (token.text not in _OPEN and token.text not in _CLOSE):
                continue
            if current:
                self._bracket(inner, i, token.text, first=True)
                continue
            self._bracket(self._stack, i, token.text, first=True)
            for stacks in self._others.values():
                for stack in stacks:
                    self._bracket(stack, i, token.text, first=False)
        return self.partners

    def _bracket(self, stack: _Stack, i: int, text: str, first: bool) -> None:
        """The bracket opens or closes something; what another branch left open may be closed already."""
        if text in _OPEN:
            stack.append(i)
            return
        while stack and _OPEN[self._tokens[stack[-1]].text] != text and text == "}":
            stack.pop()
        if stack and _OPEN[self._tokens[stack[-1]].text] == text:
            opened = stack.pop()
            if first or self.partners[i] < 0:
                self.partners[i] = opened
            if first or self.partners[opened] < 0:
                self.partners[opened] = i

    def _directive(self, name: int) -> None:
        """Each branch begins from what was open before the #if, or in that branch of an earlier one."""
        text = self._tokens[name].text
        if text in FIRST:
            condition, negated = self._condition(name)
            made = _Conditional(condition, negated, list(self._stack), _copied(self._others))
            self._conditionals.append(made)
            self._begin(made)
        elif text in NEXT and self._conditionals:
            made = self._conditionals[-1]
            made.ends.append(self._stack)
            self._begin(made)
        elif text == "endif" and self._conditionals:
            self._end(self._conditionals.pop())

    def _begin(self, made: _Conditional) -> None:
        self._stack = made.start()
        self._others = _copied(made.others)
        self._others.pop(made.condition, None)

    def _end(self, made: _Conditional) -> None:
        """What the last branch leaves open goes on as the file's; what the others leave is kept beside it."""
        self._others = {c: stacks for c, stacks in self._others.items() if c in made.others}
        made.ends.append(list(self._stack))
        if len(made.ends) == 1:
            made.ends.append(made.start())
        if any(end != made.ends[0] for end in made.ends):
            swapped = made.negated and len(made.ends) == 2
            self._others[made.condition] = made.ends[::-1] if swapped else made.ends

    def _condition(self, name: int) -> tuple[str, bool]:
        """What an #if asks, and whether it asks for the opposite: one text for all spellings of one macro."""
        first = self._tokens[name]
        words = []
        for token in self._tokens[name + 1 :]:
            if token.directive != first.directive:
                break
            words.append(token.text)
        negated = first.text == "ifndef"
        if first.text == "if":
            negated = words[:1] == ["!"]
            words = [w for w in words[negated:] if w not in "()"] if len(words) <= 5 else words
            words = words[1:] if words[:1] == ["defined"] and len(words) == 2 else ["if", *words]
        return " ".join(words), negated


def _copied(stacks: _Stacks) -> _Stacks:
    return {condition: [list(stack) for stack in found] for condition, found in stacks.items()}


def behind_branches(tokens: Sequence[Token], at: int) -> int:
    """The first token behind an #if whose branch ends at a token; the token itself where none ends."""
    depth, i = 0, at
    while i + 1 < len(tokens) and tokens[i].directive:
        word, directive = tokens[i + 1].text, tokens[i].directive
        if depth == 0 and i == at and word != "endif" and word not in NEXT:
            return at
        depth += (word in FIRST) - (word == "endif")
        while i < len(tokens) and tokens[i].directive == directive:
            i += 1
        if depth < 0:
            return i
        while i < len(tokens) and not tokens[i].directive:
            i += 1
    return at
