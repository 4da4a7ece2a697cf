// rows: hc.group_segment.size, hc.group_segment.static_size
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<unsigned> sizes(6);
  hc::array_view<int> used(64);
  hc::parallel_for_each(hc::extent<1>(64).tile_with_dynamic(64, 300), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int block[64];
    block[63 - t.local[0]] = t.local[0];
    t.barrier.wait();
    used[t] = block[t.local[0]];
    if (t.local[0] == 0) {
      sizes[0] = hc::get_static_group_segment_size();
      sizes[1] = hc::get_group_segment_size();
    }
  }).wait();
  CHECK(sizes[0] == 256 && sizes[1] == 556 && used[0] == 63);
  hc::parallel_for_each(hc::extent<1>(64).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    if (t.local[0] == 0) {
      sizes[2] = hc::get_static_group_segment_size();
      sizes[3] = hc::get_group_segment_size();
    }
  }).wait();
  CHECK(sizes[2] == 0 && sizes[3] == 0);
  return failures();
}
