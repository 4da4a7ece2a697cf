"""Tells from a source's bytes which dialect it is written in, where no flag does.

Takes: a file's content.
Gives: "hc", "amp", or an empty string for plain C++. Most plain sources need a search for five words only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hcpy.core.lazy import lazy

if TYPE_CHECKING:
    import re

    from hcpy.core import encoding
else:
    encoding = lazy("hcpy.core.encoding")
    re = lazy("re")

# Each mark below holds one of these.
_HINTS = (b"hc", b"amp", b"restrict", b"grid_launch", b"pinned_vector", b"\0")
_HC_MARKS = (
    rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:hcc/)?'
    rb'(hc(_\w+)?\.(hpp|h|inl)|grid_launch\.hp*|pinned_vector\.hpp)[>"]'
    rb"|\[\[[\w, \t]*\bhc\b[\w, \t]*\]\]|__attribute__\s*\(\(\s*hc\s*\)\)"
)
_HC_HEADER = rb'^[ \t]*#[ \t]*include[ \t]*[<"](?:hcc/)?hc(_\w+)?\.hpp[>"]'
_AMP_HEADER = rb'^[ \t]*#[ \t]*include[ \t]*[<"]amp(_\w+)?\.h[>"]'
_AMP_MARKS = rb'^[ \t]*#[ \t]*include[ \t]*[<"]amp(_\w+)?\.h[>"]|\brestrict\s*\(\s*(amp|cpu|auto)\b'


def dialect_name(data: bytes) -> str:
    """Read the marks of a source in any encoding."""
    if not any(hint in data for hint in _HINTS):
        return ""
    data = _decoded(data)
    if re.search(_HC_MARKS, data, re.MULTILINE):
        return "hc"
    return "amp" if re.search(_AMP_MARKS, data, re.MULTILINE) else ""


def has_hc_alone(data: bytes) -> bool:
    """Does a source include HC's headers and none of C++ AMP's? Then it is HC under -std=c++amp, too."""
    if b"hc" not in data:
        return False
    data = _decoded(data)
    found = re.search(_HC_HEADER, data, re.MULTILINE) is not None
    return found and re.search(_AMP_HEADER, data, re.MULTILINE) is None


def is_preprocessed(data: bytes) -> bool:
    """Did -E make it of a source with kernels? It begins with our first header, unless -P left that out."""
    return b"/hcrt/detail/config.hpp" in data[:4096] or b"namespace hcrt {" in data


def _decoded(data: bytes) -> bytes:
    """The content as clang is given it."""
    if b"\0" in data or data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) or b"\r" in data:
        return encoding.decode(data).text.encode("latin-1")
    return data
