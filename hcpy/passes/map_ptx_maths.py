"""Maps the C library's maths functions and LLVM's maths intrinsics to what the PTX back end can do.

Takes a Lowering. What the instruction selector knows becomes an intrinsic, the rest a function of NVIDIA's
libdevice (`__nv_*`), as nvcc does; with fast maths the approximate ones of `--use_fast_math`.
"""

from __future__ import annotations

from hcpy import ir
from hcpy.passes.intrinsics import read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename_undefined

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


def run(lowering: Lowering) -> None:
    call_fmod(lowering.module)
    rename_undefined(lowering.module, lambda name: _replacement(name, lowering.unit.fast_math))


def _replacement(name: str, fast: bool) -> str | None:
    """The function that replaces an undefined one; None: it is no maths, or needs none."""
    if name.startswith(_SHORT):
        short = name.removeprefix(_SHORT)
        return _SHORT_SELECTED.get(short, f"__nv_fast_{short}")
    plain = name
    intrinsic = read_intrinsic(name)
    if intrinsic is not None:
        if not intrinsic.real_bits or intrinsic.name in _SELECTED.values():
            return None
        plain = intrinsic.c_name
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


def call_fmod(module: ir.Module) -> None:
    """Makes remainder instructions calls of fmod, which libdevice computes exactly.

    clang makes fmod a remainder instruction, and the back end computes that as x - trunc(x / y) * y: wrong
    where the quotient rounds up, as in fmod(1.5f, 0.3f).
    """
    types = module.types
    names = {types.half: "fmodf", types.float: "fmodf", types.double: "fmod"}
    for function in module.definitions:
        for instruction in list(function.instructions_of(ir.Opcode.FREM)):
            type_ = instruction.type.element if instruction.type.is_vector else instruction.type
            if type_ in names:
                with ir.Builder.before(instruction) as build:
                    instruction.replace(_fmod(module, build, names[type_], *instruction.operands))


def _fmod(module: ir.Module, build: ir.Builder, name: str, a: ir.Value, b: ir.Value) -> ir.Value:
    type_ = a.type
    if type_.is_vector:
        made: ir.Value = type_.poison()
        for number in range(type_.count):
            lane = module.types.i32.const(number)
            parts = (build.extract_element(vector, lane) for vector in (a, b))
            made = build.insert_element(made, _fmod(module, build, name, *parts), lane)
        return made
    if type_ == module.types.half:  # exact in float
        wide = (build.cast(ir.Opcode.FPEXT, value, module.types.float) for value in (a, b))
        return build.cast(ir.Opcode.FPTRUNC, _fmod(module, build, name, *wide), type_)
    return build.call(module.declare(name, module.types.function(type_, [type_, type_])), [a, b])
