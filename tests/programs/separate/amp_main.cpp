#include <cstdio>

#include "amp_functions.h"
using namespace concurrency;

int main() {
  array_view<float> v(32);
  array_view<int> w(32);
  const Line line{2, 1};
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        v[i] = half(scale(float(i[0])) + line.at(float(i[0])) + both(i[0]));
      });
  parallel_for_each(
      w.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) { w[t] = tile_sum(t.global[0], t); });
  kernel_of_header(w);
  run_a(w);
  int bad = 0;
  for (int i = 0; i < 32; ++i) {
    bad += v[i] != (3 * i + 2 * i + 1 + i + 1) / 2.0f;
    bad += w[i] != (i < 16 ? 120 : 376) + 5 + 2 * both(1);
  }
  std::printf("%d bad\n", bad);
  return bad;
}
