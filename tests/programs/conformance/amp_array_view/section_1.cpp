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
  std::vector<int> data = numbers(20);
  array_view<int, 1> v(20, data);
  array_view<const int, 1> constant(v);
  const index<1> origin(4), last(6);
  const extent<1> size(7);
  array_view<int, 1> a = v.section(origin, size), b = v.section(4, 7);
  array_view<const int, 1> c = constant.section(origin, size);
  CHECK(a.extent == size && b.extent == size && c.extent == size);
  CHECK(a[index<1>()] == 4 && b[last] == 10 && c(last) == 10);
  CHECK(v.section(origin).extent == extent<1>(16) && v.section(origin)[last] == 10);
  CHECK(v.section(size).extent == size && v.section(size)[index<1>()] == 0);
  array_view<int, 1> inner = a.section(index<1>() + 1);
  CHECK(inner.extent == size - 1 && inner[last - 1] == 10);
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = -1; });
  v.synchronize();
  int changed = 0;
  for (int value : data) changed += value == -1;
  CHECK(changed == 7 && data[4] == -1 && data[10] == -1 && data[3] == 3);
  CHECK_THROWS(v.section(origin, v.extent), runtime_exception, "");
  CHECK_THROWS(v.section(index<1>() - 1, size), runtime_exception, "");
  CHECK_THROWS(v.section(origin, size - size), runtime_exception, "");
  return failures();
}
