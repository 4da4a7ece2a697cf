// rows: amp.ms.ppl.algorithms
#include <amp.h>
#include <ppl.h>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> a(5000), b(5000), c(5000);
  std::iota(a.begin(), a.end(), 0);
  parallel_transform(a.begin(), a.end(), b.begin(), [](int x) { return x * 2; });
  parallel_transform(a.begin(), a.end(), b.begin(), c.begin(), [](int x, int y) { return x + y; });
  CHECK(b[4999] == 9998 && c[4999] == 14997 && parallel_reduce(a.begin(), a.end(), 0) == 12497500);
  CHECK(parallel_reduce(a.begin(), a.end(), 0, [](int x, int y) { return x > y ? x : y; }) == 4999);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
