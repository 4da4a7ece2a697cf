// C++ AMP: atomic functions on global and tile_static memory.
#include <amp.h>

#include "check.hpp"

using namespace Concurrency;

int main() {
  array_view<int> v(6);
  array_view<unsigned> u(3);
  array_view<float> f(1);
  v[2] = 1 << 20;
  v[3] = 0xff;
  parallel_for_each(
      extent<1>(4096).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static int group;
        if (t.local[0] == 0) group = 0;
        t.barrier.wait();
        atomic_fetch_add(&group, 1);
        atomic_fetch_inc(&u[0]);
        atomic_fetch_max(&v[1], t.global[0]);
        atomic_fetch_min(&v[2], t.global[0] + 5);
        atomic_fetch_and(&v[3], 0xf0);
        atomic_fetch_or(&u[1], 1u << (t.global[0] % 8));
        atomic_exchange(&f[0], 0.5f);
        t.barrier.wait();
        if (t.local[0] == 0) atomic_fetch_add(&v[0], group);
        int expected = 0;
        if (atomic_compare_exchange(&v[4], &expected, t.global[0] + 1)) atomic_fetch_inc(&v[5]);
      });
  CHECK(v[0] == 4096 && v[1] == 4095 && v[2] == 5 && v[3] == 0xf0 && v[4] != 0 && v[5] == 1);
  CHECK(u[0] == 4096 && u[1] == 0xff && f[0] == 0.5f);
  return failures();
}
