// rows: amp.2.4.3.captures, amp.2.3.kernels
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct scale {
  int factor;
  int bias[2];
};
struct fill {
  array_view<int> v;
  scale s;
  void operator()(index<1> i) const restrict(amp) { v[i] += s.factor; }
};
struct owner {
  int factor;
  void run(array_view<int> v) const {
    const int copy = factor;
    parallel_for_each(v.get_extent(), [=](index<1> i) restrict(amp) { v[i] *= copy; });
  }
};

int main() {
  array<int> a(4), b(4);
  array_view<int> v(4);
  const scale s = {3, {1, 2}};
  const bool yes = true, no = false;
  parallel_for_each(
      v.get_extent(), [ =, &a, &b ](index<1> i) restrict(amp) {
        a[i] = s.factor;
        b[i] = s.bias[1] + (yes && !no);
        v[i] = a[i] + b[i];
      });
  CHECK(v[0] == 6);
  parallel_for_each(v.get_extent(), [&a, v ](index<1> i) restrict(amp) { v[i] += a[i]; });
  CHECK(v[1] == 9);
  parallel_for_each(v.get_extent(), fill{v, s});
  CHECK(v[2] == 12);
  owner{2}.run(v);
  CHECK(v[3] == 24);
  return failures();
}
