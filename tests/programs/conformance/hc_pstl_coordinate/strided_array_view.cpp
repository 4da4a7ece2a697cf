// rows: hc.coordinate.strided_array_view
// ptx: none
#include <array_view>
#include <vector>

#include "check.hpp"

int main() {
  std::vector<int> v(24);
  for (int i = 0; i < 24; ++i) v[i] = i;
  const std::array_view<int, 2> grid(v, {4, 6});
  const std::strided_array_view<int, 2> part = grid.section({1, 2}, {2, 3});
  CHECK((part[{0, 0}] == 8) && (part[{1, 2}] == 16) && part.size() == 6);
  CHECK((part.bounds() == std::bounds<2>{2, 3}) && (part.stride() == std::offset<2>{6, 1}));
  CHECK(part[1][0] == 14 && (part.section({1, 1})[{0, 1}] == 16));
  const std::strided_array_view<const int, 2> constant = part, whole = grid;
  CHECK((constant[{1, 1}] == 15) && whole.size() == 24 &&
        (grid.section({3, 4}).bounds() == std::bounds<2>{1, 2}));
  const std::strided_array_view<int, 1> column(&v[1], 4, 6);
  int sum = 0;
  for (const auto& place : column.bounds()) sum += column[place];
  CHECK(sum == 1 + 7 + 13 + 19);
  for (const auto& place : part.bounds()) part[place] = 0;
  CHECK(v[8] == 0 && v[16] == 0 && v[11] == 11 && v[12] == 12);
  CHECK((std::strided_array_view<int, 2>().size() == 0));
  return failures();
}
