// rows: amp.2.4.3.tile_static, amp.2.3.kernel_parameter, amp.4.tiles
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct cell {
  int n;
  float f;
};

int shared_sum(int n, tiled_index<32> i) restrict(amp) {
  tile_static int sum;
  tile_static cell cells[32];
  if (i.local[0] == 0) sum = 0;
  cells[i.local[0]].n = n;
  i.barrier.wait();
  if (i.local[0] == 0) {
    for (int k = 0; k < 32; ++k) sum += cells[k].n;
  }
  i.barrier.wait();
  return sum;
}

int main() {
  array_view<int> v(64);
  parallel_for_each(
      v.get_extent().tile<32>(), [=](tiled_index<32> i) restrict(amp) {
        v[i.global] = shared_sum(i.local[0], i);
      });
  CHECK(v[0] == 31 * 16);
  CHECK(v[63] == 31 * 16);
  array_view<int, 2> w(32, 32);
  parallel_for_each(
      w.get_extent().tile<32, 32>(), [=](tiled_index<32, 32> i) restrict(amp) { w[i.global] = 1; });
  CHECK(w(31, 31) == 1);
  return failures();
}
