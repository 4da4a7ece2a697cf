// The C library's exact functions for Vulkan: remainders, parts of numbers, rounding, one rounding for two
// operations.
#include "vulkan.hpp"

/// The device's own, for positive normal numbers.
extern "C" float __hcrt_vulkan_inverse_root(float) __attribute__((const));

namespace {

/// A positive finite number as an integer times 2^e.
u64 integer_of(double x, int& e) {
  const u64 bits = bits_of(x);
  const int field = static_cast<int>(bits >> 52);
  const u64 fraction = bits & ((u64{1} << 52) - 1);
  e = (field ? field : 1) - 1075;
  return field ? fraction | u64{1} << 52 : fraction;
}
double of_integer(u64 m, int e) {
  return m ? scaled(static_cast<double>(m), e) : 0;  // m has 53 bits and the number is one: exact
}

double fmod_of(double x, double y) {
  const double a = magnitude(x), b = magnitude(y);
  if (is_nan(x) || is_nan(y)) return x + y;
  if (!(a < infinity()) || b == 0) return not_a_number();
  if (a < b) return x;
  int ea, eb;
  u64 m = integer_of(a, ea);
  const u64 n = integer_of(b, eb);
  int apart = ea - eb;
  m %= n;
  while (apart > 0 && m) {
    const int step = apart > 10 ? 10 : apart;
    m = (m << step) % n;
    apart -= step;
  }
  return with_sign(of_integer(m, eb), x);
}

/// quotient: the low three bits of the one that is nearest, with its sign.
double remquo_of(double x, double y, int& quotient) {
  quotient = 0;
  if (is_nan(x) || is_nan(y)) return x + y;
  double a = magnitude(x);
  const double b = magnitude(y);
  if (!(a < infinity()) || b == 0) return not_a_number();
  if (b == infinity()) return x;
  int whole = 0;
  if (b <= 0x1p1020) a = fmod_of(a, 8 * b);
  if (b <= 0x1p1021 && a >= 4 * b) {
    a -= 4 * b;
    whole += 4;
  }
  if (b <= 0x1p1022 && a >= 2 * b) {
    a -= 2 * b;
    whole += 2;
  }
  if (a >= b) {
    a -= b;
    ++whole;
  }
  const double rest = b - a;  // exact where it decides: they are within a factor of two
  if (a > rest || (a == rest && (whole & 1))) {
    a -= b;
    ++whole;
  }
  whole &= 7;
  quotient = has_sign(x) != has_sign(y) ? -whole : whole;
  return a == 0 ? with_sign(0, x) : has_sign(x) ? -a : a;
}

double fma_of(double x, double y, double z) {
  if (is_finite(x) && is_finite(y) && !is_finite(z)) return z;
  if (!is_finite(x) || !is_finite(y) || !is_finite(z) || x == 0 || y == 0) return x * y + z;
  int ex, ey, ez = -4000;
  const double a = normalised(x, ex), b = normalised(y, ey);
  double c = z;
  if (z != 0) c = normalised(z, ez);
  const int e = ex + ey, apart = ez - e;
  if (apart > 120) return z;
  if (z == 0)
    c = 0;
  else
    c = apart < -160 ? with_sign(0x1p-160, z) : scaled(c, apart);
  const Pair p = product(a, b);
  const Pair low = sum(c, p.lo), high = sum(p.hi, low.hi);
  const double rest = odd_sum(high.lo, low.lo);
  if (e + 60 > -1000) {
    const double total = high.hi + rest;
    return total == 0 ? (z == 0 ? x * y + z : 0.0) : scaled(total, e);
  }
  return scaled(odd_sum(high.hi, rest), e);  // rounded once, to a number with fewer bits
}
float fma_of(float x, float y, float z) {
  const double p = static_cast<double>(x) * static_cast<double>(y);
  const double total = p + static_cast<double>(z);
  if (!is_finite(total)) return static_cast<float>(total);
  return static_cast<float>(odd_sum(p, z));
}

double round_of(double x) {
  const double size = magnitude(x), whole = __builtin_trunc(size);
  return with_sign(size - whole >= 0.5 ? whole + 1 : whole, x);
}
float round_of(float x) { return static_cast<float>(round_of(static_cast<double>(x))); }

template <class T>
T frexp_of(T x, int* e) {
  *e = 0;
  if (x == 0 || !is_finite(x)) return x;
  int n;
  const double m = normalised(x, n);
  *e = n + 1;
  return static_cast<T>(0.5 * m);
}
template <class T>
T modf_of(T x, T* whole) {
  const T part = __builtin_elementwise_trunc(x);
  *whole = part;
  const double rest = is_finite(x) ? x - part : is_nan(x) ? x : T(0);
  return static_cast<T>(with_sign(rest, x));
}
template <class T>
int ilogb_of(T x) {
  if (x == 0 || is_nan(x)) return -2147483647 - 1;
  if (!is_finite(x)) return 2147483647;
  int n;
  normalised(x, n);
  return n;
}
template <class T>
T logb_of(T x) {
  if (x == 0) return static_cast<T>(-infinity());
  if (!is_finite(x)) return x * x;
  int n;
  normalised(x, n);
  return static_cast<T>(n);
}
template <class T>
T fdim_of(T x, T y) {
  if (is_nan(x) || is_nan(y)) return x + y;
  return x > y ? x - y : T(0);
}
template <class T>
T fmax_of(T x, T y) {
  return x > y || is_nan(y) ? x : y;
}
template <class T>
T fmin_of(T x, T y) {
  return x < y || is_nan(y) ? x : y;
}

/// The next number in steps of the bits, which are in the numbers' order on each side of 0.
template <class T, class Bits>
T nextafter_of(T x, T y) {
  if (is_nan(x) || is_nan(y)) return x + y;
  if (x == y) return y;
  constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
  const Bits bits = __builtin_bit_cast(Bits, x);
  if (x == 0) return __builtin_bit_cast(T, (__builtin_bit_cast(Bits, y) & sign) | 1);
  return __builtin_bit_cast(T, (x < y) == (x > 0) ? bits + 1 : bits - 1);
}
int bounded(long n) { return n > 9999 ? 9999 : n < -9999 ? -9999 : static_cast<int>(n); }

}  // namespace

HCRT_LIBRARY double fmod(double x, double y) { return fmod_of(x, y); }
HCRT_LIBRARY float fmodf(float x, float y) { return static_cast<float>(fmod_of(x, y)); }
HCRT_LIBRARY double remainder(double x, double y) {
  int quotient;
  return remquo_of(x, y, quotient);
}
HCRT_LIBRARY float remainderf(float x, float y) {
  int quotient;
  return static_cast<float>(remquo_of(x, y, quotient));
}
HCRT_LIBRARY double drem(double x, double y) { return remainder(x, y); }
HCRT_LIBRARY float dremf(float x, float y) { return remainderf(x, y); }
HCRT_LIBRARY double remquo(double x, double y, int* quotient) {
  int found;
  const double rest = remquo_of(x, y, found);
  *quotient = found;
  return rest;
}
HCRT_LIBRARY float remquof(float x, float y, int* quotient) {
  int found;
  const double rest = remquo_of(x, y, found);
  *quotient = found;
  return static_cast<float>(rest);
}
#define HCRT_PAIR(name)                                       \
  HCRT_LIBRARY double name(double x) { return name##_of(x); } \
  HCRT_LIBRARY float name##f(float x) { return name##_of(x); }
#define HCRT_PAIR_OF_TWO(name)                                             \
  HCRT_LIBRARY double name(double x, double y) { return name##_of(x, y); } \
  HCRT_LIBRARY float name##f(float x, float y) { return name##_of(x, y); }
HCRT_LIBRARY double fma(double x, double y, double z) { return fma_of(x, y, z); }
HCRT_LIBRARY float fmaf(float x, float y, float z) { return fma_of(x, y, z); }
HCRT_PAIR(round)
HCRT_PAIR(logb)
HCRT_PAIR_OF_TWO(fdim)
HCRT_PAIR_OF_TWO(fmax)
HCRT_PAIR_OF_TWO(fmin)
HCRT_LIBRARY int ilogb(double x) { return ilogb_of(x); }
HCRT_LIBRARY int ilogbf(float x) { return ilogb_of(x); }
HCRT_LIBRARY double frexp(double x, int* e) { return frexp_of(x, e); }
HCRT_LIBRARY float frexpf(float x, int* e) { return frexp_of(x, e); }
HCRT_LIBRARY double modf(double x, double* whole) { return modf_of(x, whole); }
HCRT_LIBRARY float modff(float x, float* whole) { return modf_of(x, whole); }
HCRT_LIBRARY double ldexp(double x, int n) { return scaled(x, bounded(n)); }
HCRT_LIBRARY float ldexpf(float x, int n) { return static_cast<float>(scaled(x, bounded(n))); }
HCRT_LIBRARY double scalbn(double x, int n) { return scaled(x, bounded(n)); }
HCRT_LIBRARY float scalbnf(float x, int n) { return static_cast<float>(scaled(x, bounded(n))); }
HCRT_LIBRARY double nextafter(double x, double y) { return nextafter_of<double, u64>(x, y); }
HCRT_LIBRARY float nextafterf(float x, float y) { return nextafter_of<float, unsigned>(x, y); }
#define HCRT_PLAIN(name)                                             \
  HCRT_LIBRARY double name(double x) { return __builtin_##name(x); } \
  HCRT_LIBRARY float name##f(float x) { return __builtin_##name##f(x); }
HCRT_PLAIN(rint)
HCRT_PLAIN(floor)
HCRT_PLAIN(ceil)
HCRT_PLAIN(trunc)
HCRT_PLAIN(sqrt)
HCRT_PLAIN(fabs)
HCRT_LIBRARY double nearbyint(double x) { return __builtin_rint(x); }
HCRT_LIBRARY float nearbyintf(float x) { return __builtin_rintf(x); }
HCRT_LIBRARY double roundeven(double x) { return __builtin_rint(x); }
HCRT_LIBRARY float roundevenf(float x) { return __builtin_rintf(x); }
HCRT_LIBRARY double copysign(double x, double y) { return __builtin_copysign(x, y); }
HCRT_LIBRARY float copysignf(float x, float y) { return __builtin_copysignf(x, y); }

HCRT_LIBRARY double rsqrt(double x) { return 1 / root(x); }
// Vulkan allows the device's own 2 ulp, of normal numbers and 0; subnormal ones are scaled. There is no
// branch: devices with one between every two roots run kernels at two thirds of their speed.
HCRT_LIBRARY float rsqrtf(float x) {
  const bool is_small = __builtin_fabsf(x) < 0x1p-126f;
  const float root = __hcrt_vulkan_inverse_root(is_small ? x * 0x1p24f : x);
  return is_small ? root * 0x1p12f : root;
}
