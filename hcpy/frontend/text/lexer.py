"""Cuts a C++ source into tokens and pairs its brackets, without preprocessing it.

Takes: a file's bytes.
Gives: a SourceText whose token offsets are byte offsets. Comments and white space leave no tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from hcpy.core.dataclass import dataclass
from hcpy.core.encoding import decode
from hcpy.core.model import Location
from hcpy.frontend.text.brackets import Pairing

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\f\v\r]+|\\\r?\n|//(?:[^\n\\]|\\\r?\n|\\.)*|/\*.*?\*/)
  | (?P<newline>\n)
  | (?P<string>(?:u8|[uUL])?
      (?:R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'))
  | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
  | (?P<name>[A-Za-z_$\x80-\xff][\w$\x80-\xff]*)
  | (?P<mark>::|->|&&|\|\||\.\.\.|.)
    """,
    re.DOTALL | re.VERBOSE | re.ASCII,
)
_LINE_DIRECTIVE = re.compile(
    r'^[ \t]*(#)[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"([^"\n]*)")?[ \t]*(?=\r?$|//|/\*)', re.MULTILINE
)
_FLAGGED_MARKER = re.compile(r'^# \d+ "[^"\n]*" [1-4]', re.MULTILINE)
_OPEN = {"(": ")", "[": "]", "{": "}"}
_UNEVALUATED = frozenset("decltype sizeof alignof __alignof __alignof__ noexcept typeof __typeof__".split())


class Token(NamedTuple):
    """One token: its kind ("name", "number", "string", "mark") and its bytes [begin, end)."""

    kind: str
    text: str
    begin: int
    end: int
    directive: int = 0  # the number of the preprocessor directive that it is part of; 0: none


class LineDirective(NamedTuple):
    """A #line directive: its bytes, the line that it is in, and what it says of the next one."""

    begin: int
    end: int
    line: int
    number: int
    file: str


@dataclass(frozen=True)
class SourceText:
    """A file's text (one character for each byte) and its tokens."""

    path: Path  # as clang opens it
    text: str
    converted: bool = False  # the text differs from the file: clang must read the text
    encoding: str = ""  # of the file, where it is none that clang reads

    @classmethod
    def read(cls, path: Path) -> SourceText:
        """Read a file; raises OSError."""
        decoded = decode(path.read_bytes())
        return cls(path, decoded.text, decoded.changed, decoded.encoding)

    @cached_property
    def tokens(self) -> list[Token]:
        """All tokens, directives included."""
        tokens: list[Token] = []
        directive = count = 0
        fresh = True  # only white space so far on this line
        for match in _TOKEN.finditer(self.text):
            kind = match.lastgroup
            if kind == "delimiter":
                kind = "string"
            if kind == "newline":
                directive, fresh = 0, True
            elif kind != "space" and kind is not None:
                text = match.group()
                if fresh and text == "#":
                    count += 1
                    directive = count
                fresh = False
                tokens.append(Token(kind, text, match.start(), match.end(), directive))
        return tokens

    @cached_property
    def partners(self) -> list[int]:
        """For each bracket token the index of its partner; -1 elsewhere."""
        return Pairing(self.tokens).run()

    @cached_property
    def _operands(self) -> list[tuple[int, int]]:
        """The bytes of all operands in parentheses that are not evaluated, the outermost ones."""
        found: list[tuple[int, int]] = []
        for i, token in enumerate(self.tokens):
            if token.text not in _UNEVALUATED or self.text_of(i + 1) != "(" or self.partners[i + 1] < 0:
                continue
            if not found or token.begin >= found[-1][1]:
                found.append((self.tokens[i + 1].end, self.tokens[self.partners[i + 1]].begin))
        return found

    def is_unevaluated(self, offset: int) -> bool:
        """Is a byte in an operand of decltype, sizeof and the like?"""
        at = bisect_right(self._operands, (offset, len(self.text))) - 1
        return at >= 0 and self._operands[at][0] <= offset < self._operands[at][1]

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(m.end() for m in re.finditer("\n", self.text))]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of a byte, both counted from 1, the column in bytes as clang counts."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    @cached_property
    def line_directives(self) -> list[LineDirective]:
        """The file's #line directives, in order; line markers of a preprocessor's output are none."""
        if not _LINE_DIRECTIVE.search(self.text) or _FLAGGED_MARKER.search(self.text):
            return []
        # In a raw string or a comment such a line is no directive: its # is no token.
        marks = {token.begin for token in self.tokens if token.directive and token.text == "#"}
        return [
            LineDirective(m.start(1), m.end(), self.line_column(m.start(1))[0], int(m[2]), m[3] or "")
            for m in _LINE_DIRECTIVE.finditer(self.text)
            if m.start(1) in marks
        ]

    def presumed(self, line: int) -> tuple[str, int]:
        """What the #line directives say of a line: its file ("": the file itself) and number there."""
        file, number = "", line
        for directive in self.line_directives:
            if directive.line >= line:
                break
            file, number = directive.file or file, directive.number + line - directive.line - 1
        return file, number

    def offset(self, line: int, column: int) -> int:
        """The byte at a line and column."""
        return min(self._lines[min(line, len(self._lines)) - 1] + column - 1, len(self.text))

    def token_at(self, offset: int) -> int:
        """The index of the first token that begins at a byte or after it."""
        return bisect_left(self._begins, offset)

    def token_of(self, place: Location) -> int:
        """The index of the first token that begins at a place of the file or after it."""
        return self.token_at(self.offset(place.line, place.column))

    @cached_property
    def _begins(self) -> list[int]:
        return [token.begin for token in self.tokens]

    def text_of(self, index: int) -> str:
        """A token's text; empty outside of the file."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def go_together(self, first: int, second: int) -> bool:
        """Are two tokens in the same directive, or both in none? One line's end may be between others."""
        tokens = self.tokens
        return max(first, second) < len(tokens) and tokens[first].directive == tokens[second].directive

    def is_in_macro(self, index: int) -> bool:
        """Is a directive's token what a #define expands to? Not its name, nor what an #ifdef asks for."""
        first = self._directive_start(index)
        return self.text_of(first + 1) == "define" and index > first + 2

    def is_macro_parameter(self, index: int) -> bool:
        """Does a token in what a #define expands to stand for what the macro is given?"""
        if not 0 <= index < len(self.tokens) or not self.tokens[index].directive:
            return False
        opens = self._directive_start(index) + 3
        if not self.is_in_macro(index) or not opens < index or self.text_of(opens) != "(":
            return False
        parameters = {token.text for token in self.tokens[opens + 1 : self.partners[opens]]}
        text = self.tokens[index].text
        return index > self.partners[opens] and (text in parameters - {",", "..."} or text == "__VA_ARGS__")

    def _directive_start(self, index: int) -> int:
        while index and self.tokens[index - 1].directive == self.tokens[index].directive:
            index -= 1
        return index

    def skip_angles(self, index: int) -> int:
        """The index after the template list that opens at `index`."""
        depth = 0
        while index < len(self.tokens):
            text = self.tokens[index].text
            if text in _OPEN and self.partners[index] > index:
                index = self.partners[index]
            elif text == "<":
                depth += 1
            elif text == ">":
                depth -= 1
                if depth == 0:
                    return index + 1
            elif text in (";", "}"):
                break
            index += 1
        return index
