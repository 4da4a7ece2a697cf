// rows: hc.parallel_for_each.extent
// What the last compare-and-exchange of a loop has found is used after the loop.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

int main() {
  constexpr int items = 64;
  std::vector<int> cells(items), found(items), done(items);
  {
    hc::array_view<int, 1> cell(items, cells), value(items, found), flag(items, done);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
      int expected = 0, turns = i[0] % 7;
      bool is_done;
      do {
        expected = i[0] % 5;
        is_done = hc::atomic_compare_exchange(&cell[i], &expected, turns + 1);
      } while (--turns > 0);
      value[i] = expected;
      flag[i] = is_done ? 3 : 4;
    });
  }
  for (int i = 0; i < items; ++i) {
    int cell = 0, expected = 0, turns = i % 7;
    bool is_done;
    do {
      expected = i % 5;
      is_done = cell == expected;
      if (is_done)
        cell = turns + 1;
      else
        expected = cell;
    } while (--turns > 0);
    CHECK(cells[i] == cell && found[i] == expected && done[i] == (is_done ? 3 : 4));
  }
  return failures();
}
