// rows: hc.group_segment.dynamic_base
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int, 2> out(2, 3);
  hc::parallel_for_each(hc::extent<2>(8, 24).tile_with_dynamic(4, 8, 64), [=](hc::tiled_index<2> t) [[hc]] {
    auto* const bytes = static_cast<unsigned char*>(hc::get_dynamic_group_segment_base_pointer());
    const int item = t.local[0] * 8 + t.local[1];
    bytes[item] = static_cast<unsigned char>(item);
    bytes[32 + item] = 1;
    t.barrier.wait_with_tile_static_memory_fence();
    if (item == 0) {
      int sum = 0;
      for (int k = 0; k < 64; ++k) sum += bytes[k];
      out[t.tile] = sum;
    }
  }).wait();
  for (int y = 0; y < 2; ++y)
    for (int x = 0; x < 3; ++x) CHECK(out(y, x) == 31 * 16 + 32);
  return failures();
}
