// rows: amp.9.std
// constexpr functions of the CPU's that call overloads of the library which are not constexpr.
#include <amp.h>

#include <cmath>
#include <cstdlib>

#include "check.hpp"

template <class T>
constexpr T magnitude(T x) {
  using std::abs;
  return abs(x);
}
template <class T>
constexpr T fraction(T x) {
  using std::frexp;
  int n = 0;
  return frexp(x, &n);
}
template <class T>
constexpr T rest(T x, T y) {
  using std::remquo;
  int n = 0;
  return remquo(x, y, &n);
}

int main() {
  concurrency::array_view<long> v(4);
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) {
    v[i] = std::abs(-3L * i[0]);
  });
  CHECK(v[3] == 9);
  CHECK(magnitude(-4L) == 4 && magnitude(-5LL) == 5 && magnitude(-2.5L) == 2.5L);
  CHECK(fraction(3.0L) == 0.75L && rest(7.0L, 4.0L) == -1.0L);
  return failures();
}
