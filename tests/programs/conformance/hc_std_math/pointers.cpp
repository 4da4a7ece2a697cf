// rows: hc.std.cmath
#include <cmath>
#include <hc.hpp>

#include "maths.hpp"

template <class T>
static T all(T x) [[cpu, hc]] {
  int exponent, quotient;
  T whole;
  const T fraction = std::frexp(x, &exponent);
  const T rest = std::modf(x, &whole);
  const T remainder = std::remquo(x, T(0.75), &quotient);
  return fraction + T(10 * exponent) + 100 * rest + 1000 * whole + 10000 * remainder +
         T(100000 * (quotient & 7)) + std::ldexp(x, 5) + std::scalbn(x, -3) + std::scalbln(x, 2l) +
         std::nextafter(x, T(9)) + std::logb(x);
}

template <class T>
static void check_type() {
  const int n = 60;
  hc::array_view<T> out(n);
  hc::parallel_for_each(hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { out[i] = all(T(0.25) + T(i[0]) * T(0.25)); });
  for (int i = 0; i < n; ++i) CHECK(out[i] == all(T(0.25) + T(i) * T(0.25)));  // all of it exact
}

int main() {
  check_type<float>();
  check_type<double>();
  return failures();
}
