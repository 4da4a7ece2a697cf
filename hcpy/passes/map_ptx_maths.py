"""Maps the C library's maths functions and LLVM's maths intrinsics to what the PTX back end can do.

Takes a Lowering. What the instruction selector knows becomes an intrinsic, the rest a function of NVIDIA's
libdevice (`__nv_*`), as nvcc does; with fast maths the approximate ones of `--use_fast_math`.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import NAME, Function, Module
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename

# C name without its f: the intrinsic that the back end selects (sqrt.rn, cvt.rni, fma.rn, ...).
_SELECTED = {
    "sqrt": "sqrt",
    "fabs": "fabs",
    "floor": "floor",
    "ceil": "ceil",
    "trunc": "trunc",
    "rint": "rint",
    "nearbyint": "nearbyint",
    "roundeven": "roundeven",
    "copysign": "copysign",
    "fma": "fma",
    "fmin": "minnum",
    "fmax": "maxnum",
}
_LIBDEVICE = frozenset(
    """acos acosh asin asinh atan atan2 atanh cbrt cos cosh cospi erf erfc erfcinv erfcx erfinv exp exp10 exp2
    expm1 fdim fmod frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb modf nan
    nextafter norm3d norm4d normcdf normcdfinv pow powi rcbrt remainder remquo rhypot round rsqrt scalbn sin
    sincos sincospi sinh sinpi tan tanh tgamma y0 y1 yn""".split()
)
_RENAMED = {"lrint": "llrint", "lround": "llround", "exp10": "exp10", "pow10": "exp10", "drem": "remainder"}
_FAST = frozenset("sinf cosf tanf sincosf logf log2f log10f expf exp10f powf".split())
# fast_math's functions, as single instructions where libdevice has no fast one.
_SHORT = "__hcrt_fast_"
_SHORT_SELECTED = {
    "sqrtf": "llvm.nvvm.sqrt.approx.f",
    "rsqrtf": "llvm.nvvm.rsqrt.approx.f",
    "exp2f": "llvm.nvvm.ex2.approx.f",
}
_INTRINSIC = re.compile(r"llvm\.(\w+)\.(?:i(?:32|64)\.)?f(32|64)(?:\.i32)?$")


# clang makes fmod a remainder instruction, and the back end computes that as x - trunc(x / y) * y: wrong
# where the quotient rounds up, as in fmod(1.5f, 0.3f).
_REMAINDER = re.compile(rf"^(  %{NAME} = )frem (?:[a-z]+ )*?(float|double) ([^,]+), ([^,\n]+)(.*)$")


def run(lowering: Lowering) -> None:
    module = lowering.module
    call_fmod(module)
    renamed = {
        name: new
        for name, function in module.functions.items()
        if function.is_declaration and (new := _replacement(name, lowering.unit.fast_math)) is not None
    }
    rename(module, renamed)


def _replacement(name: str, fast: bool) -> str | None:
    """The function that stands in for an undefined one; None: it is no maths, or needs none."""
    if name.startswith(_SHORT):
        short = name.removeprefix(_SHORT)
        return _SHORT_SELECTED.get(short, f"__nv_fast_{short}")
    intrinsic = _INTRINSIC.match(name)
    if intrinsic is not None:
        if intrinsic.group(1) in _SELECTED.values():
            return None
        plain = intrinsic.group(1) + ("f" if intrinsic.group(2) == "32" else "")
    else:
        plain = name
    if fast and plain in _FAST:
        return f"__nv_fast_{plain}"
    for base, suffix, width in ((plain, "", "64"), (plain.removesuffix("f"), "f", "32")):
        if suffix and not plain.endswith("f"):
            continue
        if base in _SELECTED:
            return f"llvm.{_SELECTED[base]}.f{width}"
        if (known := _RENAMED.get(base, base)) in _LIBDEVICE:
            return f"__nv_{known}{suffix}"
    return None


def call_fmod(module: Module) -> None:
    """Makes remainder instructions calls of fmod, which libdevice computes exactly."""
    types: set[str] = set()

    def call(match: re.Match[str]) -> str:
        result, type_, x, y, rest = match.groups()
        types.add(type_)
        return f"{result}call {type_} @fmod{'f' if type_ == 'float' else ''}({type_} {x}, {type_} {y}){rest}"

    for function in module.functions.values():
        function.body = [_REMAINDER.sub(call, line) if " frem " in line else line for line in function.body]
    for type_ in sorted(types):
        name = "fmodf" if type_ == "float" else "fmod"
        if name not in module.functions:
            module.add(Function(name, f"declare {type_} @{name}({type_}, {type_})"))
