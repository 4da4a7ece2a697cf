// rows: hc.tiled_extent
#include <hc.hpp>

#include "check.hpp"

int main() {
  const hc::tiled_extent<1> a = hc::extent<1>(100).tile(7);
  const hc::tiled_extent<2> b = hc::extent<2>(20, 30).tile(4, 8), c(20, 30, 4, 8, 64);
  const hc::tiled_extent<3> d = hc::extent<3>(5, 6, 7).tile_with_dynamic(1, 2, 4, 256),
                            e(hc::extent<3>(5, 6, 7), 1, 2, 4);
  CHECK(a.tile_dim[0] == 7 && a[0] == 100 && b.tile_dim[1] == 8 && b[1] == 30 && b == c && d == e);
  CHECK(a.get_dynamic_group_segment_size() == 0 && c.get_dynamic_group_segment_size() == 64);
  CHECK(d.get_dynamic_group_segment_size() == 256 && d.tile_dim[2] == 4);
  hc::tiled_extent<1> changed(a);
  changed.set_dynamic_group_segment_size(128);
  CHECK(changed.get_dynamic_group_segment_size() == 128);
  CHECK(hc::extent<1>(100).tile_with_dynamic(10, 32).get_dynamic_group_segment_size() == 32);
  CHECK(a.pad()[0] == 105 && a.truncate()[0] == 98 && b.pad() == hc::extent<2>(20, 32));
  CHECK(hc::extent<1>(0).tile(0).tile_dim[0] == 0);  // no check before a launch
  return failures();
}
