"""Removes debug locations from IR text before code is made of it.

Takes IR text; gives the same code without them. PTX would be full of .loc lines; loops keep their other
hints.
"""

from __future__ import annotations

import re

_ATTACHMENT = re.compile(r",? !dbg !\d+")
_RECORD = re.compile(r"^\s*#dbg_.*\n", re.MULTILINE)
_UNITS = re.compile(r"^!llvm\.dbg\.cu = .*\n", re.MULTILINE)
_PLACE = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(", re.MULTILINE)
_LOOP = re.compile(r"^(!\d+ = distinct !\{)(.*)\}$", re.MULTILINE)


def strip_debug_info(text: str) -> str:
    if "!llvm.dbg.cu" not in text:
        return text
    places = frozenset(f"!{number}" for number in _PLACE.findall(text))

    def without_places(match: re.Match[str]) -> str:
        kept = [part for part in match.group(2).split(", ") if part not in places]
        return match.group(1) + ", ".join(kept) + "}"

    text = _LOOP.sub(without_places, text)
    return _UNITS.sub("", _RECORD.sub("", _ATTACHMENT.sub("", text)))
