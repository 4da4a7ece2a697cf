// rows: hc.copy.order
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::array<int> a(2000);
  std::vector<int> out(2000);
  for (int round = 1; round < 6; ++round) {
    hc::parallel_for_each(a.get_extent(), [&a, round](hc::index<1> i) [[hc]] { a[i] = i[0] * round; });
    std::vector<int> got = a;  // waits
    CHECK(got[1999] == 1999 * round);
    hc::parallel_for_each(a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] += 1; });
    hc::array<int> second(2000);
    hc::copy_async(a, second);
    hc::parallel_for_each(second.get_extent(), [&second](hc::index<1> i) [[hc]] { second[i] += 1; });
    hc::copy(second, out.begin());
    CHECK(out[1999] == 1999 * round + 2);
  }
  return failures();
}
