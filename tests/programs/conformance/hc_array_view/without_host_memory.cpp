// rows: hc.array_view.no_source
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::array_view<int> a(50), b(50);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] { a[i] = i[0]; });  // first on the device
  CHECK(a[49] == 49);
  b[7] = 7;  // first on the host
  hc::parallel_for_each(b.get_extent(), [=](hc::index<1> i) [[hc]] { b[i] += a[i]; });
  CHECK(b[7] == 14 && b[8] == 8);
  hc::array_view<int> fresh(50);
  std::vector<int> data(50, 3), out(50, -1);
  hc::copy(data.begin(), data.end(), fresh);
  CHECK(fresh[49] == 3);
  hc::array_view<int> zeros(50);
  hc::copy(zeros, out.begin());  // never written
  CHECK(out[0] == 0 && out[49] == 0);
  hc::array_view<int> target(50);
  hc::copy(a, target);
  CHECK(target[20] == 20);
  return failures();
}
