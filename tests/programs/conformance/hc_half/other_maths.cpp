// rows: hc.half.maths
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

namespace m = hc::precise_math;

constexpr int results = 18;

static void all(hc::half x, hc::half y, hc::half* out) [[cpu, hc]] {
  int n, quotient;
  hc::half whole, sine, cosine;
  out[0] = m::atan2(x, y);
  out[1] = m::copysign(x, -y);
  out[2] = m::fdim(x, y);
  out[3] = m::fmax(x, y) - m::fmin(x, y);
  out[4] = m::fmod(x, y);
  out[5] = m::hypot(x, y);
  out[6] = m::pow(x, y);
  out[7] = m::remainder(x, y);
  out[8] = m::fma(x, y, x);
  out[9] = m::frexp(x, &n) + hc::half(n);
  out[10] = m::ldexp(x, 3) + m::scalbn(x, -1);
  out[11] = m::modf(x, &whole) + whole;
  out[12] = m::remquo(x, y, &quotient) + hc::half(quotient % 8);
  m::sincos(x, &sine, &cosine);
  out[13] = sine + cosine;
  out[14] = m::nextafter(x, y);
  out[15] = hc::half(m::fpclassify(x) + 8 * !m::isfinite(x) + 16 * !m::isinf(x) + 32 * !m::isnan(x) +
                     64 * !m::signbit(x));
  out[16] = hc::half(m::isnormal(x) + 2 * m::isnormal(hc::half(1e-6f)));
  out[17] = sqrt(x) + pow(x, x) + rsqrt(x);  // the global names
}

int main() {
  const int n = 40;
  hc::array_view<hc::half> out(n * results);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    all(hc::half(0.1f * float(i[0] + 1)), hc::half(0.3f * float(i[0] % 7 + 1)), &out[i[0] * results]);
  });
  for (int i = 0; i < n; ++i) {
    const hc::half x = hc::half(0.1f * float(i + 1)), y = hc::half(0.3f * float(i % 7 + 1));
    hc::half want[results];
    all(x, y, want);
    for (int k = 0; k < results; ++k) {
      const float got = out[i * results + k], on_cpu = want[k];
      CHECK(got == on_cpu ||
            (std::fabs(got - on_cpu) <= std::fabs(on_cpu) * 0x1p-9f && k != 14 && k != 4 && k != 7));
    }
    CHECK(float(want[4]) == std::fmod(float(x), float(y)) &&
          float(want[8]) == float(hc::half(double(x) * double(y) + double(x))));
    CHECK(float(want[16]) == 1);
  }
  CHECK(float(m::nextafter(hc::half(1), hc::half(2))) == 1 + 0x1p-10f);
  CHECK(float(m::nextafter(hc::half(0), hc::half(-1))) == -0x1p-24f);
  CHECK(float(m::nextafter(hc::half(1), hc::half(0))) == 1 - 0x1p-11f);
  return failures();
}
