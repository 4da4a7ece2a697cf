// rows: hc.tile_static.forms
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

// 32 KiB to the last byte, which is what many devices have: nothing is lost between the variables.
int main() {
  const int n = 256, tile = 64, most = 8190;
  array_view<int> v(n);
  parallel_for_each(extent<1>(n).tile(tile), [=](tiled_index<1> t) [[hc]] {
    tile_static int first;
    tile_static int many[most];
    tile_static int last;
    const int l = t.local[0];
    if (l == 0) first = 3;
    if (l == 1) last = 5;
    for (int k = l; k < most; k += tile) many[k] = k;
    t.barrier.wait();
    int sum = first + last;
    for (int k = 0; k < most; k += 273) sum += many[k];
    v[t] = sum + many[most - 1 - l];
  }).wait();
  int steps = 0;
  for (int k = 0; k < most; k += 273) steps += k;
  for (int i = 0; i < n; ++i) CHECK(v[i] == 8 + steps + most - 1 - i % tile);
  return failures();
}
