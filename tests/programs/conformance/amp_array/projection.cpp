// rows: amp.5.1.projection
#include <amp.h>

#include <type_traits>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 3> a(3, 4, 5);
  parallel_for_each(a.extent, [&](index<3> i) restrict(amp) { a[i] = i[0] * 100 + i[1] * 10 + i[2]; });
  array_view<int, 2> plane = a[2];
  CHECK(plane.extent == extent<2>(4, 5) && plane(3, 4) == 234 && a[1][2][3] == 123);
  const array<int, 3>& constant = a;
  array_view<const int, 2> read_only = constant[1];
  CHECK(read_only(0, 0) == 100 && constant(2)(1)(1) == 211);
  static_assert(std::is_same<decltype(constant[0]), array_view<const int, 2>>::value, "");
  static_assert(std::is_same<decltype(a[0]), array_view<int, 2>>::value, "");
  array_view<int, 1> seen(5);
  parallel_for_each(
      seen.extent, [&a, seen ](index<1> i) restrict(amp) {
        array_view<int, 1> row = a[1][3];
        seen[i] = row[i];
        row[i] = -1;
      });
  CHECK(seen[4] == 134 && a[1][3][4] == -1 && a[1][2][4] == 124);
  return failures();
}
