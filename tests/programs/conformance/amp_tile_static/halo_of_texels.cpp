// rows: amp.2.5.tile_static
// A tile with its neighbours' edges: which edge a work-item brings is told by its number in the tile.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

constexpr int rows = 48, columns = 64, side = 8;

inline int within(int v, int last) restrict(cpu, amp) { return v < 0 ? 0 : v > last ? last : v; }

int main() {
  std::vector<float_2> start(rows * columns);
  for (int i = 0; i < rows * columns; ++i) start[i] = float_2(float(i % 89), float(i % 97));
  const texture<float_2, 2> in(rows, columns, start.begin(), start.end());
  texture<float, 2> result(rows, columns);
  const writeonly_texture_view<float, 2> out(result);
  parallel_for_each(in.extent.tile<side, side>(), [=, &in](tiled_index<side, side> t) restrict(amp) {
    tile_static float_2 s[side + 2][side + 2];
    const int y = t.global[0], x = t.global[1], ly = t.local[0] + 1, lx = t.local[1] + 1;
    s[ly][lx] = in(y, x);
    if (ly == 1) s[0][lx] = in(within(y - 1, rows - 1), x);
    if (ly == side) s[side + 1][lx] = in(within(y + 1, rows - 1), x);
    if (lx == 1) s[ly][0] = in(y, within(x - 1, columns - 1));
    if (lx == side) s[ly][side + 1] = in(y, within(x + 1, columns - 1));
    t.barrier.wait_with_tile_static_memory_fence();
    out.set(t.global, s[ly][lx + 1].x - s[ly][lx - 1].x + s[ly + 1][lx].y - s[ly - 1][lx].y);
  });
  std::vector<float> found(rows * columns);
  copy(result, found.begin());
  const auto at = [&](int y, int x) { return start[within(y, rows - 1) * columns + within(x, columns - 1)]; };
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      CHECK(found[y * columns + x] ==
            at(y, x + 1).x - at(y, x - 1).x + at(y + 1, x).y - at(y - 1, x).y);
  return failures();
}
