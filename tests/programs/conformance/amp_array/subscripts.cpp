// rows: amp.5.1.subscript, amp.5.1.call
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  array<int, 1> a(4);
  array<int, 2> b(4, 4);
  array<int, 3> c(4, 4, 4);
  parallel_for_each(
      c.extent, [&](index<3> i) restrict(amp) {
        c[i] = i[0] * 100 + i[1] * 10 + i[2];
        if (i[2] == 0) b(i[0], i[1]) = c(i);
        if (i[1] == 0 && i[2] == 0) a(i[0]) = i[0] + 1;
      });
  array<int, 1> sums(4);
  parallel_for_each(
      sums.extent, [&](index<1> i) restrict(amp) {
        const array<int, 3>& constant = c;
        sums[i] = a[i] + a[i[0]] + b[index<2>(1, i[0])] + b(index<2>(0, 0)) + constant(1, 2, i[0]) +
                  constant[index<3>(0, 0, 3)];
      });
  std::vector<int> got = sums;
  for (int i = 0; i < 4; ++i) CHECK(got[i] == 2 * (i + 1) + 100 + 10 * i + 0 + 120 + i + 3);
  return failures();
}
