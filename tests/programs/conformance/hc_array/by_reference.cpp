// rows: hc.array.capture
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static void touch(hc::array<int>& a, int i) [[hc]] { a[i] += 1000; }
struct Holder {
  hc::array<int>& array;
  hc::array_view<int> out;
  void operator()(hc::index<1> i) const [[hc]] { out[i] = array[i]; }
};

int main() {
  hc::array<int> a(100), b(100);
  hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = i[0]; });
  hc::parallel_for_each(a.get_extent(), [=, &a, &b](hc::index<1> i) [[hc]] { b(i) = 2 * a(i[0]); });
  hc::parallel_for_each(b.get_extent(), [&b](hc::index<1> i) [[hc]] { touch(b, i[0]); });
  CHECK(std::vector<int>(b)[99] == 1198);
  hc::array_view<int> v(100);
  hc::parallel_for_each(v.get_extent(), Holder{b, v});
  CHECK(v[50] == 1100);
  return failures();
}
