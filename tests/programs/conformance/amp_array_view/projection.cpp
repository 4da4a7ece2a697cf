// rows: amp.5.2.projection
#include <amp.h>

#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(60);
  array_view<int, 3> v(3, 4, 5, data);
  array_view<const int, 3> constant(v);
  array_view<int, 2> plane = v[1];
  array_view<int, 1> row = v[2][3];
  array_view<const int, 2> read_only = constant(2);
  CHECK(plane.extent == extent<2>(4, 5) && plane(0, 0) == 20 && row.extent[0] == 5 && row[4] == 59);
  CHECK(read_only(3, 4) == 59 && v[0][1][2] == 7 && constant[0](1)(2) == 7);
  static_assert(std::is_same<decltype(v[0][0][0]), int&>::value, "");
  static_assert(std::is_same<decltype(constant[0][0][0]), const int&>::value, "");
  v[0][0][0] = 500;
  array_view<int, 2> part = v.section(1, 1, 1, 2, 3, 4)[1];  // of a section
  CHECK(part.extent == extent<2>(3, 4) && part(0, 0) == 46);
  parallel_for_each(
      row.extent, [=](index<1> i) restrict(amp) {
        row[i] += v[0][0][0];
        v[1][i[0] % 4][i[0]] = 0;
      });
  CHECK(v(2, 3, 4) == 559 && v(1, 3, 3) == 0 && v(1, 3, 4) == 39);
  return failures();
}
