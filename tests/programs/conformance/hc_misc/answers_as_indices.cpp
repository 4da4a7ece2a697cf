// rows: hc.parallel_for_each.tiled
// Places in private arrays that are 0 or 1 by two questions, of which the first decides whether the other is asked.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

using small = unsigned short;

template <int way>
inline unsigned place(unsigned x) [[cpu, hc]] {
  if (way == 0) return x != 0 && (x & (x - 1)) == 0;
  if (way == 1) return x == 0 ? 1 : x == 64;
  if (way == 2) return x % 3 ? (x & (x - 1)) == 0 : 0;
  return x == 0 ? 2 : x == 64;
}

template <int way>
inline small chosen(unsigned x, int item) [[cpu, hc]] {
  small own[4];
  for (int k = 0; k < 4; ++k) own[k] = static_cast<small>(item * 89 + 1 + k);
  own[place<way>(x) % 4u] = own[x % 4u];
  return own[0];
}

template <int way>
void try_tile(int tile) {
  std::vector<int> out(tile);
  {
    hc::array_view<int, 1> to(tile, out);
    hc::parallel_for_each(hc::extent<1>(tile).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static unsigned cells[256];
      const int item = t.global[0];
      for (int k = t.local[0]; k < 256; k += tile) cells[k] = static_cast<unsigned>(k - 100);
      t.barrier.wait();
      small own[4];
      for (int k = 0; k < 4; ++k) own[k] = static_cast<small>(item * 89 + 1 + k);
      own[place<way>(cells[(item + 4) % tile]) % 4u] = own[cells[(item + 4) % tile] % 4u];
      t.barrier.wait_with_tile_static_memory_fence();
      to[item] = own[0];
    });
  }
  for (int i = 0; i < tile; ++i) CHECK(out[i] == chosen<way>(static_cast<unsigned>((i + 4) % tile - 100), i));
}

int main() {
  for (const int tile : {16, 37, 128, 256}) {
    try_tile<0>(tile);
    try_tile<1>(tile);
    try_tile<2>(tile);
    try_tile<3>(tile);
  }
  return failures();
}
