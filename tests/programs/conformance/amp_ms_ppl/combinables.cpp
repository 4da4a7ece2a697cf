// rows: amp.ms.ppl.combinable
#include <amp.h>
#include <ppl.h>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  combinable<int> sums;
  parallel_for(0, 1000, [&](int i) { sums.local() += i; });
  CHECK(sums.combine(std::plus<int>()) == 499500);
  combinable<int> ones([] { return 1; });
  ones.local() += 1;
  int total = 0;
  ones.combine_each([&](int x) { total += x; });
  CHECK(total == 2);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
