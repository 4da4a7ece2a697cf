"""Maps the C library's maths functions to OpenCL's, and replaces intrinsics that the SPIR-V back end lacks.

Takes a Lowering. OpenCL's functions are declared by their mangled names, which the back end turns into
OpenCL.std instructions.
"""

from __future__ import annotations

from collections.abc import Collection

from hcpy import ir
from hcpy.passes.intrinsics import Intrinsic, read_intrinsic
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename, rename_undefined

_UNARY = """acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp10
exp2 expm1 fabs floor lgamma log log10 log1p log2 logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi
tgamma trunc""".split()
_BINARY = "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder".split()
_RENAMED = {
    "nearbyint": "rint",
    "roundeven": "rint",
    "scalbn": "ldexp",
    "pow10": "exp10",
    "drem": "remainder",
}
# OpenCL's parameters, where they are not all of the function's own type ({}); pointers are generic.
_SIGNATURES = {
    **dict.fromkeys(_UNARY, "{}"),
    **dict.fromkeys(_BINARY, "{}{}"),
    "fma": "{}{}{}",
    "ldexp": "{}i",
    "ilogb": "{}",
    "frexp": "{}PU3AS4i",
    "modf": "{}PU3AS4{}",
    "remquo": "{}{}PU3AS4i",
    "lgamma_r": "{}PU3AS4i",
}
WITH_POINTERS = frozenset(name for name, kinds in _SIGNATURES.items() if "P" in kinds)
_FAST = frozenset(
    "cos exp exp2 exp10 log log2 log10 rsqrt sin sqrt tan".split()
)  # OpenCL's native_ functions
_ROUNDING = frozenset("lrint llrint lround llround".split())
# Intrinsics that the back end cannot select, though OpenCL has the functions.
_UNSELECTED = frozenset(("exp10", "ldexp"))
_BITS = frozenset(("i8", "i16", "i32", "i64"))


def run_intrinsics(lowering: Lowering) -> None:
    """Before the device library is linked: some are functions of it."""
    module = lowering.module
    for function in module.functions:
        found = read_intrinsic(function.name)
        if found is not None and found.name in _ROUNDING and found.types[:1] == ("i64",) and found.real_bits:
            _call_as_function(module, function, found.c_name)


def run_reversals(lowering: Lowering) -> None:
    """After optimisation, which makes the intrinsic of any loop or chain of shifts that reverses bits."""
    module = lowering.module
    for function in module.functions:
        found = read_intrinsic(function.name)
        if found is not None and found.name == "bitreverse" and _BITS.issuperset(found.types):
            _call_as_function(module, function, f"__hcrt_bitreverse_{found.types[0]}")


def _call_as_function(module: ir.Module, intrinsic: ir.Function, name: str) -> None:
    """Intrinsics are called without a convention; a call that lacks its function's is undefined."""
    calls = intrinsic.call_sites
    rename(module, {intrinsic.name: name})
    _set_convention(module, name, calls)


def _set_convention(module: ir.Module, name: str, calls: Collection[ir.Instruction]) -> None:
    function = module.function(name)
    assert function is not None, name
    if function.is_declaration:
        function.convention = ir.CallingConvention.SPIR_FUNCTION
    for call in calls:
        call.convention = function.convention


def run(lowering: Lowering) -> None:
    """After the device library is linked: it calls maths functions too."""
    module = lowering.module
    fast = lowering.unit.fast_math
    intrinsics = [f for f in module.functions if read_intrinsic(f.name) is not None]
    calls = {f: f.call_sites for f in intrinsics if _replacement(f.name, fast) is not None}
    named = {new: found for f, found in calls.items() if (new := _replacement(f.name, fast)) is not None}
    rename_undefined(module, lambda name: _replacement(name, fast))
    for new, found in named.items():
        _set_convention(module, new, found)


def _replacement(name: str, fast: bool) -> str | None:
    """OpenCL's mangled name for a C function; `sinf` and `sin` both become `sin` with the type after it."""
    intrinsic = read_intrinsic(name)
    if intrinsic is not None:
        if not _is_unselected(intrinsic):
            return None
        name = intrinsic.c_name
    for base, letter in ((name, "d"), (name.removesuffix("f"), "f")):
        if letter == "f" and not name.endswith("f"):
            continue
        known = _RENAMED.get(base, base)
        if known in _SIGNATURES:
            function = f"native_{known}" if fast and letter == "f" and known in _FAST else known
            return f"_Z{len(function)}{function}" + _SIGNATURES[known].replace("{}", letter)
    return None


def _is_unselected(intrinsic: Intrinsic) -> bool:
    return intrinsic.name in _UNSELECTED and bool(intrinsic.real_bits)
