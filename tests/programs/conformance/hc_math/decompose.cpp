// rows: hc.math.frexp, hc.math.modf, hc.math.ldexp, hc.math.scalb, hc.math.scalbn, hc.math.ilogb, hc.math.remquo
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

namespace m = hc::precise_math;

constexpr int results = 10;

template <class T>
static void all(T x, T y, int n, T* out) [[cpu, hc]] {
  int exponent = 0, quotient = 0;
  T whole;
  out[0] = m::frexp(x, &exponent);
  out[1] = x - x == 0 ? T(exponent) : T(0);
  out[2] = m::modf(x, &whole);
  out[3] = whole;
  out[4] = m::ldexp(x, n);
  out[5] = m::scalbn(x, n);
  out[6] = m::scalb(x, T(n));
  out[7] = x == x ? T(m::ilogb(x)) : T(0);
  out[8] = m::remquo(x, y, &quotient);
  out[9] = out[8] == out[8] && m::fabs(x / y) < T(1000) ? T(quotient % 8) : T(0);
}

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50), y = partners(x);
  const int n = static_cast<int>(x.size());
  hc::array_view<const T> first(n, x), second(n, y);
  hc::array_view<T, 2> out(n, results);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    all<T>(first[i], second[i], i[0] % 60 - 30, &out(i[0], 0));
  });
  for (int i = 0; i < n; ++i) {
    T want[results];
    all<T>(x[i], y[i], i % 60 - 30, want);
    for (int k = 0; k < results; ++k) check_same("result", T(out(i, k)), want[k], x[i], y[i]);
    int exponent;
    check_same("frexp", want[0], std::frexp(x[i], &exponent), x[i]);
    check_same("scalbn", want[5], std::scalbn(x[i], i % 60 - 30), x[i]);
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  return failures();
}
