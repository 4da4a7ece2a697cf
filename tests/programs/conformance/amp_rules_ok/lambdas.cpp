// rows: amp.2.4.3.lambdas
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int apply(int n) restrict(amp) {
  auto add = [=](int m) { return n + m; };
  auto twice = [=](int m) restrict(amp) { return 2 * add(m); };
  return twice(1);
}

int main() {
  array<int> a(4);
  array_view<int> v(4);
  auto shift = [](int n) restrict(cpu, amp) { return n + 10; };
  parallel_for_each(
      v.get_extent(), [ =, &a ](index<1> i) restrict(amp) {
        a[i] = i[0];
        auto read = [&a](index<1> at) { return a[at]; };
        v[i] = shift(read(i)) + apply(i[0]);
      });
  CHECK(v[3] == 3 + 10 + 8);
  CHECK(shift(1) == 11);
  return failures();
}
