// rows: amp.10.8.comparison
#include <amp.h>
#include <amp_short_vectors.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

template <class T>
int wrong(T low, T high) restrict(cpu, amp) {
  const T same = low;
  int bad = 0;
  bad += !(low == same) || (low == high) || (low != same) || !(low != high);
  bad += !(low < high) || (high < low) || (low < same) || !(high > low) || (low > high);
  bad += !(low <= same) || !(low <= high) || (high <= low) || !(high >= low) || !(low >= same) || (low >= high);
  return bad;
}

int main() {
  CHECK(wrong(norm(-0.5f), norm(0.25f)) == 0 && wrong(unorm(0.125f), unorm(0.25f)) == 0);
  array_view<int, 1> bad(2);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    bad[0] = wrong(norm(-0.5f), norm(0.25f));
    bad[1] = wrong(unorm(0.125f), unorm(0.25f));
  });
  CHECK(bad[0] == 0 && bad[1] == 0);
  return failures();
}
