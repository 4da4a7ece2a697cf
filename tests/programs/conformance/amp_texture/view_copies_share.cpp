// rows: amp.10.4.copy, amp.10.4.set, amp.10.4.get, amp.10.5.copy, amp.10.5.get, amp.10.2.set, amp.10.2.copy
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<float_2, 2> t(2, 2), other(1, 1);
  texture_view<float_2, 2> a(t), b(a), c(other);
  c = a;
  CHECK(c.extent == t.extent);
  writeonly_texture_view<float_2, 2> w(other), x(w);
  w = writeonly_texture_view<float_2, 2>(t);
  CHECK(w.extent == t.extent && x.extent == other.extent);
  parallel_for_each(t.extent, [=](index<2> i) restrict(amp) {
    if (i[0] == 0)
      b.set(i, float_2(1.0f, 2.0f));
    else
      w.set(i, float_2(3.0f, 4.0f));
  });
  texture_view<const float_2, 2> r(c), s(t), u(other);
  u = r;
  array_view<float_2, 1> sum(1);
  parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) {
    sum[i] = r(0, 1) + s.get(index<2>(1, 0)) * 10 + c[index<2>(1, 1)] * 100 + u(0, 0) * 1000;
  });
  CHECK(sum[0] == float_2(1331.0f, 2442.0f));
  return failures();
}
