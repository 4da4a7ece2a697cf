"""Programs for each short vector type of C++ AMP: construction, swizzles and operators.

The expected values are computed here, from numbers that all types hold exactly.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

TYPES = ("int", "uint", "float", "double", "norm", "unorm")
INTEGERS = ("int", "uint")
LEFT = {
    "int": (7, -13, 100, 6),
    "uint": (7, 13, 4000000000, 6),
    "float": (1.5, -6.0, 0.25, 12.0),
    "double": (1.5, -6.0, 0.25, 12.0),
    "norm": (0.5, -0.75, 0.25, -0.125),
    "unorm": (0.5, 0.75, 0.25, 0.125),
}
RIGHT = {
    "int": (2, 5, -3, 4),
    "uint": (2, 5, 3, 4),
    "float": (2.0, -0.5, 4.0, 8.0),
    "double": (2.0, -0.5, 4.0, 8.0),
    "norm": (0.25, -0.5, 1.0, -0.5),
    "unorm": (0.25, 0.5, 1.0, 0.5),
}
HEADER = """// rows: {rows}
#include <amp.h>
#include <amp_short_vectors.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

typedef {type} Scalar;
typedef {type}_{size} Vector;
"""
# `body` fills results on both sides; what is right is compared on the host.
BOTH_SIDES = """
struct Results {{
  Vector value[{count}];
  int flag[4];
}};

void compute(Results& r) restrict(cpu, amp) {{
  {body}
}}

void compare(const Results& r) {{
  const double expected[][{size}] = {{
    {expected}
  }};
  const char* const what[] = {{
    {what}
  }};
  for (int k = 0; k < {count}; ++k)
    for (int c = 0; c < {size}; ++c)
      if (double((&r.value[k].x)[c]) != expected[k][c]) {{
        const double got = double((&r.value[k].x)[c]);
        std::printf("%s: component %d is %g, not %g\\n", what[k], c, got, expected[k][c]);
        CHECK(!"components as expected");
      }}
  CHECK({flags});
}}

int main() {{
  Results here = {{}};
  compute(here);
  compare(here);
  array_view<Results, 1> there(1);
  parallel_for_each(there.extent, [=](index<1> i) restrict(amp) {{
    Results r = {{}};
    compute(r);
    there[i] = r;
  }});
  compare(there[0]);
  return failures();
}}
"""


def fit(type_name: str, value: float) -> float:
    """The value as a variable of the type holds it."""
    if type_name == "int":
        return (math.trunc(value) + 2**31) % 2**32 - 2**31
    if type_name == "uint":
        return math.trunc(value) % 2**32
    if type_name == "norm":
        return min(max(value, -1.0), 1.0)
    if type_name == "unorm":
        return min(max(value, 0.0), 1.0)
    return value


def quotient(type_name: str, a: float, b: float) -> float:
    return math.trunc(a / b) if type_name in INTEGERS else a / b


def operators(type_name: str) -> Iterator[tuple[str, str, Callable[[float, float], float]]]:
    """Statement, what it makes, and how, of a and b."""
    yield "+", "a {} b", lambda a, b: a + b
    yield "-", "a {} b", lambda a, b: a - b
    yield "*", "a {} b", lambda a, b: a * b
    yield "/", "a {} b", lambda a, b: quotient(type_name, a, b)
    if type_name in INTEGERS:
        yield "%", "a {} b", lambda a, b: a - b * quotient(type_name, a, b)
        yield "^", "a {} b", lambda a, b: int(a) ^ int(b)
        yield "|", "a {} b", lambda a, b: int(a) | int(b)
        yield "&", "a {} b", lambda a, b: int(a) & int(b)
        yield "<<", "a {} (b & 7)", lambda a, b: int(a) << (int(b) & 7)
        yield ">>", "a {} (b & 7)", lambda a, b: int(a) >> (int(b) & 7)


def literal(type_name: str, value: float) -> str:
    text = f"{int(value)}" if type_name in INTEGERS else repr(float(value))
    return text + {"uint": "u", "float": "f", "norm": "f", "unorm": "f"}.get(type_name, "")


def vector(type_name: str, values: Sequence[float]) -> str:
    return f"{type_name}_{len(values)}({', '.join(literal(type_name, v) for v in values)})"


def both_sides(
    type_name: str,
    size: int,
    rows: str,
    made: Sequence[tuple[str, str, Sequence[float]]],
    flags: Sequence[str],
) -> str:
    """A program that makes the values: each (statements with {r} for the place, name, components)."""
    body = [statement.replace("{r}", f"r.value[{k}]") for k, (statement, _, _) in enumerate(made)]
    body += [f"r.flag[{k}] = {flag};" for k, flag in enumerate(flags)]
    return HEADER.format(rows=rows, type=type_name, size=size) + BOTH_SIDES.format(
        count=len(made),
        size=size,
        body="\n  ".join(body),
        expected="\n    ".join("{" + ", ".join(repr(v) for v in values) + "}," for _, _, values in made),
        what="\n    ".join(f'"{name}",' for _, name, _ in made),
        flags=" && ".join(f"r.flag[{k}]" for k in range(len(flags))),
    )


def operator_program(type_name: str, size: int) -> str:
    left, right = LEFT[type_name][:size], RIGHT[type_name][:size]

    def result(apply: Callable[[float, float], float]) -> list[float]:
        return [fit(type_name, apply(a, b)) for a, b in zip(left, right, strict=True)]

    one = lambda sign: [fit(type_name, a + sign) for a in left]  # noqa: E731
    same = f"const Vector a = {vector(type_name, left)}, b = {vector(type_name, right)};"
    made: list[tuple[str, str, Sequence[float]]] = [(same + " {r} = a;", "a", left)]
    for op, form, apply in operators(type_name):
        made.append((f"{{r}} = {form.format(op)};", form.format(op), result(apply)))
        compound = form.format(op + "=").replace("a ", "c ", 1)
        made.append((f"{{ Vector c = a; Vector& d = ({compound}); {{r}} = d; }}", compound, result(apply)))
    two = "2" if type_name in ("int", "uint", "float", "double") else f"Scalar({literal(type_name, 0.5)})"
    value = 2 if two == "2" else 0.5
    made += [
        (f"{{r}} = a * {two};", "a * scalar", [fit(type_name, a * value) for a in left]),
        (f"{{r}} = {two} - a;", "scalar - a", [fit(type_name, value - a) for a in left]),
        ("{ Vector c = a; {r} = ++c; }", "++c", one(1)),
        ("{ Vector c = a; {r} = --c; }", "--c", one(-1)),
        ("{ Vector c = a; {r} = c++; }", "c++", left),
        ("{ Vector c = a; c++; {r} = c; }", "c after c++", one(1)),
        ("{ Vector c = a; {r} = c--; }", "c--", left),
        ("{ Vector c = a; c--; {r} = c; }", "c after c--", one(-1)),
    ]
    if type_name not in ("uint", "unorm"):
        made.append(("{r} = -a;", "-a", [fit(type_name, -a) for a in left]))
    if type_name in INTEGERS:
        made.append(("{r} = ~a;", "~a", [fit(type_name, ~int(a)) for a in left]))
    other = f"{vector(type_name, [*left[:-1], right[-1]])}"
    flags = ["a == Vector(a) && !(a != Vector(a))", f"a != {other} && !(a == {other})"]
    return both_sides(type_name, size, "amp.10.9.operators, amp.10.9.comparison", made, flags)


def construction_program(type_name: str, size: int) -> str:
    left = LEFT[type_name][:size]
    one = literal(type_name, left[0])
    scalar = f"Scalar({one})" if "norm" in type_name else one
    made: list[tuple[str, str, Sequence[float]]] = [
        ("{r} = Vector();", "default", [0.0] * size),
        (f"{{ const Vector v = {scalar}; {{r}} = v; }}", "one scalar for all", [left[0]] * size),
        (f"{{r}} = {vector(type_name, left)};", "components", left),
        (f"{{ const Vector v = {vector(type_name, left)}; Vector w(v); {{r}} = w; }}", "copy", left),
        (f"{{ Vector v; v = {vector(type_name, left)}; {{r}} = v; }}", "assignment", left),
    ]
    for other in TYPES:
        values = [v for v in LEFT[other][:size] if type_name != "uint" or v >= 0]
        if other == type_name or len(values) < size or (type_name, other) == ("int", "uint"):
            continue
        converted = [fit(type_name, v) for v in values]
        if "norm" not in type_name and "norm" not in other:
            converted = [fit(type_name, v) if abs(v) < 2**24 else v for v in values]
        made.append((f"{{r}} = Vector({vector(other, values)});", f"from {other}_{size}", converted))
    flags = [
        f"sizeof(Vector) == {size} * sizeof(Scalar) && alignof(Vector) == alignof(Scalar)",
        f"Vector::size == {size} && short_vector_traits<Vector>::size == {size}",
        "(std::is_same<Vector::value_type, Scalar>::value) && "
        "(std::is_same<short_vector_traits<Vector>::value_type, Scalar>::value)",
        f"(std::is_same<short_vector<Scalar, {size}>::type, Vector>::value) && "
        f"(std::is_same<direct3d::{type_name}{size}, Vector>::value)",
    ]
    rows = (
        "amp.10.9.constructors, amp.10.9.conversion, amp.10.9.layout, amp.10.9.short_vector, amp.10.10.traits"
    )
    return both_sides(type_name, size, rows, made, flags)


SWIZZLES = """
// How many swizzles are wrong: on the host under all their names, in the kernel under the one.
int wrong(const Vector v, const Vector empty) restrict(cpu) {{
  int bad = 0;
  {on_host}
  return bad;
}}
int wrong(const Vector v, const Vector empty) restrict(amp) {{
  int bad = 0;
  {in_kernel}
  return bad;
}}

int main() {{
  const Vector v = {values}, empty;
  CHECK(wrong(v, empty) == 0);
  array_view<int, 1> bad(1);
  parallel_for_each(bad.extent, [=](index<1> i) restrict(amp) {{ bad[i] = wrong(v, empty); }});
  CHECK(bad[0] == 0);
  return failures();
}}
"""


def swizzle_program(type_name: str, size: int) -> str:
    names, colors = "xyzw"[:size], "rgba"[:size]
    on_host, in_kernel = [], []
    for position, (name, color) in enumerate(zip(names, colors, strict=True)):
        same = f"v.{name} == (&v.x)[{position}] && v.{color} == v.{name} && v.get_{name}() == v.{name}"
        in_kernel.append(f"bad += !({same});")
        for way in (f"w.{name} = v.{name};", f"w.{color} = v.{name};", f"w.set_{name}(v.{name});"):
            in_kernel.append(f"{{ Vector w = empty; {way} bad += !(w.{name} == v.{name}); }}")
    on_host += in_kernel
    for count in range(2, size + 1):
        kind = f"{type_name}_{count}"
        for chosen in itertools.permutations(range(size), count):
            name = "".join(names[c] for c in chosen)
            color = "".join(colors[c] for c in chosen)
            parts = f"{kind}({', '.join('v.' + names[c] for c in chosen)})"
            kept = " && ".join(
                f"w.{names[c]} == {'v' if c in chosen else 'empty'}.{names[c]}" for c in range(size)
            )
            in_kernel.append(f"{{ Vector w = empty; w.{name} = v.{name}; bad += !({kept}); }}")
            on_host.append(
                f"bad += !(v.{name} == {parts} && v.{color} == {parts} && v.get_{name}() == {parts});"
            )
            put = f"w.{name} = {parts}; u.{color} = {parts}; t.set_{name}({parts});"
            on_host.append(
                f"{{ Vector w = empty, u = empty, t = empty; {put} bad += !({kept} && u == w && t == w); }}"
            )
    in_kernel.append("{ Vector w = v; w.xy = w.yx; bad += !(w.x == v.y && w.y == v.x); }")
    if "norm" not in type_name:
        in_kernel.append("{ Vector w = v; w.yx += v.xy; bad += !(w.y == v.y + v.x && w.x == v.x + v.y); }")
    rows = "amp.10.9.components, amp.10.9.swizzles"
    return HEADER.format(rows=rows, type=type_name, size=size) + SWIZZLES.format(
        on_host="\n  ".join(on_host),
        in_kernel="\n  ".join(in_kernel),
        values=vector(type_name, LEFT[type_name][:size]),
    )


def programs() -> Iterator[tuple[str, str]]:
    for type_name in TYPES:
        for size in (2, 3, 4):
            yield f"{type_name}_{size}_operators", operator_program(type_name, size)
            yield f"{type_name}_{size}_construction", construction_program(type_name, size)
            yield f"{type_name}_{size}_swizzles", swizzle_program(type_name, size)
