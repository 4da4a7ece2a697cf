// rows: hc.parallel_for_each.extent
// A volatile private variable keeps what it was given, whatever is stored there afterwards.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

int main() {
  const int n = 100;
  std::vector<int> a(n), b(n);
  for (int i = 0; i < n; ++i) a[i] = i * 3;
  {
    hc::array_view<int> from(n, a), to(n, b);
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
      volatile int kept = from[i];
      for (int k = 0; k < 3; ++k) {
        from[i] += 7;
        to[i] += kept;
      }
    });
  }
  for (int i = 0; i < n; ++i) CHECK(a[i] == i * 3 + 21 && b[i] == i * 9);
  return failures();
}
