// rows: hc.tile_static.dynamic
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int main() {
  array_view<int> v(8);
  parallel_for_each(v.get_extent().tile_with_dynamic(4, 4 * sizeof(int)), [=](tiled_index<1> t) [[hc]] {
    tile_static int fixed[4];
    int* dynamic = static_cast<int*>(get_dynamic_group_segment_base_pointer());
    fixed[t.local[0]] = t.global[0];
    dynamic[t.local[0]] = t.global[0] * 10;
    t.barrier.wait();
    v[t.global] = fixed[3 - t.local[0]] + dynamic[3 - t.local[0]];
  }).wait();
  for (int i = 0; i < 8; ++i) CHECK(v[i] == (i / 4 * 4 + 3 - i % 4) * 11);

  auto tiles = v.get_extent().tile(2);
  tiles.set_dynamic_group_segment_size(2 * sizeof(int));
  parallel_for_each(tiles, [=](tiled_index<1> t) [[hc]] {
    int* dynamic = (int*)get_dynamic_group_segment_base_pointer();
    dynamic[t.local[0]] = t.local[0] + 1;
    t.barrier.wait();
    v[t.global] = dynamic[0] * 10 + dynamic[1];
  }).wait();
  CHECK(v[0] == 12 && v[7] == 12);
  return failures();
}
