// rows: amp.5.2.discard_data
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
  std::vector<int> data = numbers(64);
  array_view<int, 2> v(8, 8, data);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = i[0] - i[1]; });
  v.synchronize();
  CHECK(data[63] == 0 && data[7] == -7 && data[56] == 7);
  array_view<int, 2> part = v.section(2, 2, 3, 3);
  part.discard_data();  // the elements around it must survive
  parallel_for_each(part.extent, [=](index<2> i) restrict(amp) { part[i] = 50; });
  v.synchronize();
  CHECK(data[0] == 0 && data[7] == -7 && data[18] == 50 && data[36] == 50 && data[37] == -1);
  return failures();
}
