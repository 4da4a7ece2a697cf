"""Reads the names of LLVM's intrinsics: what one does, and the types that it does it for.

Takes a symbol; gives its parts, or None where it is no intrinsic.
"""

from __future__ import annotations

from hcpy.core.dataclass import dataclass

_PREFIX = "llvm."
_REAL_SHAPES = ("{}", "i32 {}", "i64 {}", "{} i32")


@dataclass(frozen=True)
class Intrinsic:
    """`llvm.lrint.i64.f32`: `lrint` for i64 and f32."""

    name: str
    types: tuple[str, ...]

    @property
    def real_bits(self) -> str:
        """`32` or `64`, where it computes with one floating-point type of that size; else empty."""
        shown = " ".join(self.types)
        return next((b for b in ("32", "64") for s in _REAL_SHAPES if shown == s.format("f" + b)), "")

    @property
    def c_name(self) -> str:
        """Of C's function that does the same, where `real_bits` says for which type."""
        return self.name + ("f" if self.real_bits == "32" else "")


def read_intrinsic(symbol: str) -> Intrinsic | None:
    if not symbol.startswith(_PREFIX):
        return None
    parts = symbol.removeprefix(_PREFIX).split(".")
    count = len(parts)
    while count > 1 and _is_type(parts[count - 1]):
        count -= 1
    return Intrinsic(".".join(parts[:count]), tuple(parts[count:]))


def _is_type(part: str) -> bool:
    """`f32`, `i64`, `p0`, `v2f32`, ..."""
    return (part[:1] in ("f", "i", "p", "v") and part[1:2].isdigit()) or part == "bf16"
