// rows: amp.5.2.data
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(16);
  array_view<int> v(16, data);
  array_view<const int> constant(v);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v.data()[i[0]] += constant.data()[0] + 1; });
  const int* current = constant.data();
  CHECK(current[15] == 16 || current[15] == 17);
  int* p = v.data();
  CHECK(p == data.data());
  p[0] = 70;
  CHECK(v.section(4, 4).data() == data.data() + 4);
  array_view<int> out(1);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = v[0]; });
  CHECK(out[0] == 70);
  return failures();
}
