// Checks of maths functions: arguments, references of higher precision, and distances in ulp.
#ifndef TESTS_PROGRAMS_HEADERS_MATHS_HPP
#define TESTS_PROGRAMS_HEADERS_MATHS_HPP

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "check.hpp"

// What references are computed in.
template <class T>
using Wide = typename std::conditional<std::is_same<T, double>::value, long double, double>::type;

/// Special values, then numbers in [low, high] and numbers of all exponents.
template <class T>
std::vector<T> samples(double low, double high) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> x = {T(0), Limits::denorm_min(), Limits::min(), Limits::max(), Limits::infinity()};
  for (int i = 1; i <= 8; ++i) x.push_back(static_cast<T>(i * 0.25));
  for (double special : {3.0, 4.5, 10.0, 1.5707963267948966, 3.141592653589793, 88.73, 710.0})
    x.push_back(static_cast<T>(special));
  for (std::size_t i = 0, n = x.size(); i < n; ++i) x.push_back(-x[i]);
  x.push_back(Limits::quiet_NaN());
  unsigned state = 1;
  const auto uniform = [&] { return ((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-24; };
  for (int i = 0; i < 150; ++i) x.push_back(static_cast<T>(low + (high - low) * uniform()));
  for (int i = 0; i < 60; ++i) {
    const int exponent = static_cast<int>((uniform() * 2 - 1) * (Limits::max_exponent - 1));
    x.push_back(std::ldexp(static_cast<T>(uniform() < 0.5 ? -1 - uniform() : 1 + uniform()), exponent));
  }
  return x;
}

/// The same numbers in another order, as second arguments.
template <class T>
std::vector<T> partners(const std::vector<T>& x) {
  std::vector<T> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[(i * 7 + 3) % x.size()];
  return y;
}

/// Equal bits, but for NaN, whose bits are free.
template <class T>
bool same(T got, T want) {
  if (want != want) return got != got;
  return got == want && std::signbit(got) == std::signbit(want);
}

/// The distance in units in the last place of T; what is beyond T's range counts as the first value that T
/// does not have.
template <class T>
double ulp_error(T got, Wide<T> want) {
  using W = Wide<T>;
  using Limits = std::numeric_limits<T>;
  if (want != want || got != got) return want != want && got != got ? 0 : 1e9;
  if (want == 0 && got == 0 && std::signbit(got) != std::signbit(want)) return 1e9;
  const W beyond = std::ldexp(W(1), Limits::max_exponent);
  const W value = std::isinf(got) ? std::copysign(beyond, W(got)) : W(got);
  const W wanted = std::fabs(want) < beyond ? want : std::copysign(beyond, want);
  int exponent = 0;
  std::frexp(wanted == beyond || wanted == -beyond ? W(Limits::max()) : wanted, &exponent);
  const int lowest = Limits::min_exponent - Limits::digits;
  const int place = exponent - Limits::digits < lowest ? lowest : exponent - Limits::digits;
  return static_cast<double>(std::ldexp(std::fabs(value - wanted), -place));
}

template <class T>
void check_near(const char* where, T got, Wide<T> want, double bound, T x, T y = T(0)) {
  const double error = ulp_error<T>(got, want);
  if (error <= bound) return;
  std::printf("%s(%.17g, %.17g) is %.17g, not %.17g: %g ulp\n", where, double(x), double(y), double(got),
              double(want), error);
  ++failure_count();
}

template <class T>
void check_same(const char* where, T got, T want, T x, T y = T(0)) {
  if (same(got, want)) return;
  std::printf("%s(%.17g, %.17g) is %.17g, not %.17g\n", where, double(x), double(y), double(got),
              double(want));
  ++failure_count();
}

// References for what <cmath> lacks.
namespace reference {

template <class W>
W pi() {
  return static_cast<W>(3.14159265358979323846264338327950288L);
}
template <class W>
W exp10(W x) {
  return std::pow(W(10), x);
}
template <class W>
W rsqrt(W x) {
  return 1 / std::sqrt(x);
}
template <class W>
W rcbrt(W x) {
  return 1 / std::cbrt(x);
}
template <class W>
W phi(W x) {
  return std::erfc(x * -static_cast<W>(0.707106781186547524400844362104849039L)) / 2;
}
template <class W>
W sinpi(W x) {
  if (!std::isfinite(x)) return std::numeric_limits<W>::quiet_NaN();
  const W rest = x - 2 * std::rint(x / 2);
  return std::fabs(rest) == 1 || rest == 0 ? std::copysign(W(0), x) : std::sin(pi<W>() * rest);
}
template <class W>
W cospi(W x) {
  if (!std::isfinite(x)) return std::numeric_limits<W>::quiet_NaN();
  return std::sin(pi<W>() * (W(0.5) - std::fabs(x - 2 * std::rint(x / 2)))) + W(0);
}
/// C23's: zeros and poles change their sign from one to the next.
template <class W>
W tanpi(W x) {
  if (!std::isfinite(x)) return std::numeric_limits<W>::quiet_NaN();
  const W rest = x - 2 * std::rint(x / 2);
  if (std::fabs(rest) == W(0.5)) return std::copysign(std::numeric_limits<W>::infinity(), rest);
  if (std::fabs(rest) == 1) return std::copysign(W(0), -x);
  return rest == 0 ? std::copysign(W(0), x) : std::tan(pi<W>() * (x - std::rint(x)));
}
/// Newton's method on the logarithm of erfc.
template <class W>
W erfcinv(W q) {
  if (!(q >= 0 && q <= 2)) return std::numeric_limits<W>::quiet_NaN();
  if (q == 0) return std::numeric_limits<W>::infinity();
  if (q > 1) return -erfcinv(2 - q);
  const W logarithm = std::log(q * (2 - q)), a = W(0.147), middle = 2 / (pi<W>() * a) + logarithm / 2;
  W y = std::sqrt(std::sqrt(middle * middle - logarithm / a) - middle);
  for (int i = 0; i < 7; ++i) {
    const W value = std::erfc(y), slope = 2 / std::sqrt(pi<W>()) * std::exp(-y * y);
    if (slope == 0) break;
    y += q < W(0.5) ? (std::log(value) - std::log(q)) * value / slope : (value - q) / slope;
  }
  return y;
}
template <class W>
W erfinv(W x) {
  const W size = std::fabs(x), scale = std::sqrt(pi<W>()) / 2;
  if (!(size <= 1)) return std::numeric_limits<W>::quiet_NaN();
  if (size > W(0.5)) return std::copysign(erfcinv(1 - size), x);
  W y = x * scale;
  for (int i = 0; i < 7 && size > W(1e-10); ++i) y -= (std::erf(y) - x) * scale * std::exp(y * y);
  return y;
}

}  // namespace reference
#endif
