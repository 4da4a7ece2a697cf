// rows: hc.half.maths
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

namespace m = hc::precise_math;

constexpr int results = 40;

static void all(hc::half x, hc::half* out) [[cpu, hc]] {
  const hc::half small = x / hc::half(8);
  const hc::half values[results] = {m::acos(small),   m::acosh(x + hc::half(1)),
                                    m::asin(small),   m::asinh(x),
                                    m::atan(x),       m::atanh(small),
                                    m::cbrt(x),       m::ceil(x),
                                    m::cos(x),        m::cosh(x),
                                    m::cospi(x),      m::erf(x),
                                    m::erfc(x),       m::erfcinv(small),
                                    m::erfinv(small), m::exp(x),
                                    m::exp10(x),      m::exp2(x),
                                    m::expm1(x),      m::fabs(-x),
                                    m::floor(x),      m::lgamma(x),
                                    m::log(x),        m::log10(x),
                                    m::log1p(x),      m::log2(x),
                                    m::logb(x),       m::nearbyint(x),
                                    m::phi(x),        m::rcbrt(x),
                                    m::round(x),      m::rsqrt(x),
                                    m::sin(x),        m::sinh(x),
                                    m::sinpi(x),      m::sqrt(x),
                                    m::tan(x),        m::tanh(x),
                                    m::tgamma(x),     m::trunc(x)};
  for (int i = 0; i < results; ++i) out[i] = values[i];
}

int main() {
  static_assert(std::is_same<decltype(m::sqrt(hc::half(2))), hc::half>::value, "half stays half");
  const int n = 40;
  hc::array_view<hc::half> out(n * results);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    all(hc::half(0.1f * float(i[0] + 1)), &out[i[0] * results]);
  });
  for (int i = 0; i < n; ++i) {
    const hc::half x = hc::half(0.1f * float(i + 1));
    hc::half want[results];
    all(x, want);
    for (int k = 0; k < results; ++k) {
      // Float results that differ in their last place may round to neighbours.
      const float got = out[i * results + k], on_cpu = want[k];
      CHECK(got == on_cpu || std::fabs(got - on_cpu) <= std::fabs(on_cpu) * 0x1p-10f ||
            (got != got && on_cpu != on_cpu));
    }
    CHECK(std::fabs(float(want[35]) - std::sqrt(float(x))) <= std::sqrt(float(x)) * 0x1p-11f);
    CHECK(std::fabs(float(want[15]) - std::exp(float(x))) <= std::exp(float(x)) * 0x1p-11f);
  }
  return failures();
}
