// rows: hc.tiled_index
// Work-items leave one after another, for two reasons, behind a barrier.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int rows = 10, columns = 16;

int main() {
  std::vector<unsigned> found(rows * columns, 5), expected = found;
  hc::array_view<unsigned, 2> out(rows, columns, found);
  hc::parallel_for_each(hc::extent<2>(rows, columns).tile(2, 8), [=](hc::tiled_index<2> t) [[hc]] {
    const int y = t.global[0], x = t.global[1];
    const unsigned value = unsigned(y * columns + x);
    t.barrier.wait();
    if (y >= 9) return;
    if ((y + x) % 3 == 1) return;
    out(y, x) = value / 3 + 100;
  });
  out.synchronize();
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < columns; ++x)
      if ((y + x) % 3 != 1) expected[y * columns + x] = unsigned(y * columns + x) / 3 + 100;
  CHECK(found == expected);
  return failures();
}
