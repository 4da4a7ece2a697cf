// rows: amp.5.1.section
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
  const std::vector<int> data = numbers(48);
  array<int, 2> a(6, 8, data.begin());
  array_view<int, 2> all[] = {a.section(index<2>(2, 3), extent<2>(3, 4)), a.section(2, 3, 3, 4)};
  for (const array_view<int, 2>& part : all) {
    CHECK(part.extent == extent<2>(3, 4) && part(0, 0) == 19 && part(2, 3) == 38);
  }
  CHECK(a.section(index<2>(4, 6)).extent == extent<2>(2, 2) && a.section(index<2>(4, 6))(1, 1) == 47);
  CHECK(a.section(extent<2>(2, 2)).extent == extent<2>(2, 2) && a.section(extent<2>(2, 2))(1, 1) == 9);
  const array<int, 2>& constant = a;
  array_view<const int, 2> read_only = constant.section(index<2>(1, 1));
  CHECK(read_only(0, 0) == 9);
  array<int, 1> line(10, data.begin());
  CHECK(line.section(3, 4)[3] == 6 && line.section(index<1>(8)).extent[0] == 2);
  array<int, 3> cube(2, 4, 6, data.begin());
  CHECK(cube.section(1, 1, 2, 1, 2, 3)(0, 1, 2) == 24 + 12 + 4);
  CHECK_THROWS(a.section(4, 4, 3, 3), runtime_exception, "");
  CHECK_THROWS(line.section(index<1>(11)), runtime_exception, "");
  array_view<int, 2> part = a.section(2, 3, 3, 4);
  parallel_for_each(part.extent, [=](index<2> i) restrict(amp) { part[i] = -1; });
  int changed = 0;
  for (int value : std::vector<int>(a)) changed += value == -1;
  CHECK(changed == 12 && part(2, 3) == -1);
  return failures();
}
