// rows: amp.5.2.refresh
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
  std::vector<int> data = numbers(10);
  array_view<int> v(10, data);
  array_view<int> sum(1);
  parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = v[9]; });
  CHECK(sum[0] == 9);
  v.synchronize();
  data[9] = 90;
  v.refresh();
  parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = v[9]; });
  CHECK(sum[0] == 90);
  // What has no host memory under it has nothing to be read again.
  sum.refresh();
  CHECK(sum[0] == 90);
  array<int, 1> a(3);
  array_view<int> of_array(a);
  of_array[0] = 1;
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] = 5; });
  of_array.refresh();
  CHECK(of_array[0] == 5);
  return failures();
}
