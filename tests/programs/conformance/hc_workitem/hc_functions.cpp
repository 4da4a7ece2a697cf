// rows: hc.workitem.hc
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int, 3> wrong(4, 6, 16);
  hc::array_view<int> groups(1);
  hc::parallel_for_each(hc::extent<3>(4, 6, 16).tile(2, 3, 8), [=](hc::tiled_index<3> t) [[hc]] {
    tile_static int shared;
    if (hc_get_workitem_id(0) + hc_get_workitem_id(1) + hc_get_workitem_id(2) == 0) shared = 5;
    hc_barrier(1);
    int bad = shared != 5;
    const int sizes[3] = {16, 6, 4}, tiles[3] = {8, 3, 2};
    for (unsigned d = 0; d < 3; ++d) {  // dimension 0 is index<3>'s last
      bad += hc_get_grid_size(d) != sizes[d];
      bad += hc_get_group_size(d) != tiles[d];
      bad += hc_get_num_groups(d) != 2;
      bad += hc_get_workitem_absolute_id(d) != t.global[2 - d];
      bad += hc_get_workitem_id(d) != t.local[2 - d];
      bad += hc_get_group_id(d) != t.tile[2 - d];
    }
    wrong[t] = bad;
    if (t.global[0] + t.global[1] + t.global[2] == 0) groups[0] = static_cast<int>(hc_get_num_groups(0));
  }).wait();
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 6; ++y)
      for (int x = 0; x < 16; ++x) CHECK(wrong(z, y, x) == 0);
  CHECK(groups[0] == 2);
  return failures();
}
