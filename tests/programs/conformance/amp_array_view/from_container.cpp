// rows: amp.5.2.container_constructors, amp.5.2.rank
#include <amp.h>

#include <array>
#include <string>
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
  static_assert(array_view<int>::rank == 1 && array_view<const int, 3>::rank == 3, "");
  static_assert(std::is_same<array_view<int, 2>::value_type, int>::value, "");
  static_assert(std::is_same<array_view<const int, 2>::value_type, const int>::value, "");
  std::vector<int> data = numbers(24);
  std::array<int, 24> fixed;
  fixed.fill(3);
  array_view<int> a(data), b(24, data), c(extent<1>(10), data), d(fixed);
  array_view<int, 2> e(4, 6, data), f(extent<2>(4, 6), fixed);
  array_view<int, 3> g(2, 3, 4, data), h(extent<3>(2, 3, 4), data);
  CHECK(a.extent[0] == 24 && c.extent[0] == 10 && d.extent[0] == 24 && d[23] == 3 && b[5] == 5);
  CHECK(e(3, 5) == 23 && f(3, 5) == 3 && g(1, 2, 3) == 23 && h(1, 0, 0) == 12);
  return failures();
}
