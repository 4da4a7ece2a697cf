"""C++ AMP: which functions of libraries amp-restricted code may call.

clang reports calls of the others where it emits the caller: not in members and lambdas that nothing reaches.

Takes: a function of a header that is not the user's.
Gives: is it surely one for the CPU alone?
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from hcpy.frontend import clang_ast as ast
from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Unit

_OURS = ("/include/hcrt/", "/ms_compat/")
_MOST = 20  # lines in which a declaration has its name


def is_for_cpu(unit: Unit, function: Cursor) -> bool:
    """constexpr functions are for both sides; so are those that clang makes, and its own."""
    if function.is_default_method() or function.spelling.startswith("__"):
        return False
    function = unit.parsed.pattern(function)
    kinds = {c._kind_id for c in unit.parsed.children(function)}
    if ast.CUDA_DEVICE_ATTR in kinds:
        return False
    begin, place = unit.parsed.begin(function), unit.parsed.place(function)
    if not place.file or begin.file != place.file:
        return False
    if ast.CUDA_HOST_ATTR in kinds:
        return True
    if is_ours(unit, function):
        return False
    lines = _lines(place.file)[max(begin.line - 1, place.line - _MOST) : place.line]
    return bool(lines) and "constexpr" not in "".join(lines).lower()


def is_ours(unit: Unit, function: Cursor) -> bool:
    """Is it of hcpy's headers? What those launch is no code for the CPU."""
    return any(part in unit.parsed.place(function).file for part in _OURS)


@lru_cache(maxsize=64)
def _lines(file: str) -> tuple[str, ...]:
    try:
        return tuple(Path(file).read_text("utf-8", "replace").splitlines())
    except OSError:
        return ()
