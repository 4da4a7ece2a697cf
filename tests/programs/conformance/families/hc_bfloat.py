"""__bf16 in kernels: conversions, arithmetic in float, memory, against the same code on the CPU."""

from __future__ import annotations

from collections.abc import Iterator

_TEXT = """// rows: hc.language.bfloat
// flags: -ffp-contract=off
#include <cmath>
#include <cstdint>
#include <cstring>
#include <hc.hpp>

#include "check.hpp"

struct Pair {
  __bf16 first;
  char between;
  __bf16 second[3];
};
static float sample(int i) [[cpu, hc]] {
  const unsigned word = (unsigned(i) + 1) * 0x9e3779b9u;
  float x;
  memcpy(&x, &word, 4);
  const float special[] = {0.0f, -0.0f, 1.0f, 0.5f, 3.00390625f, 1.01171875f, 1e-40f, 65280.0f};
  return i % 3 == 0 ? special[i / 3 % 8] : i % 3 == 1 ? float(i) * 0.37f - 40 : x;
}
static std::uint16_t bits(__bf16 x) [[cpu, hc]] {
  std::uint16_t word;
  memcpy(&word, &x, 2);
  return float(x) != float(x) ? 0x7fc0 : word;  // of NaNs any
}
@FUNCTION@
int main() {
  const int n = 600;
  hc::array_view<std::uint32_t> got(n);
  hc::array_view<__bf16> kept(n);
@BEFORE@  int wrong = 0;
  hc::parallel_for_each(hc::extent<1>(n)@TILE@, [=](hc::@INDEX@<1> t) [[hc]] {
    const int i = @GLOBAL@;
    const __bf16 a = static_cast<__bf16>(sample(i)), b = static_cast<__bf16>(sample(i + 7));
    kept[i] = a;
@BODY@  }).wait();
  for (int i = 0; i < n; ++i) {
    const __bf16 a = static_cast<__bf16>(sample(i)), b = static_cast<__bf16>(sample(i + 7));
    wrong += bits(kept[i]) != bits(a);
    wrong += got[i] != value(a, b, i);
  }
  CHECK(wrong == 0);
  return failures();
}
"""
_VALUES = {
    "sum": "bits(static_cast<__bf16>(float(a) + float(b)))",
    "product": "bits(a * b)",
    "difference": "bits(a - b)",
    "quotient": "bits(a / b)",
    "chain": "bits((__bf16)(float(a) * 3.0f + float(b)))",
    "negative": "bits(-a) + bits(+b) * 3u",
    "compared": "(a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b) + 32 * (a >= b)",
    "from_int": "bits(static_cast<__bf16>(i * 257)) + bits(static_cast<__bf16>(unsigned(i) * 66049u)) * 5u",
    "to_int": "std::uint32_t(int(a > -1e6f && a < 1e6f ? a : __bf16(3.0f)))",
    "from_double": "bits(static_cast<__bf16>(double(sample(i)) * 1.0000001 + i * 1e-9))",
    "to_double": "std::uint32_t(std::int64_t(double(a > -1e6f && a < 1e6f ? a : __bf16(5.0f)) * 256))",
    "half": "bits(static_cast<__bf16>(float(_Float16(float(i) * 0.25f))))",
    "chosen": "bits(i % 2 ? a : b) + bits(a < b ? a : __bf16(1.5f)) * 7u",
    "increased": "[&] { __bf16 x = a; x += b; x *= a; x -= __bf16(0.5f); ++x; return bits(x); }()",
}
_PLACES = {
    "private_array": "[&] { __bf16 v[8]; for (int k = 0; k < 8; ++k) v[k] = __bf16(float(a) + k); "
    "v[i % 8] = b; return bits(v[(i + 1) % 8]) + bits(v[i % 8]) * 3u; }()",
    "structure": "[&] { Pair p = {a, 'x', {b, a, __bf16(2.0f)}}; p.second[i % 3] = __bf16(7.0f); Pair q = p; "
    "return bits(q.first) + bits(q.second[i / 3 % 3]) * 3u; }()",
    "loop": "[&] { __bf16 s = a; for (int k = 0; k < i % 50; ++k) s = __bf16(float(s) * 0.5f + float(b)); "
    "return bits(s); }()",
    "call": "bits(larger(a, b))",
}


def programs() -> Iterator[tuple[str, str]]:
    for name, expression in {**_VALUES, **_PLACES}.items():
        function = "static __bf16 larger(__bf16 a, __bf16 b) [[cpu, hc]] { return a > b ? a : b; }\n"
        function += "static std::uint32_t value(__bf16 a, __bf16 b, int i) [[cpu, hc]] {\n"
        function += "  static_cast<void>(a), static_cast<void>(b), static_cast<void>(i);\n"
        function += "  static_cast<void>(larger);\n"
        function += f"  return {expression};\n}}\n"
        yield name, _program(function, "    got[i] = value(a, b, i);\n", tiled=False)
    function = "static std::uint32_t value(__bf16, __bf16, int i) {\n"
    function += "  return bits(static_cast<__bf16>(sample(i / 20 * 20 + (i + 3) % 20)));\n}\n"
    body = "    tile_static __bf16 shared[20];\n    shared[t.local[0]] = a;\n    t.barrier.wait();\n"
    body += "    static_cast<void>(b);\n    got[i] = bits(shared[(t.local[0] + 3) % 20]);\n"
    yield "tile_static", _program(function, body, tiled=True)


def _program(function: str, body: str, tiled: bool) -> str:
    text = _TEXT.replace("@FUNCTION@\n", function).replace("@BODY@", body).replace("@BEFORE@", "")
    text = text.replace("@TILE@", ".tile(20)" if tiled else "")
    text = text.replace("@INDEX@", "tiled_index" if tiled else "index")
    return text.replace("@GLOBAL@", "t.global[0]" if tiled else "t[0]")
