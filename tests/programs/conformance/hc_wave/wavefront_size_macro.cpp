// rows: hc.wave.HSA_WAVEFRONT_SIZE
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int> same(64);
  hc::parallel_for_each(hc::extent<1>(64).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    same[t] = __HSA_WAVEFRONT_SIZE__ == static_cast<int>(__wavesize());
  }).wait();
  for (int i = 0; i < 64; ++i) CHECK(same[i]);
  return failures();
}
