// rows: amp.10.1.capture, amp.10.5.get
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

/// Transposes an image by tiles.
int main() {
  std::vector<unsigned> values(16 * 16);
  for (unsigned k = 0; k < 256; ++k) values[k] = k;
  texture<uint, 2> t(16, 16, 8u), out(16, 16, 8u);
  copy(values.begin(), values.end(), t);
  const texture_view<const uint, 2> v(t);
  parallel_for_each(t.extent.tile<8, 8>(), [=, &out](tiled_index<8, 8> i) restrict(amp) {
    tile_static uint block[8][8];
    block[i.local[0]][i.local[1]] = v[i.global];
    i.barrier.wait();
    const index<2> to(i.tile[1] * 8 + i.local[0], i.tile[0] * 8 + i.local[1]);
    out.set(to, block[i.local[1]][i.local[0]]);
  });
  std::vector<unsigned> turned(256);
  copy(out, turned.begin());
  for (int r = 0; r < 16; ++r)
    for (int c = 0; c < 16; ++c) CHECK(turned[r * 16 + c] == values[c * 16 + r]);
  return failures();
}
