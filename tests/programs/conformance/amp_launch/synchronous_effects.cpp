// rows: amp.7.synchronous
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(10, 1);
  array_view<int, 1> v(10, data);
  int rounds = 0;
  for (; rounds < 20; ++rounds)
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += rounds; });
  CHECK(v[9] == 1 + 190);
  return failures();
}
