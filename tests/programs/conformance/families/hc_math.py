"""HC's precise_math: every function of hc_math.hpp, in groups."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.maths import HC, program

_GROUPS = {
    "trigonometric": "cos sin tan acos asin atan atan2",
    "of_pi": "cospi sinpi tanpi",
    "hyperbolic": "cosh sinh tanh acosh asinh atanh",
    "exponential": "exp exp2 exp10 expm1",
    "logarithms": "log log2 log10 log1p logb",
    "roots": "sqrt cbrt rsqrt rcbrt hypot",
    "power": "pow",
    "error_functions": "erf erfc phi",
    "inverse_error_functions": "erfinv erfcinv",
    "gamma": "lgamma tgamma",
    "rounding": "ceil floor trunc round nearbyint",
    "signs_and_differences": "fabs copysign fdim nextafter",
    "remainders": "fmod remainder",
}


def programs() -> Iterator[tuple[str, str]]:
    for group, members in _GROUPS.items():
        names = members.split()
        yield group, program(HC, [f"hc.math.{name}" for name in names], names)
