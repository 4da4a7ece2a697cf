// rows: hc.coordinate.array_view
// ptx: none
#include <array_view>
#include <type_traits>
#include <vector>

#include "check.hpp"

static_assert(std::is_same<std::array_view<int>, std::experimental::array_view<int, 1>>::value,
              "rank 1 by default");
static_assert(!std::is_convertible<std::array_view<const int>, std::array_view<int>>::value, "const stays");

int main() {
  std::vector<int> v(24);
  for (int i = 0; i < 24; ++i) v[i] = i;
  const std::array_view<int, 2> grid(v, {4, 6});
  CHECK((grid[{2, 3}] == 15) && grid.size() == 24 && grid.data() == v.data());
  CHECK((grid.stride() == std::offset<2>{6, 1}) && (grid.bounds() == std::bounds<2>{4, 6}));
  grid[{2, 3}] = 100;
  CHECK(v[15] == 100);
  const std::array_view<const int, 2> constant = grid;
  CHECK((constant[{2, 3}] == 100));
  const std::array_view<int, 1> row = grid[1];
  CHECK(row[2] == 8 && row.bounds()[0] == 6);
  const std::array_view<int> flat = grid, all = v;
  CHECK(flat.size() == 24 && flat[23] == 23 && all[7] == 7);
  const std::array_view<int, 3> cube(flat, {2, 3, 4});
  CHECK((cube[{1, 1, 1}] == 17) && (cube[1][2][3] == 23));
  int raw[5] = {1, 2, 3, 4, 5};
  const std::array_view<int> five = raw;
  const std::array_view<int, 2> pointed(raw, {2, 2});
  CHECK(five.size() == 5 && five[4] == 5 && (pointed[{1, 1}] == 4));
  const std::array_view<int, 3> none;
  CHECK(none.size() == 0 && none.data() == nullptr);
  int sum = 0;
  for (const auto& place : grid.bounds()) sum += grid[place];
  CHECK(sum == 24 * 23 / 2 + 85);
  return failures();
}
