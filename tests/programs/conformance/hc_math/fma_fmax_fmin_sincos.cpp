// rows: hc.math.fma, hc.math.fmax, hc.math.fmin, hc.math.sincos
#include <hc.hpp>
#include <hc_math.hpp>

#include "maths.hpp"

namespace m = hc::precise_math;

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50), y = partners(x), z = partners(y);
  const int n = static_cast<int>(x.size());
  hc::array_view<const T> first(n, x), second(n, y), third(n, z);
  hc::array_view<T, 2> out(n, 5);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    out(i[0], 0) = m::fma(first[i], second[i], third[i]);
    out(i[0], 1) = m::fmax(first[i], second[i]);
    out(i[0], 2) = m::fmin(first[i], second[i]);
    m::sincos(first[i], &out(i[0], 3), &out(i[0], 4));
  });
  for (int i = 0; i < n; ++i) {
    check_same("fma", T(out(i, 0)), std::fma(x[i], y[i], z[i]), x[i], y[i]);
    const T most = std::fmax(x[i], y[i]), least = std::fmin(x[i], y[i]);
    CHECK(out(i, 1) == most || most != most);
    CHECK(out(i, 2) == least || least != least);
    check_near<T>("sincos", out(i, 3), std::sin(Wide<T>(x[i])), 4, x[i]);
    check_near<T>("sincos", out(i, 4), std::cos(Wide<T>(x[i])), 4, x[i]);
  }
}

// The lesser zero first in fmin, and the greater one first in fmax: then C libraries and devices agree.
template <class T>
static void check_zeros() {
  const std::vector<T> values = {T(-0.0), T(0)};
  const hc::array_view<const T> zeros(2, values);
  hc::array_view<T> out(2);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    out[0] = m::fmin(zeros[0], zeros[1]);
    out[1] = m::fmax(zeros[1], zeros[0]);
  });
  CHECK(std::signbit(out[0]) && !std::signbit(out[1]));
}

int main() {
  check_type<float>();
  check_type<double>();
  check_zeros<float>();
  check_zeros<double>();
  return failures();
}
