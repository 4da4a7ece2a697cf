// rows: hc.tiled_index
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::array_view<int, 3> faults(5, 6, 7);
  hc::parallel_for_each(faults.get_extent().tile(2, 3, 4), [=](hc::tiled_index<3> t) [[hc]] {
    int bad = 0;
    for (int d = 0; d < 3; ++d) {
      const int whole = d + 2, left = faults.get_extent()[d] - t.tile[d] * whole;
      if (t.global[d] != t.tile[d] * whole + t.local[d]) bad |= 2;
      if (t.tile_origin[d] != t.global[d] - t.local[d]) bad |= 4;
      if (t.tile_dim[d] != (left < whole ? left : whole)) bad |= 8;
    }
    const hc::index<3> same = t;
    if (same != t.global) bad |= 16;
    faults[t] += bad + 1;
    t.barrier.wait();
  });
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j)
      for (int k = 0; k < 7; ++k) CHECK(faults(i, j, k) == 1);
  return failures();
}
