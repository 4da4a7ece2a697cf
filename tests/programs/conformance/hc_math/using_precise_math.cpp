// rows: hc.math.using
#include <math.h>

#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

using namespace hc::precise_math;

template <class T>
static T all(T x) [[cpu, hc]] {
  return sqrt(x) + sin(x) + pow(x, T(2)) + fabs(x) + exp(x) + floor(x) + fma(x, x, x) + rsqrt(x) + cospi(x) +
         T(isnan(x));
}

int main() {
  hc::array_view<float> f(1);
  hc::array_view<double> d(1);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    f[0] = all(0.75f) + sqrtf(4);
    d[0] = all(0.75) + sqrt(4);
  });
  const double x = 0.75;
  const double want = std::sqrt(x) + std::sin(x) + 2 * x * x + 2 * x + std::exp(x) + 1 / std::sqrt(x) +
                      std::cos(x * 3.14159265358979324);
  CHECK(std::fabs(f[0] - 2 - want) < 1e-5 && std::fabs(d[0] - 2 - want) < 1e-13 &&
        std::fabs(all(x) - want) < 1e-13);
  return failures();
}
