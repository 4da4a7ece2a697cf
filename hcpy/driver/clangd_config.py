"""The text of a .clangd file, with which clangd understands HC and C++ AMP sources.

Takes: hcpy's prefix.
Gives: YAML. clangd reads the text without hcc's edits: both dialects are plain C++ to it, with attributes
of an unknown scope for the restrictions.
"""

from __future__ import annotations

import json
from pathlib import Path

from hcpy.core.flags import QUIET
from hcpy.core.model import Dialect
from hcpy.driver.option_table import HCC, JOINED, NOBODY, NONE, OPTIONS, PREFIX
from hcpy.driver.units import macros

_SOURCES = r".*\.(cpp|cc|cxx|cp|c\+\+|C|h|hpp|hh|hxx|h\+\+|inl|ipp|tpp)"
# Functions that differ in their restriction only are one and the same to clangd.
_FALSE = (
    "redefinition",
    "member_redeclared",
    "constructor_redeclared",
    "conv_function_redeclared",
    "attributes_not_allowed",
)


def clangd_text(prefix: Path) -> str:
    """The file; strings in it are JSON, which YAML has in it."""
    host = ("-stdlib=libstdc++", "-fdeclspec", "-DHCPY_HC=1", "-D__KALMAR_CPU__=1", "-D__HCC_CPU__=1")
    headers = (f"-isystem{prefix / 'include'}", "-include", "hcrt/detail/config.hpp")
    quiet = dict.fromkeys((*QUIET[Dialect.HC], *QUIET[Dialect.AMP]))
    add = (*host, *macros(Dialect.HC), *headers, "-Xclang", "-fsycl-is-host", *quiet)
    lines = [
        "# Written by: hcc-config --clangd > .clangd",
        "If:",
        f"  PathMatch: {json.dumps(_SOURCES)}",
        "CompileFlags:",
        f"  Remove: {json.dumps(_ours())}",
        f"  Add: {json.dumps(add)}",
        "Diagnostics:",
        f"  Suppress: {json.dumps(_FALSE)}",
    ]
    return "\n".join(lines)


def _ours() -> list[str]:
    """The words that clang does not know, as clangd's patterns."""
    ends = {NONE: "", JOINED: "=*", PREFIX: "*"}
    unknown = [option for option in OPTIONS if option.reader in (HCC, NOBODY) and option.value in ends]
    return [f"{name}{ends[option.value]}" for option in unknown for name in option.spellings]
