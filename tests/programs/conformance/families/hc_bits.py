"""HC functions on bits and packed values: each against its definition, in kernels and on the host."""

from __future__ import annotations

from collections.abc import Iterator

# name -> (type of the results, their expression over the words a, b, c and the numbers p, q; the rule)
Functions = dict[str, tuple[str, str, str]]

COUNTS: Functions = {
    "popcount_u32_b32": ("unsigned", "__popcount_u32_b32(low(a))", "count(low(a))"),
    "popcount_u32_b64": ("unsigned", "__popcount_u32_b64(a)", "count(a)"),
    "firstbit_u32_u32": ("unsigned", "__firstbit_u32_u32(low(a))", "first(low(a), 32)"),
    "firstbit_u32_u64": ("unsigned", "__firstbit_u32_u64(a)", "first(a, 64)"),
    "firstbit_u32_s32": ("unsigned", "__firstbit_u32_s32(int(a))", "first(low(int(a) < 0 ? ~a : a), 32)"),
    "firstbit_u32_s64": (
        "unsigned",
        "__firstbit_u32_s64((long long)a)",
        "first((long long)a < 0 ? ~a : a, 64)",
    ),
    "lastbit_u32_u32": ("unsigned", "__lastbit_u32_u32(low(a))", "last(low(a))"),
    "lastbit_u32_u64": ("unsigned", "__lastbit_u32_u64(a)", "last(a)"),
}
FIELDS: Functions = {
    "bitextract_u32": (
        "unsigned",
        "__bitextract_u32(low(a), p, q)",
        "low(field(low(a), p % 32, q % 32, 32))",
    ),
    "bitextract_s32": (
        "int",
        "__bitextract_s32(int(a), p, q)",
        "int(extended(low(a), p % 32, q % 32, 32))",
    ),
    "bitextract_u64": ("W", "__bitextract_u64(a, p, q)", "field(a, p % 64, q % 64, 64)"),
    "bitextract_s64": (
        "std::int64_t",
        "__bitextract_s64(std::int64_t(a), p, q)",
        "extended(a, p % 64, q % 64, 64)",
    ),
    "bitinsert_u32": (
        "unsigned",
        "__bitinsert_u32(low(a), low(b), p, q)",
        "low(inserted(a, b, p % 32, q % 32))",
    ),
    "bitinsert_u64": ("W", "__bitinsert_u64(a, b, p, q)", "inserted(a, b, p % 64, q % 64)"),
    "bitmask_b32": ("unsigned", "__bitmask_b32(p, q)", "low(inserted(0, ~W(0), p % 32, q % 32))"),
    "bitmask_b64": ("W", "__bitmask_b64(p, q)", "inserted(0, ~W(0), p % 64, q % 64)"),
}
WORDS: Functions = {
    "bitrev_b32": ("unsigned", "__bitrev_b32(low(a))", "low(reversed(a, 32))"),
    "bitrev_b64": ("W", "__bitrev_b64(a)", "reversed(a, 64)"),
    "bitselect_b32": ("unsigned", "__bitselect_b32(low(a), low(b), low(c))", "low(selected(a, b, c))"),
    "bitselect_b64": ("W", "__bitselect_b64(a, b, c)", "selected(a, b, c)"),
    "bitalign_b32": ("unsigned", "__bitalign_b32(low(a), low(b), p)", "low((b << 32 | low(a)) >> p % 32)"),
    "bytealign_b32": (
        "unsigned",
        "__bytealign_b32(low(a), low(b), p)",
        "low((b << 32 | low(a)) >> p % 4 * 8)",
    ),
    "mul24": ("int", "__mul24(int(a), int(b))", "int(low(W(s24(a) * s24(b))))"),
    "umul24": ("unsigned", "__umul24(low(a), low(b))", "low((a & 0xffffff) * (b & 0xffffff))"),
    "mul24_unsigned": (
        "unsigned",
        "__mul24(low(a), low(b))",
        "low((a & 0xffffff) * (b & 0xffffff))",
    ),
    "mad24_unsigned": (
        "unsigned",
        "__mad24(low(a), low(b), low(c))",
        "low((a & 0xffffff) * (b & 0xffffff) + c)",
    ),
    "mad24": ("int", "__mad24(int(a), int(b), int(c))", "int(low(W(s24(a) * s24(b)) + c))"),
    "umad24": ("unsigned", "__umad24(low(a), low(b), low(c))", "low((a & 0xffffff) * (b & 0xffffff) + c)"),
    "mulhi": ("int", "__mulhi(int(a), int(b))", "int(std::int64_t(int(a)) * int(b) >> 32)"),
    "umulhi": ("unsigned", "__umulhi(low(a), low(b))", "low(W(low(a)) * low(b) >> 32)"),
    "umul64hi": ("W", "__umul64hi(a, b)", "W((unsigned __int128)a * b >> 64)"),
    # Both halves of a product in the standard's language; targets without 128 bits have them, too.
    "high_half": ("W", "W((unsigned __int128)a * b >> 64)", "__umul64hi(a, b)"),
    "high_half_signed": (
        "int",
        "int((__int128)std::int64_t(a) * std::int64_t(b) >> 70)",
        "int(__mul64hi(std::int64_t(a), std::int64_t(b)) >> 6)",
    ),
    "low_half": ("W", "W((unsigned __int128)a * b)", "a * b"),
    "mul64hi": (
        "std::int64_t",
        "__mul64hi(std::int64_t(a), std::int64_t(b))",
        "std::int64_t((__int128)std::int64_t(a) * std::int64_t(b) >> 64)",
    ),
}
MEDIA: Functions = {
    "lerp_u8x4": ("unsigned", "__lerp_u8x4(low(a), low(b), low(c))", "lerp(a, b, c)"),
    "sad_u32_u32": ("unsigned", "__sad_u32_u32(low(a), low(b), 5)", "distance(a, b, 32) + 5"),
    "sad_u32_u16x2": ("unsigned", "__sad_u32_u16x2(low(a), low(b), 6)", "distance(a, b, 16) + 6"),
    "sad_u32_u8x4": ("unsigned", "__sad_u32_u8x4(low(a), low(b), 7)", "distance(a, b, 8) + 7"),
    "sadhi_u16x2_u8x4": (
        "unsigned",
        "__sadhi_u16x2_u8x4(low(a), low(b), 8)",
        "(distance(a, b, 8) << 16) + 8",
    ),
    "packcvt_u8x4_f32": (
        "unsigned",
        "__packcvt_u8x4_f32(int(p) * 3.3f - 20, int(q) * 2.0f + 0.5f, 300, -4)",
        "byte(int(p) * 3.3f - 20) | byte(int(q) * 2.0f + 0.5f) << 8 | 255u << 16",
    ),
    "unpackcvt_f32_u8x4": (
        "float",
        "__unpackcvt_f32_u8x4(low(a), p)",
        "float(field(low(a), p % 4 * 8, 8, 32))",
    ),
    "unpack_f32_f32x2": (
        "float",
        "__unpack_f32_f32x2(__pack_f32x2_f32(1.0, 2.5f, p), p)",
        "2.5f",
    ),
}
VECTORS = {
    "u8x4": ("unsigned", 32, 8),
    "u8x8": ("std::uint64_t", 64, 8),
    "u16x2": ("unsigned", 32, 16),
    "u16x4": ("std::uint64_t", 64, 16),
    "u32x2": ("std::uint64_t", 64, 32),
    "s8x4": ("int", 32, 8),
    "s8x8": ("std::int64_t", 64, 8),
    "s16x2": ("int", 32, 16),
    "s16x4": ("std::int64_t", 64, 16),
    "s32x2": ("std::int64_t", 64, 32),
}

PROGRAM = """// rows: {rows}
#include <cmath>
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

typedef std::uint64_t W;

static unsigned low(W x) [[cpu, hc]] {{ return unsigned(x); }}

// The definitions, bit by bit.
static W field(W x, unsigned from, unsigned width, unsigned bits) {{
  W result = 0;
  for (unsigned k = 0; k < width && from + k < bits; ++k) result |= (x >> (from + k) & 1) << k;
  return result;
}}
static std::int64_t extended(W x, unsigned from, unsigned width, unsigned bits) {{
  if (width == 0) return 0;
  const unsigned present = from + width > bits ? bits - from : width;
  const W value = field(x, from, present, bits);
  const bool negative = present && (value >> (present - 1) & 1);
  return std::int64_t(negative && present < 64 ? value | ~W(0) << present : value);
}}
static W inserted(W into, W value, unsigned from, unsigned width) {{
  for (unsigned k = 0; k < width && from + k < 64; ++k) {{
    into &= ~(W(1) << (from + k));
    into |= (value >> k & 1) << (from + k);
  }}
  return into;
}}
static unsigned count(W x) {{
  unsigned n = 0;
  for (; x; x >>= 1) n += x & 1;
  return n;
}}
static unsigned first(W x, int bits) {{
  for (int k = 0; k < bits; ++k)
    if (x >> (bits - 1 - k) & 1) return k;
  return ~0u;
}}
static unsigned last(W x) {{
  for (int k = 0; k < 64; ++k)
    if (x >> k & 1) return k;
  return ~0u;
}}
static W reversed(W x, int bits) {{
  W result = 0;
  for (int k = 0; k < bits; ++k) result |= (x >> k & 1) << (bits - 1 - k);
  return result;
}}
static W selected(W mask, W a, W b) {{
  W result = 0;
  for (int k = 0; k < 64; ++k) result |= ((mask >> k & 1 ? a : b) >> k & 1) << k;
  return result;
}}
static std::int64_t s24(W x) {{ return extended(x, 0, 24, 32); }}
static unsigned distance(W a, W b, unsigned bits) {{
  unsigned sum = 0;
  for (unsigned k = 0; k < 32; k += bits) {{
    const W x = field(a, k, bits, 32), y = field(b, k, bits, 32);
    sum += unsigned(x > y ? x - y : y - x);
  }}
  return sum;
}}
static unsigned lerp(W a, W b, W c) {{
  unsigned result = 0;
  for (unsigned k = 0; k < 32; k += 8)
    result |= unsigned((field(a, k, 8, 32) + field(b, k, 8, 32) + field(c, k, 1, 32)) / 2) << k;
  return result;
}}
static unsigned byte(float x) {{
  const float whole = std::nearbyint(x);
  return whole < 0 ? 0u : whole > 255 ? 255u : unsigned(whole);
}}
// Elements `from`, `from` + 1, ... of a and b by turns.
static W interleaved(W a, W b, unsigned bits, unsigned element, unsigned from) {{
  W result = 0;
  for (unsigned k = 0; k < bits / element / 2; ++k) {{
    const W mask = ~W(0) >> (64 - element);
    result |= (a >> (from + k) * element & mask) << 2 * k * element;
    result |= (b >> (from + k) * element & mask) << (2 * k + 1) * element;
  }}
  return result;
}}

{calls}
static W sample(int i, int k) [[cpu, hc]] {{
  W x = (W(i) * 4 + W(k) + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  return i % 16 == k ? 0 : i % 16 == k + 4 ? ~W(0) : i % 16 == k + 8 ? W(1) << i % 64 : x;
}}

int main() {{
  const int n = 256;
  static_cast<void>(extended), static_cast<void>(lerp), static_cast<void>(interleaved);
  static_cast<void>(reversed), static_cast<void>(selected), static_cast<void>(s24);
  static_cast<void>(distance);
  static_cast<void>(byte), static_cast<void>(inserted), static_cast<void>(count), static_cast<void>(first);
  static_cast<void>(last);
{checks}  return failures();
}}
"""
CALL = """static {type} {name}(W a, W b, W c, unsigned p, unsigned q) [[cpu, hc]] {{
  static_cast<void>(a + b + c + p + q);
  return {expression};
}}
static {type} rule_{name}(W a, W b, W c, unsigned p, unsigned q) {{
  static_cast<void>(a + b + c + p + q);
  return ({type})({rule});
}}
"""
CHECK = """  {{
    hc::array_view<{type}> results(n);
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {{
      const int k = i[0];
      results[i] = {name}(sample(k, 0), sample(k, 1), sample(k, 2), k % 67, k / 3 % 71);
    }});
    for (int k = 0; k < n; ++k) {{
      const {type} rule = rule_{name}(sample(k, 0), sample(k, 1), sample(k, 2), k % 67, k / 3 % 71);
      CHECK(results[k] == rule);
      CHECK({name}(sample(k, 0), sample(k, 1), sample(k, 2), k % 67, k / 3 % 71) == rule);
    }}
  }}
"""


def programs() -> Iterator[tuple[str, str]]:
    for family in (COUNTS, FIELDS, WORDS, MEDIA):
        groups: dict[str, Functions] = {}
        for name, function in family.items():
            groups.setdefault(_stem(name), {})[name] = function
        for stem, functions in groups.items():
            yield stem, _program(f"hc.bits.{stem}", functions)
    for name, vector in VECTORS.items():
        yield f"vector_{name}", _program("hc.bits.pack, hc.bits.unpack", _vector(name, *vector))


def _stem(name: str) -> str:
    known = ("popcount", "firstbit", "lastbit", "bitextract", "bitinsert", "bitmask", "bitrev", "bitselect")
    known += ("bitalign", "bytealign", "lerp", "packcvt", "unpackcvt", "unpack_f32")
    for stem in known:
        if name.startswith(stem):
            return stem
    return "sad" if name.startswith("sad") else "mul24" if "24" in name else "mulhi"


def _vector(name: str, word: str, bits: int, element: int) -> Functions:
    scalar, kind = ("int", "s32") if name[0] == "s" else ("unsigned", "u32")
    count = bits // element
    a, b = f"({word})a", f"({word})b"
    extended = "extended" if name[0] == "s" else "field"
    place = f"p % {count} * {element}"
    return {
        f"unpacklo_{name}": (
            word,
            f"__unpacklo_{name}({a}, {b})",
            f"interleaved(a, b, {bits}, {element}, 0)",
        ),
        f"unpackhi_{name}": (
            word,
            f"__unpackhi_{name}({a}, {b})",
            f"interleaved(a, b, {bits}, {element}, {count // 2})",
        ),
        f"pack_{name}": (
            word,
            f"__pack_{name}_{kind}({a}, ({scalar})b, p)",
            f"inserted(a, b, {place}, {element})",
        ),
        f"unpack_{name}": (
            scalar,
            f"__unpack_{kind}_{name}({a}, p)",
            f"{extended}(a, {place}, {element}, {bits})",
        ),
    }


def _program(rows: str, functions: Functions) -> str:
    parts = [
        {"name": f"call_{name}", "type": type_, "expression": expression, "rule": rule}
        for name, (type_, expression, rule) in functions.items()
    ]
    calls = "".join(CALL.format(**part) for part in parts)
    checks = "".join(CHECK.format(**part) for part in parts)
    return PROGRAM.format(rows=rows, calls=calls, checks=checks)
