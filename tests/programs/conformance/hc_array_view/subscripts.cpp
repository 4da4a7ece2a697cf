// rows: hc.array_view.subscript
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(64);
  hc::array_view<int> table(64, data), out(64);
  hc::array_view<int, 2> grid(8, 8, data);
  hc::parallel_for_each(out.get_extent().tile(16), [=](hc::tiled_index<1> t) [[hc]] {
    out(t) = table(t) + table[t.global[0]] + table(t.global[0]);
  });
  CHECK(out[63] == 189 && out(1) == 3 && out[hc::index<1>(2)] == 6 && out.get_ref(hc::index<1>(3)) == 9);
  hc::array_view<int, 2> seen(8, 8);
  hc::parallel_for_each(seen.get_extent().tile(4, 4), [=](hc::tiled_index<2> t) [[hc]] {
    seen[t] = grid(t.global[0], t.global[1]) + grid[t.global[0]][t.global[1]];
  });
  CHECK(seen(7, 7) == 126 && seen[1][0] == 16);
  table.data()[5] = 55;
  CHECK(table[5] == 55 && table.data() == data.data());
  return failures();
}
