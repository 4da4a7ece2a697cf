// rows: amp.5.2.pointer_constructors, amp.5.2.c_array_constructors
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  int plain[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  array_view<int> a(12, plain), b(extent<1>(12), &plain[0]), c(plain);
  array_view<int, 2> d(3, 4, plain), e(extent<2>(3, 4), plain);
  array_view<int, 3> f(1, 3, 4, plain);
  CHECK(a[11] == 11 && b[3] == 3 && c.extent[0] == 12 && d(2, 3) == 11 && e(1, 0) == 4 && f(0, 2, 2) == 10);
  parallel_for_each(d.extent, [=](index<2> i) restrict(amp) { d[i] += 100; });
  d.synchronize();
  CHECK(plain[11] == 111 && plain[0] == 100);
  return failures();
}
