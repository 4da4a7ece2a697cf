"""Names that a header of hcpy's declares which a source did not include: clang's errors name the header.

Takes: a line of clang's stderr.
Gives: the line, with the header where the name is one of these; and whether clang went on with a wrong guess.
"""

from __future__ import annotations

import re

from hcpy.core.diagnostics import without_escapes
from hcpy.core.model import Dialect

_UNKNOWN = re.compile(
    r"(?:(?P<of>no (?:member|type|template) named '(?P<member>\w+)' in namespace '[\w:]+')"
    r"(?:; did you mean [^?]*\?)?|use of undeclared identifier '(?P<name>\w+)'"
    r"|(?:unknown type name|no template named) '(?P<type>\w+)')(?=(?:\033\[[0-9;]*m)*$)"
)
_GUESS = re.compile(r"error: .*(?:named|identifier) '(?P<name>\w+)'.*; did you mean (?P<elsewhere>simply )?'")
_MATHS = ("precise_math", "fast_math")
_VECTOR = re.compile(r"(?:u?int|float|double|u?norm)_[234]|u?norm")
_DIALECTS = {"hc": "hc.hpp", "concurrency": "amp.h", "Concurrency": "amp.h"}
# The line is quoted below the message.
_NO_NAMESPACE = re.compile(r":(?P<column>\d+): error: expected namespace name\n *\d+ \| (?P<line>.*)")
_SAID = "expected namespace name"
_HC = {
    **_DIALECTS,
    **dict.fromkeys(_MATHS, "hc_math.hpp"),
    **dict.fromkeys(("am_alloc", "am_aligned_alloc", "am_free", "am_copy", "AmPointerInfo"), "hc_am.hpp"),
    "printf": "hc_printf.hpp",
    "short_vector": "hc_short_vector.hpp",
}
_TEXTURES = ("graphics", "texture", "texture_view", "writeonly_texture_view", "sampler")
_AMP = {**_DIALECTS, **dict.fromkeys(_MATHS, "amp_math.h"), **dict.fromkeys(_TEXTURES, "amp_graphics.h")}


def goes_astray(stderr: str, dialect: Dialect) -> bool:
    """Has clang taken an unknown name for one of another namespace? Uses of that are errors, too."""
    found = _GUESS.finditer(stderr) if "; did you mean " in stderr else ()
    return any(guess["elsewhere"] or _header(guess["name"], dialect) for guess in found)


def _header(name: str, dialect: Dialect) -> str | None:
    """The header of hcpy's that declares a name."""
    header = (_HC if dialect is Dialect.HC else _AMP).get(name)
    if header is None and dialect is Dialect.AMP and _VECTOR.fullmatch(name):
        header = "amp_short_vectors.h"
    return header


def with_header(line: str, dialect: Dialect) -> str:
    """The error, with the name of the header."""

    def hint(found: re.Match[str]) -> str:
        header = _header(found["member"] or found["name"] or found["type"], dialect)
        return f"{found['of'] or found[0]}; <{header}> declares it" if header else found[0]

    return _UNKNOWN.sub(hint, line) if "error: " in line else line


def with_namespaces_header(block: str, dialect: Dialect) -> str:
    """An error about the name of a namespace that one of hcpy's headers has, with the header."""
    found = _NO_NAMESPACE.search(without_escapes(block)) if _SAID in block else None
    if found is None:
        return block
    name = re.match(r"\w*", found["line"].encode()[int(found["column"]) - 1 :].decode(errors="replace"))
    header = _header(name[0], dialect) if name else None
    return block.replace(_SAID, f"{_SAID}; <{header}> declares it", 1) if header else block
