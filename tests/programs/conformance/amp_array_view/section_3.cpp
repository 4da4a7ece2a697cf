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
  std::vector<int> data = numbers(120);
  array_view<int, 3> v(4, 5, 6, data);
  array_view<const int, 3> constant(v);
  const index<3> origin(1, 2, 3), last(1, 2, 1);
  const extent<3> size(2, 3, 2);
  array_view<int, 3> a = v.section(origin, size), b = v.section(1, 2, 3, 2, 3, 2);
  array_view<const int, 3> c = constant.section(origin, size);
  CHECK(a.extent == size && b.extent == size && c.extent == size);
  CHECK(a[index<3>()] == 45 && b[last] == 88 && c(last) == 88);
  CHECK(v.section(origin).extent == extent<3>(3, 3, 3) && v.section(origin)[last] == 88);
  CHECK(v.section(size).extent == size && v.section(size)[index<3>()] == 0);
  array_view<int, 3> inner = a.section(index<3>() + 1);
  CHECK(inner.extent == size - 1 && inner[last - 1] == 88);
  parallel_for_each(a.extent, [=](index<3> i) restrict(amp) { a[i] = -1; });
  v.synchronize();
  int changed = 0;
  for (int value : data) changed += value == -1;
  CHECK(changed == 12 && data[45] == -1 && data[88] == -1 && data[44] == 44);
  CHECK_THROWS(v.section(origin, v.extent), runtime_exception, "");
  CHECK_THROWS(v.section(index<3>() - 1, size), runtime_exception, "");
  CHECK_THROWS(v.section(origin, size - size), runtime_exception, "");
  return failures();
}
