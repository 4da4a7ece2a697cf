// rows: hc.half.storage
#include <hc.hpp>

#include "maths.hpp"

struct Pair {
  hc::half first;
  hc::half second[3];
};

static hc::half total(Pair p) [[cpu, hc]] { return p.first + p.second[0] + p.second[1] + p.second[2]; }

int main() {
  static_assert(sizeof(hc::half) == 2 && sizeof(Pair) == 8, "16 bits");
  const int n = 64;
  std::vector<Pair> pairs(n);
  for (int i = 0; i < n; ++i) pairs[i] = {hc::half(i), {hc::half(1), hc::half(2.5), hc::half(-0.25f)}};
  hc::array_view<Pair> view(n, pairs);
  hc::array<hc::half> sums(n);
  const hc::half scale = 0.5;
  hc::parallel_for_each(hc::extent<1>(n).tile(16), [=, &sums](hc::tiled_index<1> t) [[hc]] {
    tile_static hc::half shared[16];
    shared[t.local[0]] = total(view[t.global]) * scale;
    t.barrier.wait();
    sums[t.global] = shared[15 - t.local[0]];
  });
  const std::vector<hc::half> got = sums;
  for (int i = 0; i < n; ++i) CHECK(float(got[i]) == 0.5f * (float(i / 16 * 16 + 15 - i % 16) + 3.25f));
  return failures();
}
