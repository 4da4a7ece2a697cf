// rows: amp.5.1.view_as
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
  const std::vector<int> data = numbers(24);
  array<int, 1> a(24, data.begin());
  array<int, 2> b(4, 6, data.begin());
  array_view<int, 2> wide = a.view_as(extent<2>(3, 8));
  array_view<int, 3> deep = b.view_as(extent<3>(2, 3, 4));
  CHECK(wide(2, 7) == 23 && deep(1, 2, 3) == 23 && deep(0, 1, 1) == 5);
  const array<int, 2>& constant = b;
  array_view<const int, 1> line = constant.view_as(extent<1>(20));
  CHECK(line.extent[0] == 20 && line[19] == 19);
  CHECK_THROWS(a.view_as(extent<2>(5, 5)), runtime_exception, "");
  parallel_for_each(extent<1>(1), [&a](index<1>) restrict(amp) { a.view_as(extent<2>(4, 6))(3, 5) = -5; });
  CHECK(std::vector<int>(a)[23] == -5);
  return failures();
}
