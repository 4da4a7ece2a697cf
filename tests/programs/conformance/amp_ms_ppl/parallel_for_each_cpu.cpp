// rows: amp.ms.ppl.parallel_for_each
#include <amp.h>
#include <ppl.h>

#include <list>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  parallel_for_each(values.begin(), values.end(), [](int& x) { x = x * x; });
  concurrency::parallel_for_each(begin(values), end(values), [](int& x) { x += 1; });
  std::list<int> list(values.begin(), values.end());
  parallel_for_each(list.begin(), list.end(), [](int& x) { x = -x; });
  int sum = 0;
  for (int x : list) sum += x;
  CHECK(values[31] == 962 && sum == -332834500);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
