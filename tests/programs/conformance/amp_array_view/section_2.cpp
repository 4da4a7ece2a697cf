// rows: amp.5.2.section
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
  std::vector<int> data = numbers(48);
  array_view<int, 2> v(6, 8, data);
  array_view<const int, 2> constant(v);
  const index<2> origin(2, 3), last(2, 3);
  const extent<2> size(3, 4);
  array_view<int, 2> a = v.section(origin, size), b = v.section(2, 3, 3, 4);
  array_view<const int, 2> c = constant.section(origin, size);
  CHECK(a.extent == size && b.extent == size && c.extent == size);
  CHECK(a[index<2>()] == 19 && b[last] == 38 && c(last) == 38);
  CHECK(v.section(origin).extent == extent<2>(4, 5) && v.section(origin)[last] == 38);
  CHECK(v.section(size).extent == size && v.section(size)[index<2>()] == 0);
  array_view<int, 2> inner = a.section(index<2>() + 1);
  CHECK(inner.extent == size - 1 && inner[last - 1] == 38);
  parallel_for_each(a.extent, [=](index<2> i) restrict(amp) { a[i] = -1; });
  v.synchronize();
  int changed = 0;
  for (int value : data) changed += value == -1;
  CHECK(changed == 12 && data[19] == -1 && data[38] == -1 && data[18] == 18);
  CHECK_THROWS(v.section(origin, v.extent), runtime_exception, "");
  CHECK_THROWS(v.section(index<2>() - 1, size), runtime_exception, "");
  CHECK_THROWS(v.section(origin, size - size), runtime_exception, "");
  return failures();
}
