// rows: hc.tile_static.forms
// flags: -Werror
// hcc's tile_static is an attribute, which programs also write themselves; and a `static` may be before it.
#include <hc.hpp>

#include <cstdio>

#define LDS __attribute__((tile_static))

struct cell {
  int a;
  cell() [[hc]] {}
};

int last(const hc::tiled_index<1>& t) [[hc]] {
  static LDS int z[16];
  z[t.local[0]] = t.local[0];
  t.barrier.wait();
  return z[15];
}

int main() {
  hc::array_view<int> v(64);
  hc::parallel_for_each(hc::extent<1>(64).tile(16), [=](hc::tiled_index<1> t) [[hc]] {
    __attribute__((tile_static)) int s[16];
    static __attribute__((tile_static)) int q;
    __attribute__((tile_static)) cell c[16];
    LDS cell d[16];
    static tile_static float f[2];
    const int l = t.local[0];
    s[15 - l] = t.global[0];
    c[l].a = 1;
    d[l].a = l;
    if (l == 0) q = 3;
    if (l == 1) f[1] = 2;
    t.barrier.wait();
    v[t] = s[l] + q + c[15 - l].a + d[15 - l].a + int(f[1]) + last(t);
  });
  for (int i = 0; i < 64; ++i) {
    if (v[i] == i / 16 * 16 + (15 - i % 16) * 2 + 21) continue;
    std::printf("FAILED: %d at %d\n", v[i], i);
    return 1;
  }
}
