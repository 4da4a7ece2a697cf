"""What functions do that macros make in include/: a comment before the macro is nobody's.

Takes: the name of a function.
Gives: a sentence in the words of Doxygen's comments; empty for others.
"""

from __future__ import annotations

_ATOMIC = "Relaxed, at the device's scope; the address is one of global or group memory."
_ATOMICS = {
    "exchange": "Writes v.",
    "compare_exchange": "Writes v where *p is *expected, else reads *p. Returns whether it wrote.",
    "fetch_add": "Adds v.",
    "fetch_sub": "Subtracts v.",
    "fetch_and": "Keeps the bits that v has, too.",
    "fetch_or": "Sets the bits of v.",
    "fetch_xor": "Flips the bits of v.",
    "fetch_max": "Writes v where it is greater.",
    "fetch_min": "Writes v where it is less.",
    "fetch_inc": "Adds 1.",
    "fetch_dec": "Subtracts 1.",
}
# Angles are in radians. docs/math.md has the errors in units in the last place.
_MATHS = {
    "acos": "The arc cosine, in radians.",
    "acosh": "The inverse hyperbolic cosine.",
    "asin": "The arc sine, in radians.",
    "asinh": "The inverse hyperbolic sine.",
    "atan": "The arc tangent, in radians.",
    "atan2": "The angle of the point (second argument, first argument), in radians from -pi to pi.",
    "atanh": "The inverse hyperbolic tangent.",
    "cbrt": "The cube root.",
    "ceil": "The least whole number that is not less.",
    "copysign": "The first argument's magnitude with the second one's sign.",
    "cos": "The cosine of an angle in radians.",
    "cosh": "The hyperbolic cosine.",
    "cospi": "cos(pi * x).",
    "erf": "The error function.",
    "erfc": "1 - erf(x), exact where that is small.",
    "erfcinv": "The inverse of erfc.",
    "erfinv": "The inverse of erf.",
    "exp": "e to the power of x.",
    "exp10": "10 to the power of x.",
    "exp2": "2 to the power of x.",
    "expm1": "exp(x) - 1, exact where that is small.",
    "fabs": "The magnitude.",
    "fdim": "x - y where that is positive, else 0.",
    "floor": "The greatest whole number that is not greater.",
    "fma": "x * y + z, rounded once.",
    "fmax": "The greater one; of a number and a NaN the number.",
    "fmin": "The lesser one; of a number and a NaN the number.",
    "fmod": "The remainder of x / y with x's sign.",
    "fpclassify": "FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL or FP_NORMAL.",
    "frexp": "The fraction, from 0.5 to 1; the power of two goes to the pointer.",
    "hypot": "The length of the vector (x, y), without overflow on the way.",
    "ilogb": "The exponent as an int.",
    "isfinite": "Is it neither infinite nor a NaN?",
    "isinf": "Is it infinite?",
    "isnan": "Is it a NaN?",
    "isnormal": "Is it neither zero, subnormal, infinite nor a NaN?",
    "ldexp": "x * 2^n.",
    "lgamma": "The logarithm of the magnitude of the gamma function.",
    "log": "The natural logarithm.",
    "log10": "The logarithm to base 10.",
    "log1p": "log(1 + x), exact where x is small.",
    "log2": "The logarithm to base 2.",
    "logb": "The exponent.",
    "max": "The greater one.",
    "min": "The lesser one.",
    "modf": "The part after the point; the whole part goes to the pointer.",
    "nan": "A quiet NaN with a payload.",
    "nearbyint": "The nearest whole number, of two the even one.",
    "nextafter": "The next number from x towards y.",
    "phi": "The cumulative function of the normal distribution.",
    "pow": "x to the power of y.",
    "probit": "The inverse of phi.",
    "rcbrt": "1 / cbrt(x).",
    "remainder": "x - n * y for the whole number n nearest to x / y.",
    "remquo": "As remainder; the low bits of n go to the pointer.",
    "rint": "The nearest whole number, of two the even one.",
    "round": "The nearest whole number, of two the one farther from 0.",
    "rsqrt": "1 / sqrt(x).",
    "scalb": "x * 2^n for a floating-point n; a NaN where that is no whole number.",
    "scalbn": "x * 2^n.",
    "signbit": "Is the sign bit set?",
    "sin": "The sine of an angle in radians.",
    "sincos": "The sine and the cosine of an angle in radians, to the pointers.",
    "sinh": "The hyperbolic sine.",
    "sinpi": "sin(pi * x).",
    "sqrt": "The square root.",
    "tan": "The tangent of an angle in radians.",
    "tanh": "The hyperbolic tangent.",
    "tanpi": "tan(pi * x).",
    "tgamma": "The gamma function.",
    "trunc": "The whole number towards 0.",
}
# Of hc_algorithms.hpp: functions whose form for an accelerator_view and a future has a comment.
_WAITING = frozenset(
    """for_each transform_inclusive_scan inclusive_scan transform_exclusive_scan exclusive_scan sort
    sort_by_key merge histogram""".split()
)


def summary(name: str) -> str:
    """The sentence of a function that a macro makes, or of its form for float, NAMEf."""
    if name.startswith("atomic_") and name[7:] in _ATOMICS:
        result = "" if name == "atomic_compare_exchange" else " Returns the value before."
        return f"{_ATOMICS[name[7:]]}{result} {_ATOMIC}"
    if name in _WAITING:
        return f"As {name}_async(); waits. Without an accelerator_view: on that of the first range."
    return _MATHS.get(name) or _MATHS.get(name.removesuffix("f"), "")
