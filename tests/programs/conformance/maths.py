"""The maths functions of both dialects and the text of programs that check them.

Each function runs in a kernel and on the CPU, over special values and samples, against a reference of higher
precision: exact ones by their bits, the others within 4 ulp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BOUND = 4


@dataclass(frozen=True)
class Function:
    """T name(T) or T name(T, T), with the arguments that matter and where its reference is."""

    name: str
    low: float
    high: float
    arguments: int = 1
    exact: bool = False
    reference: str = "std"


# fmt: off
EXACT = (
    Function("ceil", -50, 50, 1, True), Function("floor", -50, 50, 1, True), Function("trunc", -50, 50, 1, True),
    Function("round", -50, 50, 1, True), Function("nearbyint", -50, 50, 1, True),
    Function("fabs", -50, 50, 1, True), Function("sqrt", 0, 50, 1, True), Function("logb", -50, 50, 1, True),
    Function("copysign", -50, 50, 2, True), Function("fdim", -50, 50, 2, True),
    Function("fmod", -50, 50, 2, True), Function("remainder", -50, 50, 2, True),
    Function("nextafter", -50, 50, 2, True),
)
NEAR = (
    Function("acos", -1, 1), Function("acosh", 1, 20), Function("asin", -1, 1), Function("asinh", -20, 20),
    Function("atan", -20, 20), Function("atanh", -1, 1), Function("atan2", -20, 20, 2),
    Function("cbrt", -1e3, 1e3), Function("cos", -100, 100), Function("cosh", -20, 20),
    Function("cospi", -20, 20, reference="reference"), Function("erf", -4, 4), Function("erfc", -6, 27),
    Function("erfcinv", 0, 2, reference="reference"), Function("erfinv", -1, 1, reference="reference"),
    Function("exp", -90, 90), Function("exp10", -40, 40, reference="reference"), Function("exp2", -130, 130),
    Function("expm1", -40, 40), Function("hypot", -1e3, 1e3, 2), Function("lgamma", -1.9, 50),
    Function("log", 0, 10), Function("log10", 0, 10), Function("log1p", -1, 10), Function("log2", 0, 10),
    Function("phi", -5, 5, reference="reference"), Function("pow", 0, 10, 2),
    Function("rcbrt", -1e3, 1e3, reference="reference"), Function("rsqrt", 0, 1e3, reference="reference"),
    Function("sin", -100, 100), Function("sinh", -20, 20), Function("sinpi", -20, 20, reference="reference"),
    Function("tan", -100, 100), Function("tanh", -10, 10), Function("tanpi", -20, 20, reference="reference"),
    Function("tgamma", -40, 172),
)
# fmt: on
FUNCTIONS = {function.name: function for function in (*EXACT, *NEAR)}


@dataclass(frozen=True)
class Dialect:
    """How a program of it is spelled."""

    includes: tuple[str, ...]
    namespace: str
    amp: str  # on a kernel
    both: str


AMP = Dialect(("amp.h", "amp_math.h"), "concurrency", "restrict(amp)", "restrict(cpu, amp)")
HC = Dialect(("hc.hpp", "hc_math.hpp"), "hc", "[[hc]]", "[[cpu, hc]]")

_CHECK = """
// The f-suffixed form is for float only.
static float f_{name}({float_parameters}) {both} {{ return {maths}::{name}f({passed}); }}
static double f_{name}({double_parameters}) {both} {{ return {maths}::{name}({passed}); }}

template <class T>
static void check_{name}() {{
  const std::vector<T> x = samples<T>({low}, {high}), y = partners(x);
  const int n = static_cast<int>(x.size());
  {space}::array_view<const T> first(n, x), second(n, y);
  {space}::array_view<T> out(n), out_f(n);
  {space}::parallel_for_each({space}::extent<1>(n), [=]({space}::index<1> i) {amp} {{
    out[i] = {maths}::{name}({elements});
    out_f[i] = f_{name}({elements});
  }});
  for (int i = 0; i < n; ++i) {{
    {skip}{reference}
    {compare}("{name} in a kernel", out[i], want, {bound}x[i], y[i]);
    {compare}("{name} on the CPU", T({maths}::{name}({arguments})), want, {bound}x[i], y[i]);
    check_same("{name}f", out_f[i], T(out[i]), x[i], y[i]);
  }}
}}
"""


def check(dialect: Dialect, function: Function) -> str:
    """The definition of check_NAME<T>()."""
    two = function.arguments == 2
    listed = "x[i], y[i]" if two else "x[i]"
    wide = ", ".join(f"Wide<T>({argument})" for argument in listed.split(", "))
    # The references lose precision where their argument is rounded first.
    skip = "if (x[i] < T(-6)) continue;\n    " if function.name == "phi" else ""
    if function.exact:
        reference = f"const T want = std::{function.name}({listed});"
    else:
        reference = f"const Wide<T> want = {function.reference}::{function.name}({wide});"
    return _CHECK.format(
        name=function.name,
        both=dialect.both,
        amp=dialect.amp,
        space=dialect.namespace,
        maths=f"{dialect.namespace}::precise_math",
        float_parameters="float x, float y" if two else "float x",
        double_parameters="double x, double y" if two else "double x",
        passed="x, y" if two else "x",
        elements="first[i], second[i]" if two else "first[i]",
        arguments=listed,
        low=repr(float(function.low)),
        high=repr(float(function.high)),
        skip=skip,
        reference=reference,
        compare="check_same" if function.exact else "check_near",
        bound="" if function.exact else f"{BOUND}, ",
    )


def head(dialect: Dialect, rows: Sequence[str]) -> str:
    lines = [f"// rows: {', '.join(rows)}", *(f"#include <{name}>" for name in dialect.includes)]
    return "\n".join([*lines, "", '#include "maths.hpp"', ""])


def program(dialect: Dialect, rows: Sequence[str], names: Sequence[str]) -> str:
    """Checks functions for float and double, and that integers go to double."""
    maths = f"{dialect.namespace}::precise_math"
    parts = [head(dialect, rows), *(check(dialect, FUNCTIONS[name]) for name in names)]
    parts.append("\nint main() {\n")
    for name in names:
        one = "1, 1" if FUNCTIONS[name].arguments == 2 else "1"
        parts.append(f"  check_{name}<float>();\n  check_{name}<double>();\n")
        parts.append(f'  static_assert(std::is_same<decltype({maths}::{name}({one})), double>::value, "");\n')
    return "".join([*parts, "  return failures();\n}\n"])
