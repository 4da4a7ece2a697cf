// rows: amp.9.std
#include <amp.h>

#include <cmath>
#include <cstdlib>

#include "maths.hpp"

int main() {
  const int n = 40;
  concurrency::array_view<float, 2> f(n, 3);
  concurrency::array_view<double, 2> d(n, 3);
  concurrency::parallel_for_each(
      concurrency::extent<1>(n), [=](concurrency::index<1> i) restrict(amp) {
        const float x = 0.125f + float(i[0]) * 0.0625f;
        const double y = 0.125 + i[0] * 0.0625;
        int exponent;
        f(i[0], 0) = std::sqrt(x) + sqrtf(x) + std::fma(x, x, x) + std::floor(x);
        f(i[0], 1) = std::frexp(x, &exponent) + float(exponent) + std::hypot(x, 2.0f);
        f(i[0], 2) = std::abs(-x) + float(std::abs(-3) + abs(-4) + std::lround(x));
        d(i[0], 0) = std::sqrt(y) + sqrt(y) + std::fma(y, y, y) + std::ceil(y);
        d(i[0], 1) = std::pow(y, 2) + std::pow(2, 3) + std::sqrt(16);
        d(i[0], 2) = std::erfc(y) + std::tgamma(y) + std::exp(y);
      });
  for (int i = 0; i < n; ++i) {
    const double x = 0.125 + i * 0.0625;
    int exponent;
    CHECK(std::fabs(f(i, 0) - (2 * std::sqrt(x) + x * x + x + std::floor(x))) < 1e-5);
    const double fraction = std::frexp(x, &exponent);
    CHECK(std::fabs(f(i, 1) - (fraction + exponent + std::hypot(x, 2.0))) < 1e-5);
    CHECK(f(i, 2) == float(x) + float(7 + std::lround(x)));
    CHECK(std::fabs(d(i, 0) - (2 * std::sqrt(x) + x * x + x + std::ceil(x))) < 1e-13);
    CHECK(std::fabs(d(i, 1) - (x * x + 12)) < 1e-13);
    CHECK(std::fabs(d(i, 2) - (std::erfc(x) + std::tgamma(x) + std::exp(x))) < 1e-12);
  }
  return failures();
}
