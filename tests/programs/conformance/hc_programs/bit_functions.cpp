// rows: hc.programs.whole
#include <cstdint>
#include <cstdio>
#include <hc.hpp>
using namespace hc;
static int popc(uint64_t x) {
  int c = 0;
  while (x) {
    c += x & 1;
    x >>= 1;
  }
  return c;
}
int main() {
  const int n = 64;
  std::vector<uint32_t> in(n);
  std::vector<uint64_t> in64(n);
  for (int i = 0; i < n; ++i) {
    in[i] = 2654435761u * (i + 1);
    in64[i] = 0x9E3779B97F4A7C15ull * (i + 1);
  }
  array_view<const uint32_t> a(n, in);
  array_view<const uint64_t> b(n, in64);
  array_view<uint32_t, 2> r(n, 16);
  array_view<uint64_t, 2> q(n, 8);
  parallel_for_each(extent<1>(n), [=](index<1> i) [[hc]] {
    uint32_t x = a[i];
    uint64_t y = b[i];
    int k = i[0];
    r(k, 0) = __popcount_u32_b32(x);
    r(k, 1) = __popcount_u32_b64(y);
    r(k, 2) = __bitextract_u32(x, 5, 7);
    r(k, 3) = (uint32_t)__bitextract_s32((int)x, 5, 7);
    r(k, 4) = __bitinsert_u32(x, 0x55, 4, 8);
    r(k, 5) = __bitmask_b32(3, 5);
    r(k, 6) = __bitrev_b32(x);
    r(k, 7) = __bitselect_b32(0xff00ff00u, x, ~x);
    r(k, 8) = __firstbit_u32_u32(x);
    r(k, 9) = __lastbit_u32_u32(x);
    r(k, 10) = __firstbit_u32_s32((int)x);
    r(k, 11) = __mul24((int)(x & 0xfff), 100);
    r(k, 12) = __mad24((unsigned)(x & 0xfff), 100u, 7u);
    r(k, 13) = __bitalign_b32(x, ~x, 8);
    r(k, 14) = __bytealign_b32(x, ~x, 1);
    r(k, 15) = __unpackcvt_f32_u8x4(x, 1);
    q(k, 0) = __bitextract_u64(y, 9, 20);
    q(k, 1) = __bitrev_b64(y);
    q(k, 2) = __bitmask_b64(10, 20);
    q(k, 3) = __firstbit_u32_u64(y);
    q(k, 4) = __lastbit_u32_u64(y);
    q(k, 5) = __bitselect_b64(0xffffffff00000000ull, y, ~y);
  }).wait();
  for (int k = 0; k < n; ++k) {
    uint32_t x = in[k];
    uint64_t y = in64[k];
    if ((int)r(k, 0) != popc(x) || (int)r(k, 1) != popc(y)) return 1;
    if (r(k, 2) != ((x >> 5) & 127)) return 2;
    if ((int)r(k, 3) != ((int)(x << 20) >> 25)) return 3;
    if (r(k, 4) != ((x & ~0xff0u) | 0x550)) return 4;
    if (r(k, 5) != 0xf8) return 5;
    uint32_t rev = 0;
    for (int j = 0; j < 32; ++j) rev |= ((x >> j) & 1) << (31 - j);
    if (r(k, 6) != rev) return 6;
    if (r(k, 7) != ((0xff00ff00u & x) | (~0xff00ff00u & ~x))) return 7;
    if (r(k, 8) != (uint32_t)__builtin_clz(x) || r(k, 9) != (uint32_t)__builtin_ctz(x)) return 8;
    if (r(k, 11) != (x & 0xfff) * 100 || r(k, 12) != (x & 0xfff) * 100 + 7) return 9;
    if (r(k, 13) != (uint32_t)((((uint64_t)~x << 32) | x) >> 8) || r(k, 14) != r(k, 13)) return 10;
    if (r(k, 15) != ((x >> 8) & 255)) {
      std::printf("%x %u\n", x, r(k, 15));
      return 11;
    }
    if (q(k, 0) != ((y >> 9) & 0xfffff)) return 12;
    if (q(k, 2) != 0xfffffull << 10) return 13;
    if (q(k, 3) != (uint64_t)__builtin_clzll(y) || q(k, 4) != (uint64_t)__builtin_ctzll(y)) return 14;
    if (q(k, 5) != ((0xffffffff00000000ull & y) | (0xffffffffull & ~y))) return 15;
  }
  return 0;
}
