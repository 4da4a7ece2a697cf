// rows: amp.5.2.extent_constructors
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array_view<int> a(10), b(extent<1>(10));
  array_view<int, 2> c(3, 4), d(extent<2>(3, 4));
  array_view<int, 3> e(2, 3, 4);
  CHECK(a.extent[0] == 10 && c.extent == d.extent && e.extent.size() == 24);
  parallel_for_each(c.extent, [=](index<2> i) restrict(amp) { c[i] = i[0] * 10 + i[1]; });
  CHECK(c(2, 3) == 23);
  b[3] = 5;  // the host may come first
  parallel_for_each(b.extent, [=](index<1> i) restrict(amp) { b[i] += 1; });
  CHECK(b[3] == 6 && b[4] == 1);
  std::vector<int> out(12);
  copy(c, out.begin());
  CHECK(out[11] == 23);
  CHECK_THROWS(a.get_source_accelerator_view(), runtime_exception, "");
  return failures();
}
