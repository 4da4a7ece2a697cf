// rows: amp.5.3.order
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 1> a(5000);
  std::vector<int> out(5000);
  for (int round = 1; round <= 5; ++round) {
    parallel_for_each(a.extent, [&a, round ](index<1> i) restrict(amp) { a[i] = i[0] * round; });
    copy(a, out.begin());
    CHECK(out[4999] == 4999 * round);
    out[0] = round;
    copy(out.begin(), a);
    parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] += 1; });
    CHECK(std::vector<int>(a)[0] == round + 1);
  }
  return failures();
}
