// precise_math and fast_math of HC: kernels and host agree with the standard library.
#include <cmath>
#include <hc.hpp>
#include <hc_math.hpp>
#include <vector>

#include "check.hpp"

constexpr int functions = 26;

static void floats(float x, float* out) [[cpu, hc]] {
  namespace m = hc::precise_math;
  const float values[functions] = {
      m::sqrt(x),      m::rsqrt(x),      m::exp(x),  m::exp2(x), m::log(x),        m::log2(x),
      m::log10(x),     m::sin(x),        m::cos(x),  m::tan(x),  m::asin(x / 4),   m::acos(x / 4),
      m::atan(x),      m::sinh(x),       m::cosh(x), m::tanh(x), m::atan2(x, 2.f), m::pow(x, 1.5f),
      m::fmod(x, .3f), m::hypot(x, 2.f), m::cbrt(x), m::erf(x),  m::floor(-x),     m::ceil(x),
      m::fma(x, x, x), m::fmax(x, 1.f)};
  for (int i = 0; i < functions; ++i) out[i] = values[i];
}

static void doubles(double x, double* out) [[cpu, hc]] {
  namespace m = hc::precise_math;
  out[0] = m::sqrt(x) + m::exp(x) + m::log(x);
  out[1] = m::sin(x) + m::cos(x) + m::pow(x, 1.5);
  out[2] = m::fabs(-x) + m::rsqrt(x) + m::tgamma(x);
}

int main() {
  const int n = 50;
  hc::array_view<float> f(n * functions);
  hc::array_view<double> d(n * 3);
  hc::array_view<float> fast(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    // Exact in float: a fused multiply-add makes no difference.
    const float x = 0.125f + float(i[0]) * 0.03125f;
    floats(x, &f[i[0] * functions]);
    doubles(x, &d[i[0] * 3]);
    fast[i] = hc::fast_math::sqrt(x) + hc::fast_math::sin(x) + hc::fast_math::pow(x, 2.0f) + std::sqrt(x) +
              sqrtf(x) + std::abs(-x) + std::fabs(x);
  });
  for (int i = 0; i < n; ++i) {
    const float x = 0.125f + float(i) * 0.03125f;
    float want[functions];
    double dwant[3];
    floats(x, want);
    doubles(x, dwant);
    for (int k = 0; k < functions; ++k)
      CHECK(std::fabs(f[i * functions + k] - want[k]) <= 1e-5f * (1 + std::fabs(want[k])));
    for (int k = 0; k < 3; ++k)
      CHECK(std::fabs(d[i * 3 + k] - dwant[k]) <= 1e-12 * (1 + std::fabs(dwant[k])));
    const float together = 3 * std::sqrt(x) + std::sin(x) + x * x + 2 * x;
    CHECK(std::fabs(fast[i] - together) <= 1e-4f);
  }
  CHECK(hc::precise_math::sqrt(2.0) == std::sqrt(2.0) && hc::fast_math::cos(1.0f) == std::cos(1.0f));
  return failures();
}
