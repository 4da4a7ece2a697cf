// rows: hc.std.cmath
#include <cmath>
#include <hc.hpp>

#include "maths.hpp"

constexpr int results = 34;

template <class T>
static void all(T x, T* out) [[cpu, hc]] {
  const T values[results] = {std::acos(x / 8),
                             std::acosh(x + 1),
                             std::asin(x / 8),
                             std::asinh(x),
                             std::atan(x),
                             std::atan2(x, T(2)),
                             std::atanh(x / 8),
                             std::cbrt(x),
                             std::ceil(x),
                             std::copysign(x, T(-1)),
                             std::cos(x),
                             std::cosh(x),
                             std::erf(x),
                             std::erfc(x),
                             std::exp(x),
                             std::exp2(x),
                             std::expm1(x),
                             std::fabs(-x),
                             std::fdim(x, T(1)),
                             std::floor(x),
                             std::fma(x, x, x),
                             std::fmax(x, T(1)) + std::fmin(x, T(1)),
                             std::fmod(x, T(0.3)),
                             std::hypot(x, x),
                             std::lgamma(x),
                             std::log(x),
                             std::log10(x) + std::log1p(x),
                             std::log2(x),
                             std::pow(x, x),
                             std::sin(x) + std::sinh(x),
                             std::sqrt(x),
                             std::tan(x / 8),
                             std::tanh(x),
                             std::tgamma(x)};
  for (int i = 0; i < results; ++i) out[i] = values[i];
}

template <class T>
static void check_type(double bound) {
  const int n = 40;
  hc::array_view<T> out(n * results);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const T x = T(0.125) + T(i[0]) * T(0.0625);
    all<T>(x, &out[i[0] * results]);
  });
  for (int i = 0; i < n; ++i) {
    T want[results];
    all<T>(T(0.125) + T(i) * T(0.0625), want);
    for (int k = 0; k < results; ++k)
      CHECK(std::fabs(out[i * results + k] - want[k]) <= bound * (1 + std::fabs(want[k])));
  }
}

int main() {
  check_type<float>(1e-6);
  check_type<double>(2e-15);
  return failures();
}
