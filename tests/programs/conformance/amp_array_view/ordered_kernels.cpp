// rows: amp.5.2.coherence
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<int> data(256, 1);
  array_view<int> a(256, data), b(256);
  for (int round = 0; round < 10; ++round) {
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { b[i] = a[i] + a[255 - i[0]]; });
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = b[i] / 2 + 1; });
    a[0] += 0;  // the host takes part
  }
  a.synchronize();
  CHECK(data[0] == 11 && data[255] == 11);
  return failures();
}
