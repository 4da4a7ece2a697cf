// rows: amp.5.2.view_as
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(24);
  array_view<int> v(24, data);
  array_view<int, 2> table = v.view_as(extent<2>(4, 6));
  array_view<const int, 3> cube = array_view<const int>(v).view_as(extent<3>(2, 3, 4));
  CHECK(table(3, 5) == 23 && cube(1, 1, 1) == 17 && v.view_as(extent<2>(2, 3)).extent.size() == 6);
  CHECK(v.section(6, 12).view_as(extent<2>(3, 4))(2, 3) == 17);
  CHECK_THROWS(v.view_as(extent<2>(5, 5)), runtime_exception, "");
  // Sizes whose product looks small: negative ones, none, and more elements than 64 bits can count.
  CHECK_THROWS(v.view_as(extent<2>(-2, -2)), runtime_exception, "");
  CHECK_THROWS(v.view_as(extent<2>(0, 4)), runtime_exception, "");
  const int wide[] = {65536, 65536, 65536, 65536};
  CHECK_THROWS(v.view_as(extent<4>(wide)), runtime_exception, "");
  parallel_for_each(table.extent, [=](index<2> i) restrict(amp) { table[i] = i[0] * 100 + i[1]; });
  CHECK(v[23] == 305 && v[6] == 100);
  return failures();
}
