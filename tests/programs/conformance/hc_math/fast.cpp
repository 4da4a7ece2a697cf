// rows: hc.math.fast
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

namespace m = hc::fast_math;

constexpr int results = 20;

static void all(float x, float* out) [[cpu, hc]] {
  int n;
  float whole, sine, cosine;
  out[0] = m::acos(x / 8) + m::acosf(x / 8);
  out[1] = m::asin(x / 8) + m::asinf(x / 8);
  out[2] = m::atan(x) + m::atan2(x, 2.0f);
  out[3] = m::ceil(x) + m::floorf(x) + m::roundf(x) + m::trunc(x) + m::fabs(-x);
  out[4] = m::cos(x) + m::cosf(x);
  out[5] = m::cosh(x) + m::sinhf(x) + m::tanh(x);
  out[6] = m::exp(x) + m::expf(x);
  out[7] = m::exp2(x) + m::exp2f(x);
  out[8] = m::fmax(x, 1.0f) + m::fminf(x, 1.0f);
  out[9] = m::fmod(x, 0.3f);
  out[10] = m::frexp(x, &n) + float(n);
  out[11] = m::ldexp(x, 4);
  out[12] = m::log(x) + m::logf(x);
  out[13] = m::log10(x) + m::log2(x);
  out[14] = m::modf(x, &whole) + 2 * whole;
  out[15] = m::pow(x, 1.5f) + m::powf(x, -0.5f);
  out[16] = m::rsqrt(x) + m::sqrtf(x);
  m::sincos(x, &sine, &cosine);
  out[17] = sine + 2 * cosine + m::sin(x);
  out[18] = m::tan(x / 4);
  out[19] =
      float(m::isnan(x) + 2 * (m::isinf(x) != 0) + 4 * (m::isfinite(x) != 0) + 8 * (m::signbit(-x) != 0));
}

int main() {
  static_assert(std::is_same<decltype(m::sqrt(2.0f)), float>::value, "single precision");
  const int n = 50;
  hc::array_view<float, 2> out(n, results);
  hc::parallel_for_each(hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { all(0.11f + float(i[0]) * 0.07f, &out(i[0], 0)); });
  for (int i = 0; i < n; ++i) {
    const float x = 0.11f + float(i) * 0.07f;
    float want[results];
    all(x, want);
    for (int k = 0; k < results; ++k)
      CHECK(std::fabs(out(i, k) - want[k]) <= 1e-3f * (1 + std::fabs(want[k])));
    CHECK(std::fabs(want[6] - 2 * std::exp(double(x))) <= 1e-5 * std::exp(double(x)));
    CHECK(std::fabs(want[16] - (1 / std::sqrt(double(x)) + std::sqrt(double(x)))) <= 1e-5);
  }
  return failures();
}
