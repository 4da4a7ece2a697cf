// rows: hc.grid_launch.attribute
// Functions that launch their bodies hold their parameters, and are looked at as other kernels are.
// ptx: none
#include <hc.hpp>

#include <grid_launch.hpp>
#include <vector>

struct data {
  int n;
};

__attribute__((hc_grid_launch)) void reverse(
    grid_launch_parm lp, int* p,
    std::vector<int> v,  // expected-error {{owns memory of the host}}
    std::vector<int> unused, data d) {
  tile_static int a[64];
  const int l = hc_get_workitem_id(0);
  a[l] = p[l];
  p[l] = a[63 - l] + v[l] + d.n;  // expected-warning {{no barrier is between}}
}
__attribute__((hc_grid_launch)) void in_order(grid_launch_parm lp, int* p, data d) {
  tile_static int a[64];
  const int l = hc_get_workitem_id(0);
  a[l] = p[l];
  hc_barrier(0);
  p[l] = a[63 - l] + d.n;
}

int main() { return 0; }
