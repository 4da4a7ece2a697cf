// rows: amp.ms.ppl.parallel_for
#include <amp.h>
#include <ppl.h>

#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> values(1000);
  parallel_for(0, 1000, [&](int i) { values[i] = i; });
  parallel_for(size_t(0), values.size(), [&](size_t i) { values[i] *= 2; });
  parallel_for(1, 1000, 2, [&](int i) { values[i] = -1; });
  parallel_for(5, 5, [&](int) { values[0] = 99; });
  parallel_for(0, 10, [&](int i) { values[i] += 1; }, static_partitioner());
  CHECK(values[0] == 1 && values[1] == 0 && values[998] == 1996 && values[999] == -1);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
