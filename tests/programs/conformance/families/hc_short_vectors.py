"""Programs for each component type of HC's short vectors in all sizes, and for the swizzles of each size."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

SIZES = (1, 2, 3, 4, 8, 16)
SIGNED = ("char", "short", "int", "long", "longlong")
UNSIGNED = ("uchar", "ushort", "uint", "ulong", "ulonglong")
FLOATING = ("half", "float", "double")
NORMALIZED = ("norm", "unorm")
HEADER = """// rows: {rows}
#include <hc.hpp>
#include <hc_short_vector.hpp>

#include "check.hpp"

using namespace hc;
using namespace hc::short_vector;

typedef {type} Scalar;
"""
OPERATORS = """
/// The operators of a vector of N, component by component against those of a scalar.
template <int N>
int wrong() [[cpu, hc]] {{
  typedef typename hc::short_vector::short_vector<Scalar, N>::type Vector;
  Vector a, b;
  int bad = 0;
  for (int k = 0; k < N; ++k) bad += (&a.x)[k] != Scalar(0);
  for (int k = 0; k < N; ++k) {{
    (&a.x)[k] = Scalar({left});
    (&b.x)[k] = Scalar({right});
  }}
  bad += Vector(a) != a || !(a == Vector(a)) || a == b;
  const Vector all(Scalar({one}));
  {vectors}
  for (int k = 0; k < N; ++k) {{
    const Scalar x = (&a.x)[k], y = (&b.x)[k];
    bad += (&all.x)[k] != Scalar({one});
    {scalars}
  }}
  return bad;
}}

int main() {{
  const int here[] = {{{calls}}};
  for (int bad : here) CHECK(bad == 0);
  array_view<int, 1> there({count});
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {{
    {kernel}
  }}).wait();
  for (int k = 0; k < {count}; ++k) CHECK(there[k] == 0);
  return failures();
}}
"""


def operations(type_name: str) -> Iterator[tuple[str, str]]:
    """An expression of vectors and the same of scalars."""
    for op in ("+", "-", "*", "/"):
        yield f"a {op} b", f"x {op} y"
    if type_name in SIGNED + UNSIGNED:
        for op in ("%", "^", "|", "&"):
            yield f"a {op} b", f"x {op} y"
        yield "a << Vector(Scalar(2))", "x << 2"
        yield "a >> Vector(Scalar(1))", "x >> 1"
        yield "~a", "~x"
    if type_name != "unorm":
        yield "-a", "-x"
    yield (
        "a * Scalar(2)" if type_name not in NORMALIZED else "a * Vector(Scalar(0.5f))",
        ("x * Scalar(2)" if type_name not in NORMALIZED else "x * Scalar(0.5f)"),
    )


def operators_program(type_name: str) -> str:
    if type_name in NORMALIZED:
        left, right, one = "0.0625f * k", "0.5f - 0.03125f * k", "0.25f"
    elif type_name in FLOATING:
        left, right, one = "0.5f * k + 1", "k % 2 == 0 ? 2.0f : -0.5f", "0.25f"
    elif type_name in SIGNED:
        left, right, one = "7 * k - 20", "k % 3 - 5", "9"
    else:
        left, right, one = "7 * k + 200", "k % 3 + 3", "9"
    vectors, scalars = [], []
    for k, (of_vectors, of_scalars) in enumerate(operations(type_name)):
        vectors.append(f"const Vector r{k} = {of_vectors};")
        scalars.append(f"bad += (&r{k}.x)[k] != Scalar({of_scalars});")
        op = of_vectors.split()[1] if of_vectors.startswith("a ") else ""
        if op and of_vectors.endswith(" b"):
            vectors.append(f"Vector c{k} = a; c{k} {op}= b;")
            scalars.append(f"bad += (&c{k}.x)[k] != Scalar({of_scalars});")
    vectors.append("Vector up = a, down = a; const Vector before = up++, after = --down; ++up; down--;")
    scalars.append(
        "bad += (&before.x)[k] != x || (&after.x)[k] != Scalar(x - Scalar(1)) || "
        "(&up.x)[k] != Scalar(Scalar(x + Scalar(1)) + Scalar(1)) || "
        "(&down.x)[k] != Scalar(Scalar(x - Scalar(1)) - Scalar(1));"
    )
    rows = "hc.short_vector.constructors, hc.short_vector.operators, hc.short_vector.type"
    return HEADER.format(rows=rows, type=type_name) + OPERATORS.format(
        left=left,
        right=right,
        one=one,
        vectors="\n  ".join(vectors),
        scalars="\n    ".join(scalars),
        calls=", ".join(f"wrong<{n}>()" for n in SIZES),
        count=len(SIZES),
        kernel="\n    ".join(f"there[{k}] = wrong<{n}>();" for k, n in enumerate(SIZES)),
    )


SWIZZLES = """
typedef {type}_{size} Vector;

/// How many swizzles are wrong, under {names}.
int wrong_{part}(const Vector v, const Vector empty) [[cpu, hc]] {{
  int bad = 0;
  {checks}
  return bad;
}}
"""
MAIN = """
int main() {{
  Vector v;
  const Vector empty;
  for (int k = 0; k < {size}; ++k) (&v.x)[k] = {type}(k + 1);
  CHECK(wrong_names(v, empty) == 0 && wrong_colors(v, empty) == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {{ bad[0] = wrong_names(v, empty); }}).wait();
  CHECK(bad[0] == 0);
  return failures();
}}
"""


def swizzle_program(type_name: str, size: int) -> str:
    first = min(size, 4)
    names, colors = "xyzw"[:first], "rgba"[:first]
    by_name, by_color = [], []
    for count in range(2, first + 1):
        for chosen in itertools.permutations(range(first), count):
            name = "".join(names[c] for c in chosen)
            color = "".join(colors[c] for c in chosen)
            parts = f"{type_name}_{count}({', '.join('v.' + names[c] for c in chosen)})"
            kept = " && ".join(
                f"w.{names[c]} == {'v' if c in chosen else 'empty'}.{names[c]}" for c in range(first)
            )
            by_name.append(f"{{ Vector w = empty; w.{name} = v.{name}; bad += !({kept}); }}")
            by_color.append(f"bad += !(v.{color} == {parts} && v.get_{name}() == {parts});")
            by_color.append(f"{{ Vector w = empty; w.{color} = {parts}; bad += !({kept}); }}")
    head = HEADER.format(rows="hc.short_vector.swizzles", type=type_name)
    parts = [
        SWIZZLES.format(
            type=type_name, size=size, names="x, y, z, w", part="names", checks="\n  ".join(by_name)
        ),
        SWIZZLES.format(
            type=type_name, size=size, names="r, g, b, a", part="colors", checks="\n  ".join(by_color)
        ),
    ]
    return (
        head
        + parts[0]
        + parts[1].replace(f"typedef {type_name}_{size} Vector;\n\n", "")
        + MAIN.format(type=type_name, size=size)
    )


def programs() -> Iterator[tuple[str, str]]:
    for type_name in (*SIGNED, *UNSIGNED, *FLOATING, *NORMALIZED):
        yield f"{type_name}_operators", operators_program(type_name)
    for type_name, size in (("char", 2), ("ushort", 3), ("float", 4), ("int", 8), ("half", 16)):
        yield f"{type_name}_{size}_swizzles", swizzle_program(type_name, size)
