// rows: hc.grid_launch.attribute
#include <grid_launch.hpp>

#include "check.hpp"

#define KERNEL __attribute__((hc_grid_launch))

struct pair {
  int a, b;
};

__attribute__((hc_grid_launch)) void add(grid_launch_parm lp, float* c, const float* a, pair p, int n) {
  const int i = lp.group_dim.x * hc_get_group_id(0) + hc_get_workitem_id(0);
  if (i >= n) return;
  c[i] += a[i] + p.a * p.b;
}
template <class T>
KERNEL void reverse(const grid_launch_parm lp, T* data) {
  tile_static T tile[64];
  const int l = hc_get_workitem_id(0), n = hc_get_group_size(0), first = hc_get_group_id(0) * n;
  tile[l] = data[first + l];
  hc_barrier(CLK_LOCAL_MEM_FENCE);
  data[first + l] = tile[n - 1 - l];
}
// One that launches the others is none itself.
void run(grid_launch_parm lp, float* c, const float* a) {
  add(lp, c, a, {2, 5}, 100);
  reverse<float>(lp, c);
}

int main() {
  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array<float> a(128, view), c(128, view);
  std::vector<float> values(128);
  for (int i = 0; i < 128; ++i) values[i] = i;
  hc::copy(values.begin(), values.end(), a);
  hc::copy(values.begin(), values.end(), c);
  grid_launch_parm lp;
  grid_launch_init(&lp);
  hc::completion_future done;
  lp.grid_dim = gl_dim3(2);
  lp.group_dim = gl_dim3(64);
  lp.av = &view;
  lp.cf = &done;
  run(lp, c.accelerator_pointer(), a.accelerator_pointer());
  done.wait();
  hc::copy(c, values.begin());
  CHECK(values[63] == 10 && values[0] == 63 * 2 + 10 && values[127] == 64 * 2 + 10 && values[64] == 127);
  lp.barrier_bit = barrier_bit_wait;
  lp.cf = nullptr;
  add(lp, c.accelerator_pointer(), a.accelerator_pointer(), {1, 1}, 1);
  hc::copy(c, values.begin());
  CHECK(values[0] == 63 * 2 + 11);
  return failures();
}
