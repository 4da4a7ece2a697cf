// rows: amp.ms.ppl.parallel_invoke
#include <amp.h>
#include <ppl.h>

#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  int a = 0, b = 0, c = 0;
  parallel_invoke([&] { a = 1; }, [&] { b = 2; }, [&] { parallel_for(0, 1, [&](int) { c = 3; }); });
  CHECK(a == 1 && b == 2 && c == 3);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
