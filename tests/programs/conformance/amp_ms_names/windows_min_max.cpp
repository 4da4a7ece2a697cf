// rows: amp.ms.names.minmax
#include <amp.h>
#include <windows.h>

#include <algorithm>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  CHECK(min(3, 4u) == 3 && max(2.5, 1) == 2.5 && min(size_t(7), 9) == 7);
  std::vector<int> values(4, 2);
  array_view<int> v(4, values);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = max(i[0], 1) + min(v[i], 9); });
  v.synchronize();
  CHECK(values[0] == 3 && values[3] == 5 && std::max(1, 2) == 2);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
