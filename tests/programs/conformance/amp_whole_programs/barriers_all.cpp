// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

void helper(tile_barrier b, int (&s)[16]) restrict(amp) {
  b.wait();
  s[0] = 1;
}

int main() {
  array_view<int> v(64);
  parallel_for_each(
      v.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        tile_static int s[16];
        s[t.local[0]] = t.global[0];
        t.barrier.wait();
        int x = s[15 - t.local[0]];
        t.barrier.wait_with_tile_static_memory_fence();
        s[t.local[0]] = x;
        t.barrier.wait_with_all_memory_fence();
        v[t] = s[0];
        t.barrier.wait_with_global_memory_fence();
        all_memory_fence(t.barrier);
        global_memory_fence(t.barrier);
        tile_static_memory_fence(t.barrier);
        helper(t.barrier, s);
      });
  CHECK(v[0] == 15 && v[63] == 63);
  return failures();
}
