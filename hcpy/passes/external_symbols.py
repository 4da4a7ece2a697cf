"""Tells which symbols of a device module are functions that units share, from its text alone.

Takes: symbols, or a module's text, and the names of the unit's annotated functions.
Gives: what other units may define or call. Most modules have neither, and are not read any further.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcpy.model import ExternalNames
from hcpy.passes.demangle import demangle, plain_name
from hcpy.passes.irnames import NAME, unquote

_HEAD = re.compile(rf"^(declare|define) ([^@\n]*)@({NAME})\(", re.MULTILINE)
# The C++ library's, our headers', and the functions of devices that those declare.
_PROVIDED = re.compile(
    r"_ZN?K?St|_ZN?K?S[absiod]|_Z[nd][wal]|_ZN?K?4hcrt|_ZT|_ZG"
    r"|_Z\d+(?:get_(?:group_id|local_id|global_id|local_size|num_groups|global_size)|get_sub_group_\w+"
    r"|sub_group_ballot|sub_group_shuffle|mul_hi|barrier|mem_fence)[ijmv]+$"
)


@dataclass(frozen=True)
class SharedSymbols:
    """Does a module have any of them?"""

    undefined: bool
    exported: bool


def find_shared(text: str, names: ExternalNames) -> SharedSymbols:
    """What the heads of the functions tell; kernels may not reach the undefined ones."""
    undefined = exported = False
    for kind, words, printed in _HEAD.findall(text):
        name = unquote(printed)
        if kind == "declare":
            undefined = undefined or (not name.startswith("llvm.") and is_annotated(name, names))
        elif not exported and "_kernel " not in words:
            linkage = next((w for w in words.split() if w in ("internal", "weak", "weak_odr")), "external")
            exported = "linkonce" not in words and may_be_exported(name, linkage, names)
    return SharedSymbols(undefined, exported)


def is_annotated(symbol: str, names: ExternalNames) -> bool:
    """May it be one of the unit's annotated functions?"""
    if not symbol.startswith("_Z"):
        return symbol in names.c_functions
    if _PROVIDED.match(symbol):
        return False
    return names.anything or not names.functions.isdisjoint(plain_name(symbol)[-1:])


def may_be_exported(symbol: str, linkage: str, names: ExternalNames) -> bool:
    """Can another unit call this function, which is defined here?"""
    if linkage in ("external", "weak", "weak_odr"):
        return is_annotated(symbol, names)
    # clang's HIP mode makes what is instantiated explicitly internal.
    return linkage == "internal" and _is_instantiated(symbol, names)


def _is_instantiated(symbol: str, names: ExternalNames) -> bool:
    """A template's instance, by its own name or its class's."""
    if not names.instantiated or "<" not in demangle(symbol) or "(anonymous" in demangle(symbol):
        return False
    return not names.instantiated.isdisjoint(plain_name(symbol)[-2:]) and is_annotated(symbol, names)
