// rows: hc.language.address_spaces
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

#define GROUP __attribute__((address_space(3)))
#define SHARED static __attribute__((address_space(3)))
#define DYNAMIC(type, name) GROUP type* name = (GROUP type*)get_dynamic_group_segment_base_pointer()
#define DEVICE_MEMORY __attribute__((address_space(1)))

__attribute__((address_space(1))) int table[4] = {1, 2, 3, 4};
static DEVICE_MEMORY unsigned count = 0;

void fill(__attribute__((address_space(3))) int* p, int at, int value) [[hc]] { p[at] = value; }
GROUP void* base() [[hc]] { return (GROUP void*)get_dynamic_group_segment_base_pointer(); }

int main() {
  const int n = 256, tile = 32;  // several tiles: each has its own
  array_view<int> a(n), b(n), c(n);
  parallel_for_each(extent<1>(n).tile_with_dynamic(tile, tile * sizeof(int)), [=](tiled_index<1> t) [[hc]] {
    static __attribute__((address_space(3))) int s[tile];
    SHARED int u[tile], v[tile];
    __attribute__((section("clamp_opencl_local"))) static int w[tile];
    DYNAMIC(int, dynamic);
    const int l = t.local[0], other = tile - 1 - l;
    GROUP int* p = &s[0];
    p[l] = t.global[0];
    u[l] = 2 * t.global[0];
    fill((GROUP int*)&v[0], l, 3);
    w[l] = t.tile[0];
    fill(dynamic, l, 5 * t.global[0]);
    DEVICE_MEMORY unsigned* counter = (DEVICE_MEMORY unsigned*)&count;
    atomic_fetch_add(&*counter, 1u);
    t.barrier.wait();
    a[t] = s[other] + u[other];
    b[t] = v[other] + w[other];
    c[t] = ((GROUP int*)base())[other] + table[l % 4];
  }).wait();
  for (int i = 0; i < n; ++i) {
    const int opposite = i / tile * tile + tile - 1 - i % tile;
    CHECK(a[i] == 3 * opposite && b[i] == 3 + i / tile && c[i] == 5 * opposite + i % tile % 4 + 1);
  }
  unsigned counted = 0;
  accelerator().memcpy_symbol(&count, &counted, sizeof(counted), 0, hcMemcpyDeviceToHost);
  CHECK(counted == n);
  return failures();
}
