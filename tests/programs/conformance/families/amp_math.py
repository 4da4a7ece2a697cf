"""C++ AMP's precise_math (9.2), a program for each function, and fast_math (9.1), one for each group."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.maths import AMP, FUNCTIONS, head, program

# fast_math: nothing is said of precision; a thousandth of the result, or of 1 near zeros, is what users get.
_FAST_GROUPS = {
    "fast_trigonometric": (
        ("cos", -3, 3),
        ("sin", -3, 3),
        ("tan", -1.3, 1.3),
        ("acos", -1, 1),
        ("asin", -1, 1),
        ("atan", -9, 9),
    ),
    "fast_hyperbolic": (("cosh", -5, 5), ("sinh", -5, 5), ("tanh", -5, 5)),
    "fast_exponential": (
        ("exp", -20, 20),
        ("exp2", -20, 20),
        ("log", 0.01, 50),
        ("log10", 0.01, 50),
        ("log2", 0.01, 50),
    ),
    "fast_roots": (("sqrt", 0, 100), ("rsqrt", 0.01, 100)),
    "fast_rounding": (("ceil", -9, 9), ("floor", -9, 9), ("round", -9, 9), ("trunc", -9, 9), ("fabs", -9, 9)),
}
_FAST_CHECK = """
static void check_{name}() {{
  const int n = 400;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = {low}f + ({high}f - {low}f) * (float(i) + 0.5f) / n;
  concurrency::array_view<const float> in(n, x);
  concurrency::array_view<float> out(n), out_f(n);
  concurrency::parallel_for_each(in.get_extent(), [=](concurrency::index<1> i) restrict(amp) {{
    static_assert(std::is_same<decltype(concurrency::fast_math::{name}(1.0f)), float>::value, "single precision");
    out[i] = concurrency::fast_math::{name}(in[i]);
    out_f[i] = concurrency::fast_math::{name}f(in[i]);
  }});
  for (int i = 0; i < n; ++i) {{
    const double want = {reference}::{name}(double(x[i]));
    CHECK(std::fabs(out[i] - want) <= {bound} * (1 + std::fabs(want)));
    CHECK(out_f[i] == out[i]);
    CHECK(std::fabs(concurrency::fast_math::{name}(x[i]) - want) <= 1e-5 * (1 + std::fabs(want)));
    CHECK(std::fabs(concurrency::fast_math::{name}f(x[i]) - want) <= 1e-5 * (1 + std::fabs(want)));
  }}
}}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name in FUNCTIONS:
        yield f"precise_{name}", program(AMP, [f"amp.9.2.{name}"], [name])
    for group, members in _FAST_GROUPS.items():
        yield group, _fast_program(members)


def _fast_program(members: tuple[tuple[str, float, float], ...]) -> str:
    names = [name for name, _, _ in members]
    parts = [head(AMP, [f"amp.9.1.{name}" for name in names])]
    for name, low, high in members:
        exact = name in ("ceil", "floor", "round", "trunc", "fabs")
        parts.append(
            _FAST_CHECK.format(
                name=name,
                low=float(low),
                high=float(high),
                reference="reference" if name == "rsqrt" else "std",
                bound="0" if exact else "1e-3",
            )
        )
    calls = "".join(f"  check_{name}();\n" for name in names)
    return "".join([*parts, f"\nint main() {{\n{calls}  return failures();\n}}\n"])
