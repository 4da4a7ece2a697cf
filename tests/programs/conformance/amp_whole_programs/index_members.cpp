// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  index<1> a(3);
  index<2> b(1, 2);
  index<3> c(1, 2, 3);
  int raw[] = {4, 5};
  index<2> d(raw), e(b);
  index<4> big;
  CHECK(index<3>::rank == 3 && a[0] == 3 && c[2] == 3 && d[1] == 5 && e == b && b != d && big[3] == 0);
  b += d;
  CHECK(b == index<2>(5, 7));
  b -= 1;
  b *= 2;
  b /= 3;
  b %= 3;
  CHECK(b == index<2>(2, 1));
  CHECK((++a)[0] == 4 && (a++)[0] == 4 && (--a)[0] == 4 && (a--)[0] == 4 && a[0] == 3);
  CHECK(2 * c == c + c && c - c == index<3>() && 7 % c == index<3>(0, 1, 1) && 6 / c == index<3>(6, 3, 2));
  array_view<int> v(1);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        index<3> x(1, 2, 3), y(x);
        y += x;
        ++y;
        v[i] = y[0] * 100 + y[1] * 10 + y[2] + (x == y) + (x != y);
      });
  CHECK(v[0] == 358);
  return failures();
}
