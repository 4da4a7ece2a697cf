// rows: hc.wave.ballot, hc.wave.any, hc.wave.all
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

int main() {
  const int n = 128;
  hc::array_view<unsigned> size(1);
  hc::array_view<std::uint64_t> third(n), none(n);
  hc::array_view<int> any(n), all(n), no(n), first(n);
  hc::parallel_for_each(hc::extent<1>(n).tile(n), [=](hc::tiled_index<1> t) [[hc]] {
    const int i = t.global[0];
    if (i == 0) size[0] = __wavesize();
    third[i] = __ballot(i % 3 == 0);
    none[i] = __ballot(i < 0);
    any[i] = __any(i % 5 == 1);
    all[i] = __all(i < n);
    no[i] = __all(i % 2) || __any(i > n);
    first[i] = hc::__all(i < 64);
  }).wait();
  const int width = size[0];
  for (int i = 0; i < n; ++i) {
    const int begin = i / width * width;
    std::uint64_t votes = 0;
    bool one_of_five = false, odd = true, below = true;
    for (int k = begin; k < begin + width; ++k) {
      votes |= std::uint64_t(k % 3 == 0) << (k - begin);
      one_of_five |= k % 5 == 1;
      odd &= k % 2 == 1;
      below &= k < 64;
    }
    CHECK(third[i] == votes && none[i] == 0 && any[i] == one_of_five && all[i] && no[i] == odd);
    CHECK(first[i] == below);
  }
  return failures();
}
