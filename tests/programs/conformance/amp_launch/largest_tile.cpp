// rows: amp.7.tiled
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 1> a(2048);
  parallel_for_each(
      a.extent.tile<1024>(), [&](tiled_index<1024> t) restrict(amp) {
        tile_static int last;
        if (t.local[0] == 1023) last = t.global[0];
        t.barrier.wait();
        a[t] = last;
      });
  const std::vector<int> got = a;
  CHECK(got[0] == 1023 && got[1023] == 1023 && got[1024] == 2047);
  return failures();
}
