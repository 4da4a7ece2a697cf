// rows: hc.std.cmath
#include <cmath>
#include <hc.hpp>
#include <limits>

#include "maths.hpp"

template <class T>
static int ask(T x, T y) [[cpu, hc]] {
  return std::fpclassify(x) + 16 * std::isfinite(x) + 32 * std::isinf(x) + 64 * std::isnan(x) +
         128 * std::isnormal(x) + 256 * std::signbit(x) + 512 * std::isunordered(x, y) +
         1024 * std::isless(x, y) + 2048 * std::isgreaterequal(x, y);
}

template <class T>
static void check_type() {
  const std::vector<T> x = samples<T>(-50, 50), y = partners(x);
  const int n = static_cast<int>(x.size());
  hc::array_view<const T> first(n, x), second(n, y);
  hc::array_view<int> out(n);
  hc::parallel_for_each(hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { out[i] = ask<T>(first[i], second[i]); });
  for (int i = 0; i < n; ++i) CHECK(out[i] == ask<T>(x[i], y[i]));
}

int main() {
  check_type<float>();
  check_type<double>();
  hc::array_view<double> limits(2);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    limits[0] = std::numeric_limits<double>::infinity();
    limits[1] = std::numeric_limits<float>::denorm_min();
  });
  CHECK(std::isinf(limits[0]) && limits[1] == std::ldexp(1.0, -149));
  return failures();
}
