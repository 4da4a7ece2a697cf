// rows: hc.wave.activelaneid, hc.wave.activelanemask, hc.wave.activelanecount
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

int main() {
  const int n = 64;
  hc::array_view<unsigned> size(1), id(n), count(n), voters(n);
  hc::array_view<std::uint64_t> mask(n);
  for (int i = 0; i < n; ++i) id[i] = count[i] = voters[i] = 99;
  hc::parallel_for_each(hc::extent<1>(n).tile(n), [=](hc::tiled_index<1> t) [[hc]] {
    const int i = t.global[0];
    if (i == 0) size[0] = __wavesize();
    t.barrier.wait();
    if (i % 4 != 1) {  // only these take part
      id[i] = __activelaneid_u32();
      count[i] = __activelanecount_u32_b1(1);
      voters[i] = __activelanecount_u32_b1(i % 2);
      mask[i] = __activelanemask_v4_b64_b1(1);
    }
  }).wait();
  const int width = size[0];
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 1) {
      CHECK(id[i] == 99);
      continue;
    }
    const int begin = i / width * width;
    unsigned before = 0, all = 0, odd = 0;
    std::uint64_t lanes = 0;
    for (int k = begin; k < begin + width; ++k) {
      if (k % 4 == 1) continue;
      before += k < i;
      ++all;
      odd += k % 2;
      lanes |= std::uint64_t(1) << (k - begin);
    }
    CHECK(id[i] == before && count[i] == all && voters[i] == odd && mask[i] == lanes);
  }
  return failures();
}
