// rows: hc.headers.both
#include <amp.h>
#include <hc.hpp>

#include <cstring>

#include "check.hpp"

int both(int x) restrict(cpu, amp) { return x + 1; }
int hc_both(int x) [[cpu, hc]] { return x + 2; }

int main() {
  concurrency::array_view<int> a(2);
  hc::array_view<int> h(2);
  concurrency::parallel_for_each(a.extent, [=](concurrency::index<1> i) restrict(amp) { a[i] = both(i[0]) + hc_both(0); });
  hc::parallel_for_each(h.get_extent(), [=](hc::index<1> i) [[hc]] { h[i] = hc_both(i[0]) * both(1); }).wait();
  CHECK(a[1] == 4 && h[1] == 6);
  hc::index<1> i = concurrency::index<1>(1);
  CHECK(i[0] == 1 && hc::accelerator() == concurrency::accelerator());
  return failures();
}
