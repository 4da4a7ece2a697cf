// rows: hc.math.fpclassify, hc.math.isfinite, hc.math.isinf, hc.math.isnan, hc.math.isnormal, hc.math.signbit, hc.math.nan
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

namespace m = hc::precise_math;

template <class T>
static int ask(T x) [[cpu, hc]] {
  return m::fpclassify(x) + 16 * !m::isfinite(x) + 32 * !m::isinf(x) + 64 * !m::isnan(x) +
         128 * !m::isnormal(x) + 256 * !m::signbit(x);
}

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50);
  const int n = static_cast<int>(x.size());
  hc::array_view<const T> in(n, x);
  hc::array_view<int> out(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { out[i] = ask(in[i]); });
  for (int i = 0; i < n; ++i) {
    const int want = std::fpclassify(x[i]) + 16 * !std::isfinite(x[i]) + 32 * !std::isinf(x[i]) +
                     64 * !std::isnan(x[i]) + 128 * !std::isnormal(x[i]) + 256 * !std::signbit(x[i]);
    CHECK(out[i] == want && ask(x[i]) == want);
  }
}

int main() {
  check_type<float>();
  check_type<double>();
  hc::array_view<int> nans(3);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    nans[0] = m::isnan(m::nanf(3));
    nans[1] = m::isnan(m::nan(3));
    nans[2] = m::signbitf(-1.0f) != 0;
  });
  CHECK(nans[0] && nans[1] && nans[2] && std::isnan(m::nan(0)));
  return failures();
}
