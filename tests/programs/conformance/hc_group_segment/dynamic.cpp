// rows: hc.group_segment.dynamic_base, hc.group_segment.base
#include <hc.hpp>

#include "check.hpp"

int main() {
  const int n = 256, tile = 32;
  hc::array_view<int> sums(n / tile), distance(n / tile);
  hc::tiled_extent<1> domain = hc::extent<1>(n).tile(tile);
  domain.set_dynamic_group_segment_size(tile * sizeof(int));
  CHECK(domain.get_dynamic_group_segment_size() == tile * sizeof(int));
  hc::parallel_for_each(domain, [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int doubled[tile];
    int* const values = static_cast<int*>(hc::get_dynamic_group_segment_base_pointer());
    values[t.local[0]] = t.global[0];
    doubled[t.local[0]] = 2 * t.global[0];  // static and dynamic memory do not overlap
    t.barrier.wait();
    if (t.local[0] == 0) {
      int sum = 0;
      for (int k = 0; k < tile; ++k) sum += values[k] + doubled[tile - 1 - k];
      sums[t.tile] = sum;
      distance[t.tile] = static_cast<int>(static_cast<char*>(hc::get_dynamic_group_segment_base_pointer()) -
                                          static_cast<char*>(hc::get_group_segment_base_pointer())) -
                         static_cast<int>(hc::get_static_group_segment_size());
    }
  }).wait();
  for (int k = 0; k < n / tile; ++k) {
    const int first = k * tile, sum = 3 * (first * tile + tile * (tile - 1) / 2);
    CHECK(sums[k] == sum && distance[k] == 0);
  }
  return failures();
}
