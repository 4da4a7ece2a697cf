"""Maps the C library's maths functions to OpenCL's, and replaces intrinsics that the SPIR-V back end lacks.

Takes a Lowering. OpenCL's functions are declared by their mangled names, which the back end turns into
OpenCL.std instructions.
"""

from __future__ import annotations

import re

from hcpy.passes.irtext import Function, Module, parse_call
from hcpy.passes.lowering import Lowering
from hcpy.passes.rename_functions import rename

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
_FAST = frozenset(
    "cos exp exp2 exp10 log log2 log10 rsqrt sin sqrt tan".split()
)  # OpenCL's native_ functions
_ROUNDING = re.compile(r"llvm\.(l?l(?:rint|round))\.i64\.f(32|64)$")
# Intrinsics that the back end cannot select, though OpenCL has the functions.
_UNSELECTED = re.compile(r"llvm\.(exp10|ldexp)\.f(32|64)(?:\.i32)?$")
_FLAGS = r"(?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast) "
_PLAIN_CALL = re.compile(rf"(?<![%\w.-])call (?:{_FLAGS})*(?!spir_func |{_FLAGS})")
_REVERSAL = re.compile(r"llvm\.bitreverse\.(i8|i16|i32|i64)$")
_OVERFLOW = re.compile(
    r"llvm\.(s)(add|sub|mul)\.with\.overflow\.i(8|16|32|64)$"
)  # unsigned: the back end can

_HIGH = "_Z6mul_hill"  # OpenCL's mul_hi(long, long)


def run_intrinsics(lowering: Lowering) -> None:
    """Before the device library is linked: some are functions of it."""
    module = lowering.module
    renamed: dict[str, str] = {}
    for name in module.functions:
        if (rounding := _ROUNDING.match(name)) is not None:
            renamed[name] = rounding.group(1) + ("f" if rounding.group(2) == "32" else "")
        elif (overflow := _OVERFLOW.match(name)) is not None:
            renamed[name] = "__hcrt_" + "".join(overflow.groups())
    rename(module, renamed)
    _set_convention(module, {new for old, new in renamed.items() if not _OVERFLOW.match(old)})
    for old, new in renamed.items():
        if (overflow := _OVERFLOW.match(old)) is not None:
            module.remove(module.functions[new])
            module.add(_overflow_function(new, overflow.group(2), int(overflow.group(3))))
            if overflow.group(2, 3) == ("mul", "64") and _HIGH not in module.functions:
                module.add(Function(_HIGH, f"declare spir_func i64 @{_HIGH}(i64, i64)"))


def run_reversals(lowering: Lowering) -> None:
    """After optimisation, which makes the intrinsic of any loop or chain of shifts that reverses bits."""
    module = lowering.module
    renamed = {
        name: f"__hcrt_bitreverse_{m.group(1)}" for name in module.functions if (m := _REVERSAL.match(name))
    }
    rename(module, renamed)
    _set_convention(module, set(renamed.values()))


def _set_convention(module: Module, names: set[str]) -> None:
    """Intrinsics are called without a convention; a call that lacks its function's is undefined."""
    for function in module.functions.values():
        if function.name in names and " spir_func " not in function.header:
            function.header = function.header.replace("declare ", "declare spir_func ", 1)
        for number, line in enumerate(function.body):
            if "call " in line and (call := parse_call(line)) is not None and call.callee in names:
                function.body[number] = _PLAIN_CALL.sub(r"\g<0>spir_func ", line, count=1)


def _overflow_function(name: str, operation: str, bits: int) -> Function:
    """A signed operation, and whether its result is wrong."""
    type_ = f"i{bits}"
    body = f"  %narrow = {operation} {type_} %a, %b\n"
    if operation != "mul":
        # By signs: LLVM would make the intrinsic again of a comparison in the double width.
        body += f"""  %from.a = xor {type_} %a, %narrow
  %from.b = xor {type_} {"%b, %narrow" if operation == "add" else "%a, %b"}
  %signs = and {type_} %from.a, %from.b
  %lost = icmp slt {type_} %signs, 0"""
    elif bits == 64:
        body += f"""  %high = call spir_func i64 @{_HIGH}(i64 %a, i64 %b)
  %sign = ashr i64 %narrow, 63
  %lost = icmp ne i64 %high, %sign"""
    else:
        body += f"""  %wide.a = sext {type_} %a to i64
  %wide.b = sext {type_} %b to i64
  %wide = mul i64 %wide.a, %wide.b
  %again = sext {type_} %narrow to i64
  %lost = icmp ne i64 %again, %wide"""
    pair = f"{{ {type_}, i1 }}"
    body += f"""
  %first = insertvalue {pair} poison, {type_} %narrow, 0
  %both = insertvalue {pair} %first, i1 %lost, 1
  ret {pair} %both"""
    header = f"define internal {pair} @{name}({type_} %a, {type_} %b) alwaysinline nounwind {{"
    return Function(name, header, ["entry:", *body.splitlines()])


def run(lowering: Lowering) -> None:
    """After the device library is linked: it calls maths functions too."""
    module: Module = lowering.module
    renamed = {
        name: new
        for name, function in module.functions.items()
        if function.is_declaration and (new := _replacement(name, lowering.unit.fast_math)) is not None
    }
    rename(module, renamed)
    _set_convention(module, {new for old, new in renamed.items() if old.startswith("llvm.")})


def _replacement(name: str, fast: bool) -> str | None:
    """OpenCL's mangled name for a C function; `sinf` and `sin` both become `sin` with the type behind."""
    if (intrinsic := _UNSELECTED.match(name)) is not None:
        name = intrinsic.group(1) + ("f" if intrinsic.group(2) == "32" else "")
    for base, letter in ((name, "d"), (name.removesuffix("f"), "f")):
        if letter == "f" and not name.endswith("f"):
            continue
        known = _RENAMED.get(base, base)
        if known in _SIGNATURES:
            function = f"native_{known}" if fast and letter == "f" and known in _FAST else known
            return f"_Z{len(function)}{function}" + _SIGNATURES[known].replace("{}", letter)
    return None
