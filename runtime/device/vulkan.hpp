// What the files of maths for Vulkan share: bits of numbers, exact sums and products, polynomials.
//
// Vulkan's own functions may be off by thousands of ulp, and nothing is said of those of double. All is
// computed in double, without instructions that round once for two operations; float's results are rounded
// from it.
#ifndef HCRT_DEVICE_VULKAN_HPP
#define HCRT_DEVICE_VULKAN_HPP

#include "library.hpp"

#pragma clang fp contract(off)

namespace {

using u64 = unsigned long;

inline u64 bits_of(double x) { return __builtin_bit_cast(u64, x); }
inline double of_bits(u64 x) { return __builtin_bit_cast(double, x); }
inline double infinity() { return __builtin_inf(); }
inline double not_a_number() { return __builtin_nan(""); }
inline bool is_nan(double x) { return x != x; }
inline double magnitude(double x) { return of_bits(bits_of(x) & ~(u64{1} << 63)); }
inline bool is_finite(double x) { return magnitude(x) < infinity(); }
inline bool has_sign(double x) { return bits_of(x) >> 63; }
inline double with_sign(double x, double sign) {
  return of_bits((bits_of(x) & ~(u64{1} << 63)) | (bits_of(sign) & u64{1} << 63));
}
inline double nearest(double x) { return __builtin_rint(x); }
inline double root(double x) { return __builtin_sqrt(x); }

/// 2^n, for normal results.
inline double power_of_two(int n) { return of_bits(static_cast<u64>(n + 1023) << 52); }

/// x 2^n, rounded once.
inline double scaled(double x, int n) {
  if (n > 1023) {
    x *= power_of_two(1023);
    n -= 1023;
    if (n > 1023) {
      x *= power_of_two(1023);
      n = n - 1023 > 1023 ? 1023 : n - 1023;
    }
  } else if (n < -1022) {
    // The second factor leaves 53 bits above the subnormal numbers, so that only the last product rounds.
    x *= power_of_two(-1022 + 53);
    n += 1022 - 53;
    if (n < -1022) {
      x *= power_of_two(-1022 + 53);
      n = n + 1022 - 53 < -1022 ? -1022 : n + 1022 - 53;
    }
  }
  return x * power_of_two(n);
}

/// The number as one in [1, 2) times a power of two; it is finite and not 0.
inline double normalised(double x, int& exponent) {
  int e = static_cast<int>(bits_of(x) >> 52 & 0x7ff);
  if (e == 0) {
    x *= 0x1p54;
    e = static_cast<int>(bits_of(x) >> 52 & 0x7ff) - 54;
  }
  exponent = e - 1023;
  return of_bits((bits_of(x) & ~(u64{0x7ff} << 52)) | u64{1023} << 52);
}

/// An unevaluated sum.
struct Pair {
  double hi, lo;
};

inline Pair ordered_sum(double x, double y) {
  const double total = x + y;
  return {total, y - (total - x)};
}
inline Pair sum(double x, double y) {
  const double total = x + y, part = total - x;
  return {total, (x - (total - part)) + (y - part)};
}
/// x y exactly, where neither it nor its parts overflow.
inline Pair product(double x, double y) {
  const double high = x * y;
  const double a = x * 0x1.0000002p+27, b = y * 0x1.0000002p+27;
  const double x1 = a - (a - x), y1 = b - (b - y), x0 = x - x1, y0 = y - y1;
  return {high, ((x1 * y1 - high) + x1 * y0 + x0 * y1) + x0 * y0};
}
inline Pair operator+(Pair x, Pair y) {
  const Pair high = sum(x.hi, y.hi), low = sum(x.lo, y.lo);
  const Pair first = ordered_sum(high.hi, high.lo + low.hi);
  return ordered_sum(first.hi, first.lo + low.lo);
}
inline Pair operator*(Pair x, Pair y) {
  const Pair high = product(x.hi, y.hi);
  return ordered_sum(high.hi, high.lo + (x.hi * y.lo + x.lo * y.hi));
}
inline Pair operator/(Pair x, Pair y) {
  const double first = x.hi / y.hi;
  const Pair taken = y * Pair{first, 0};
  const double rest = ((x.hi - taken.hi) - taken.lo) + x.lo;
  return ordered_sum(first, rest / y.hi);
}

/// A sum whose last bit says that it was not exact: rounding it again gives what rounding once does.
inline double odd_sum(double x, double y) {
  const Pair exact = sum(x, y);
  u64 bits = bits_of(exact.hi);
  if (exact.lo != 0 && (bits & 1) == 0) bits += has_sign(exact.lo) == has_sign(exact.hi) ? 1 : -1;
  return of_bits(bits);
}

template <int N>
inline double polynomial(const double (&coefficients)[N], double x) {
  double result = coefficients[N - 1];
#pragma unroll
  for (int i = N - 2; i >= 0; --i) result = result * x + coefficients[i];
  return result;
}

constexpr double ln2_hi = 0x1.62e42feep-1, ln2_lo = 0x1.a39ef35793c76p-33;
constexpr Pair ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56},
    ln10{0x1.26bb1bbb55515p+1, 0x1.05ba95b58ae0bp-52};
constexpr double log2_of_e = 0x1.71547652b82fep+0, log10_of_e = 0x1.bcb7b1526e50ep-2;
constexpr double half_pi_hi = 0x1.921fb54442d18p+0, half_pi_lo = 0x1.1a62633145c07p-54;

}  // namespace
#endif
