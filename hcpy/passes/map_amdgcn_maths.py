"""Maps the C library's maths functions to the intrinsics that the AMDGPU back end computes rightly.

Takes a Lowering. Intrinsics that it would stop at, or compute with the hardware's short forms alone, become
calls of their C functions again: nobody defines these, and check_externals says where they are called.
"""

from __future__ import annotations

import re

from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename

# C name without its f -> intrinsic, in both precisions.
_SELECTED = {
    **{name: name for name in ("sqrt", "fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "roundeven")},
    **{name: name for name in ("round", "copysign", "fma")},
    "fmin": "minnum",
    "fmax": "maxnum",
}
# In single precision the back end adds what the hardware's instructions lack.
_SELECTED_SINGLE = {name: name for name in ("exp", "exp2", "exp10", "log", "log2", "log10")}
_POWERS = re.compile(r"(ldexp|scalbn)(f?)$")
_INTRINSIC = re.compile(r"llvm\.(\w+)\.f(32|64)$")
_UNSELECTED = frozenset(
    "sin cos tan asin acos atan atan2 sinh cosh tanh pow exp exp2 exp10 log log2 log10".split()
)


def run(lowering: Lowering) -> None:
    module = lowering.module
    renamed = {
        name: new
        for name, function in module.functions.items()
        if function.is_declaration and (new := _replacement(name)) is not None
    }
    rename(module, renamed)


def _replacement(name: str) -> str | None:
    intrinsic = _INTRINSIC.match(name)
    if intrinsic is not None:
        base, bits = intrinsic.groups()
        if base not in _UNSELECTED or (bits == "32" and base in _SELECTED_SINGLE):
            return None
        return base + ("f" if bits == "32" else "")
    if (power := _POWERS.match(name)) is not None:
        return f"llvm.ldexp.f{'32' if power.group(2) else '64'}.i32"
    if name in _SELECTED:
        return f"llvm.{_SELECTED[name]}.f64"
    single = name.removesuffix("f")
    if single != name and (known := (_SELECTED | _SELECTED_SINGLE).get(single)) is not None:
        return f"llvm.{known}.f32"
    return None
