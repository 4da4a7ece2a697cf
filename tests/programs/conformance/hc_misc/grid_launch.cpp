// rows: hc.grid_launch.grid_launch_parm
#include <grid_launch.hpp>

#include "check.hpp"

int main() {
  grid_launch_parm lp;
  grid_launch_init(&lp);
  CHECK(lp.grid_dim.x == 1 && lp.group_dim.z == 1 && lp.av != nullptr && lp.cf == nullptr);
  CHECK(lp.dynamic_group_mem_bytes == 0 && lp.barrier_bit == barrier_bit_queue_default);
  lp.grid_dim = gl_dim3(2, 3);
  lp.group_dim = gl_dim3(8, 2, 2);
  hc::array_view<int, 3> out(2, 6, 16);
  hc::parallel_for_each(*lp.av, grid_launch_extent(lp), [=](hc::tiled_index<3> t) [[hc]] {
    out[t] = t.tile[1] * 1000 + t.tile[2] * 100 + t.local[2];
  }).wait();
  CHECK(out(1, 5, 15) == 2107 && out(0, 0, 7) == 7);
  return failures();
}
