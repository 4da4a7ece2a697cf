"""Maps the C library's maths functions to the intrinsics that the AMDGPU back end computes rightly.

Takes a Lowering. Intrinsics that it would stop at, or compute with the hardware's short forms alone, become
calls of their C functions again: nobody defines these, and check_externals says where they are called.
"""

from __future__ import annotations

from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename_undefined

# C name without its f -> intrinsic, in both precisions.
_SELECTED = {
    **{name: name for name in ("sqrt", "fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "roundeven")},
    **{name: name for name in ("round", "copysign", "fma")},
    "fmin": "minnum",
    "fmax": "maxnum",
}
# In single precision the back end adds what the hardware's instructions lack.
_SELECTED_SINGLE = {name: name for name in ("exp", "exp2", "exp10", "log", "log2", "log10")}
_POWERS = {f"{name}{suffix}": bits for name in ("ldexp", "scalbn") for suffix, bits in (("", 64), ("f", 32))}
_UNSELECTED = frozenset(
    "sin cos tan asin acos atan atan2 sinh cosh tanh pow exp exp2 exp10 log log2 log10".split()
)


def run(lowering: Lowering) -> None:
    rename_undefined(lowering.module, _replacement)


def _replacement(name: str) -> str | None:
    intrinsic = read_intrinsic(name)
    if intrinsic is not None:
        is_single = intrinsic.types == ("f32",)
        if intrinsic.name not in _UNSELECTED or not (is_single or intrinsic.types == ("f64",)):
            return None
        return None if is_single and intrinsic.name in _SELECTED_SINGLE else intrinsic.c_name
    if name in _POWERS:
        return f"llvm.ldexp.f{_POWERS[name]}.i32"
    if name in _SELECTED:
        return f"llvm.{_SELECTED[name]}.f64"
    single = name.removesuffix("f")
    if single != name and (known := (_SELECTED | _SELECTED_SINGLE).get(single)) is not None:
        return f"llvm.{known}.f32"
    return None
