// Flat extents that no group size divides: every point is visited once, and nothing past the extent.
#include <amp.h>
#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  int wrong = 0;
  std::vector<int> counts(1, 0);
  array_view<int> count(1, counts);
  for (int n : {1, 7, 561, 1009}) {
    count[0] = 0;
    parallel_for_each(extent<1>(n), [=](index<1>) restrict(amp) { atomic_fetch_add(&count[0], 1); });
    wrong += count[0] != n;
  }
  count[0] = 0;
  parallel_for_each(extent<2>(33, 17), [=](index<2>) restrict(amp) { atomic_fetch_add(&count[0], 1); });
  wrong += count[0] != 33 * 17;
  if (wrong) std::cout << wrong << " launches visited a wrong number of points\n";
  return wrong != 0;
}
