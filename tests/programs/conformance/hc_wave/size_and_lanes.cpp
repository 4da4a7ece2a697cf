// rows: hc.wave.wavesize, hc.wave.lane_id
#include <hc.hpp>

#include "check.hpp"

int main() {
  const int n = 128;
  hc::array_view<unsigned> size(n), lane(n);
  hc::parallel_for_each(hc::extent<1>(n).tile(n), [=](hc::tiled_index<1> t) [[hc]] {
    size[t] = hc::__wavesize();
    lane[t] = hc::__lane_id();
  }).wait();
  const unsigned width = size[0];
  CHECK(width >= 1 && width <= 64 && (width & (width - 1)) == 0);
  for (int i = 0; i < n; ++i) CHECK(size[i] == width && lane[i] == i % width);
  // A wave that lacks lanes is as wide.
  hc::parallel_for_each(hc::extent<1>(1).tile(1), [=](hc::tiled_index<1> t) [[hc]] {
    size[t] = hc::__wavesize();
    lane[t] = hc::__activelanecount_u32_b1(1);
  }).wait();
  CHECK(size[0] == width && lane[0] == 1);
  return failures();
}
