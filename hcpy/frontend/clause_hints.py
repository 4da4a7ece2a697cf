"""A misspelt restrict clause: clang says what it expected in its place.

Takes: one of clang's diagnostics, and the line that it is about.
Gives: the diagnostic, with the word that was meant.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_EXPECTED = re.compile(
    r"(?P<head>:(?P<column>\d+): (?:\033\[[0-9;]*m)*error: (?:\033\[[0-9;]*m)*)expected [^\n\033]*"
)
_CLAUSE = re.compile(r"\s*(?P<word>[A-Za-z_]\w*)\s*\(\s*(?:amp|cpu|auto)\s*[,)]")
_ALIKE = 0.75  # of letters in order


def with_clause(block: str, line: str) -> str:
    """The error, where a word that is nearly `restrict` stands before a list of restrictions."""
    found = _EXPECTED.search(block.partition("\n")[0])
    clause = _CLAUSE.match(line, int(found["column"]) - 1) if found is not None else None
    if found is None or clause is None or clause["word"] == "restrict":
        return block
    if SequenceMatcher(None, clause["word"], "restrict").ratio() < _ALIKE:
        return block
    said = f"'{clause['word']}' begins no clause; did you mean 'restrict'?"
    return block[: found.start()] + found["head"] + said + block[found.end() :]
