"""Programs for each format of a texture: what is in memory, what kernels read and write."""

from __future__ import annotations

from collections.abc import Iterator

FORMATS = {
    "int": (8, 16, 32),
    "uint": (8, 16, 32),
    "float": (16, 32),
    "double": (64,),
    "norm": (8, 16),
    "unorm": (8, 16),
}
# Values that kernels store, and what the texel then holds as an integer (of float: its bits).
STORED: dict[tuple[str, int], tuple[tuple[str, str], ...]] = {
    ("int", 8): (("5", "5"), ("-7", "-7"), ("127", "127"), ("300", "127"), ("-129", "-128")),
    ("int", 16): (("5", "5"), ("-700", "-700"), ("32767", "32767"), ("70000", "32767"), ("-40000", "-32768")),
    ("int", 32): (("5", "5"), ("-7", "-7"), ("2147483647", "2147483647"), ("70000", "70000"), ("-1", "-1")),
    ("uint", 8): (("5u", "5"), ("200u", "200"), ("255u", "255"), ("256u", "255"), ("4000000000u", "255")),
    ("uint", 16): (("5u", "5"), ("40000u", "40000"), ("65535u", "65535"), ("65536u", "65535"), ("0u", "0")),
    ("uint", 32): (
        ("5u", "5"),
        ("4000000000u", "4000000000u"),
        ("1u", "1"),
        ("65536u", "65536"),
        ("0u", "0"),
    ),
    ("float", 16): (
        ("1.0f", "0x3C00"),
        ("-2.5f", "0xC100"),
        ("65504.0f", "0x7BFF"),
        ("1.0e6f", "0x7C00"),
        ("5.9604645e-8f", "1"),
        ("1.00048828125f", "0x3C00"),
        ("1.00146484375f", "0x3C02"),
    ),
    ("float", 32): (
        ("1.0f", "0x3F800000"),
        ("-2.5f", "0xC0200000"),
        ("0.1f", "0x3DCCCCCD"),
        ("1.0e6f", "0x49742400"),
    ),
    ("double", 64): (
        ("1.0", "0x3FF0000000000000"),
        ("-2.5", "0xC004000000000000"),
        ("0.1", "0x3FB999999999999A"),
    ),
    ("norm", 8): (
        ("norm(1.0f)", "127"),
        ("norm(-1.0f)", "-127"),
        ("norm(0.5f)", "64"),
        ("norm(-0.25f)", "-32"),
    ),
    ("norm", 16): (
        ("norm(1.0f)", "32767"),
        ("norm(-1.0f)", "-32767"),
        ("norm(0.5f)", "16384"),
        ("norm(-0.25f)", "-8192"),
    ),
    ("unorm", 8): (
        ("unorm(1.0f)", "255"),
        ("unorm(0.5f)", "128"),
        ("unorm(0.25f)", "64"),
        ("unorm(-3.0f)", "0"),
    ),
    ("unorm", 16): (
        ("unorm(1.0f)", "65535"),
        ("unorm(0.5f)", "32768"),
        ("unorm(0.25f)", "16384"),
        ("unorm(9.0f)", "65535"),
    ),
}
# Integers in memory, and the value that a kernel reads.
LOADED: dict[tuple[str, int], tuple[tuple[str, str], ...]] = {
    ("int", 8): (("-128", "-128"), ("127", "127")),
    ("int", 16): (("-32768", "-32768"), ("32767", "32767")),
    ("int", 32): (("-2147483647", "-2147483647"), ("77", "77")),
    ("uint", 8): (("255", "255u"), ("128", "128u")),
    ("uint", 16): (("65535", "65535u"), ("32768", "32768u")),
    ("uint", 32): (("4294967295u", "4294967295u"), ("77", "77u")),
    ("float", 16): (("0x3555", "0.333251953125f"), ("0x8001", "-0x1p-24f"), ("0x03FF", "0x3FFp-24f")),
    ("float", 32): (("0x3F000000", "0.5f"), ("0xC2F60000", "-123.0f")),
    ("double", 64): (("0x3FE0000000000000", "0.5"), ("0xC05EC00000000000", "-123.0")),
    ("norm", 8): (("-128", "norm(-1.0f)"), ("-127", "norm(-1.0f)"), ("64", "norm(64 / 127.0f)")),
    ("norm", 16): (("-32768", "norm(-1.0f)"), ("-32767", "norm(-1.0f)"), ("16384", "norm(16384 / 32767.0f)")),
    ("unorm", 8): (("255", "unorm(1.0f)"), ("1", "unorm(1 / 255.0f)"), ("128", "unorm(128 / 255.0f)")),
    ("unorm", 16): (
        ("65535", "unorm(1.0f)"),
        ("1", "unorm(1 / 65535.0f)"),
        ("32768", "unorm(32768 / 65535.0f)"),
    ),
}
PROGRAM = """// rows: amp.10.1.formats, amp.10.1.set, amp.10.1.get, amp.10.6.to_memory, amp.10.1.from_memory
#include <amp_graphics.h>

#include <cstdint>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

typedef {type} Scalar;
typedef {memory} Memory;

bool same(Scalar a, Scalar b) restrict(cpu, amp) {{ return a == b; }}
{same}
// A vector with the value in each component, doubled in none: the components' order shows in `first`.
template <class V>
V filled(Scalar first, Scalar rest) restrict(cpu, amp) {{
  V v(rest);
  v.x = first;
  return v;
}}
template <>
Scalar filled<Scalar>(Scalar first, Scalar) restrict(cpu, amp) {{
  return first;
}}

template <class V, int Channels>
void check() {{
  const Scalar stored[] = {{{stored}}};
  const Memory texels[] = {{{texels}}};
  const int count = {stored_count};
  texture<V, 1> t(count, {bits}u);
  CHECK(t.bits_per_scalar_element == {bits} && t.data_length == count * Channels * sizeof(Memory));
  texture_view<V, 1> writable(t);
  const Scalar last = stored[count - 1];
  const array_view<const Scalar, 1> values(count, stored);
  parallel_for_each(t.extent,
                    [=](index<1> i) restrict(amp) {{ writable.set(i, filled<V>(values[i], last)); }});
  Memory memory[count * Channels];
  copy(t, memory, sizeof memory);
  for (int k = 0; k < count; ++k)
    for (int c = 0; c < Channels; ++c) CHECK(memory[k * Channels + c] == texels[c == 0 ? k : count - 1]);

  const Memory from[] = {{{from_memory}}};
  const Scalar loaded[] = {{{loaded}}};
  const int number = {loaded_count};
  Memory given[number * Channels];
  for (int k = 0; k < number * Channels; ++k) given[k] = from[k % Channels == 0 ? k / Channels : 0];
  const texture<V, 1> source(number, given, unsigned(sizeof given), {bits}u);
  array_view<V, 1> read(number);
  parallel_for_each(read.extent, [=, &source](index<1> i) restrict(amp) {{ read[i] = source[i]; }});
  for (int k = 0; k < number; ++k) CHECK(same(read[k], filled<V>(loaded[k], loaded[0])));
}}

int main() {{
  {checks}
  return failures();
}}
"""
VECTORS = """template <class V>
bool same(const V& a, const V& b) restrict(cpu, amp) {
  return a == b;
}
"""


def memory_type(type_name: str, bits: int) -> str:
    sign = "" if type_name in ("int", "norm") else "u"
    return f"std::{sign}int{bits}_t"


def program(type_name: str, bits: int) -> str:
    stored, loaded = STORED[type_name, bits], LOADED[type_name, bits]
    sizes = (1, 2) if type_name == "double" else (1, 2, 4)
    checks = [f"check<{type_name if n == 1 else f'{type_name}_{n}'}, {n}>();" for n in sizes]
    return PROGRAM.format(
        type=type_name,
        bits=bits,
        memory=memory_type(type_name, bits),
        same=VECTORS,
        stored=", ".join(v for v, _ in stored),
        texels=", ".join(f"Memory({m})" for _, m in stored),
        stored_count=len(stored),
        from_memory=", ".join(f"Memory({m})" for m, _ in loaded),
        loaded=", ".join(v for _, v in loaded),
        loaded_count=len(loaded),
        checks="\n  ".join(checks),
    )


def programs() -> Iterator[tuple[str, str]]:
    for type_name, widths in FORMATS.items():
        for bits in widths:
            yield f"{type_name}_{bits}", program(type_name, bits)
