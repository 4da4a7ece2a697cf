// The C library's maths for Vulkan, where no other library has it: exponents, logarithms, powers, angles.
#include "vulkan.hpp"

// The upper half of a product, which the target writes itself: LLVM makes a product of 128 bits of its parts.
extern "C" unsigned long _Z6mul_himm(unsigned long, unsigned long);

namespace {

// --- exponentials: e^x = 2^n e^r, and e^r - 1 by its Taylor series ---
constexpr double inverse_factorials[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                         1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                         1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0};

double exponential_part(double r, double low) {
  return r + (r * r * polynomial(inverse_factorials, r) + low);
}
double exp_of(Pair x) {
  if (!(x.hi < 710)) return is_nan(x.hi) ? x.hi : infinity();
  if (x.hi < -746) return 0;
  const double n = nearest(x.hi * log2_of_e);
  const Pair r = sum(x.hi - n * ln2_hi, x.lo - n * ln2_lo);
  return scaled(1 + exponential_part(r.hi, r.lo), static_cast<int>(n));
}
double exp_of(double x) { return exp_of(Pair{x, 0}); }
double exp2_of(double x) {
  if (!(x < 1025)) return is_nan(x) ? x : infinity();
  if (x < -1080) return 0;
  const double n = nearest(x);
  return scaled(1 + exponential_part((x - n) * ln2.hi, (x - n) * ln2.lo), static_cast<int>(n));
}
double exp10_of(double x) {
  if (!(x < 310)) return is_nan(x) ? x : infinity();
  if (x < -330) return 0;
  const double n = nearest(x * 0x1.a934f0979a371p+1);
  const double r = (x - n * 0x1.34413508p-2) - n * 0x1.f79fef311f12bp-34;
  const Pair scaled_rest = product(r, ln10.hi);
  return scaled(1 + exponential_part(scaled_rest.hi, scaled_rest.lo + r * ln10.lo), static_cast<int>(n));
}
double expm1_of(double x) {
  if (!(magnitude(x) < 60)) return x < 0 ? -1 : exp_of(x);
  if (x == 0) return x;
  const double n = nearest(x * log2_of_e);
  const Pair r = sum(x - n * ln2_hi, -(n * ln2_lo));
  const double part = exponential_part(r.hi, r.lo), two = scaled(1, static_cast<int>(n));
  return n == 0 ? part : two * part + (two - 1);
}

// --- logarithms: x = 2^n m, and log m by the series of s = (m - 1) / (m + 1) ---
constexpr double odd_inverses[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                                   1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23};

double split_for_logarithm(double x, int& n) {
  double m = normalised(x, n);
  if (m > 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++n;
  }
  return m;
}
double log_of_part(double m) {
  const double f = m - 1, s = f / (m + 1), z = s * s;
  // 2 s = f - s f: the first term is exact, and the others are small.
  return f - s * (f - 2 * z * polynomial(odd_inverses, z));
}
bool is_special_logarithm(double x, double& result) {
  if (x > 0 && x < infinity()) return false;
  result = is_nan(x) || x > 0 ? x : x == 0 ? -infinity() : not_a_number();
  return true;
}
double log_of(double x) {
  double result;
  if (is_special_logarithm(x, result)) return result;
  int n;
  const double m = split_for_logarithm(x, n);
  return n * ln2_hi + (log_of_part(m) + n * ln2_lo);
}
double log2_of(double x) {
  double result;
  if (is_special_logarithm(x, result)) return result;
  int n;
  const double m = split_for_logarithm(x, n);
  return n + log_of_part(m) * log2_of_e;
}
double log10_of(double x) {
  double result;
  if (is_special_logarithm(x, result)) return result;
  int n;
  const double m = split_for_logarithm(x, n);
  return n * 0x1.34413508p-2 + (log_of_part(m) * log10_of_e + n * 0x1.f79fef311f12bp-34);
}
double log1p_of(double x) {
  if (!(x > -1 && x < infinity())) return x == -1 ? -infinity() : is_nan(x) || x > 0 ? x : not_a_number();
  const double whole = 1 + x;
  if (whole == 1) return x;
  const double lost = magnitude(x) < 1 ? x - (whole - 1) : 1 - (whole - x);
  return log_of(whole) + lost / whole;
}

/// Of a positive finite number, with twice the precision.
Pair log_pair(double x) {
  int n;
  const double m = split_for_logarithm(x, n);
  const Pair s = Pair{m - 1, 0} / sum(m, 1);
  const Pair z = s * s;
  Pair rest{1.0 / 41, 0};
  for (int k = 39; k >= 3; k -= 2) rest = rest * z + Pair{1, 0} / Pair{static_cast<double>(k), 0};
  rest = rest * z * s;
  const Pair total = Pair{2 * s.hi, 2 * s.lo} + Pair{2 * rest.hi, 2 * rest.lo};
  return Pair{n * ln2.hi, 0} + product(n, ln2.lo) + (Pair{0, product(n, ln2.hi).lo} + total);
}

bool is_integer(double x) { return nearest(x) == x; }
bool is_odd(double x) { return is_integer(x) && magnitude(x) < 0x1p53 && !is_integer(x * 0.5); }

double pow_of(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (is_nan(x) || is_nan(y)) return x + y;
  const double size = magnitude(x);
  if (!is_finite(y)) {
    if (size == 1) return 1;
    return (size > 1) == (y > 0) ? infinity() : 0;
  }
  const bool negative = has_sign(x) && is_odd(y);
  if (size == 0 || size == infinity()) {
    const double result = (size == 0) == (y < 0) ? infinity() : 0;
    return negative ? -result : result;
  }
  if (has_sign(x) && !is_integer(y)) return not_a_number();
  double result;
  if (size == 1) {
    result = 1;
  } else if (magnitude(y) > 0x1p65) {
    result = (size > 1) == (y > 0) ? infinity() : 0;
  } else {
    const Pair log = log_pair(size);
    const double estimate = log.hi * y;
    if (magnitude(estimate) > 800) {
      result = estimate > 0 ? infinity() : 0;
    } else {
      const Pair whole = product(log.hi, y);
      result = exp_of(ordered_sum(whole.hi, whole.lo + log.lo * y));
    }
  }
  return negative ? -result : result;
}

double cbrt_of(double x) {
  if (x == 0 || !is_finite(x)) return x;
  int n;
  double m = normalised(magnitude(x), n);
  int third = n >= 0 ? n / 3 : -((2 - n) / 3);
  m = scaled(m, n - 3 * third);  // in [1, 8)
  double y = 1 + (m - 1) * (1.0 / 7) + (m < 4 ? 0.15 : 0.1);
  for (int i = 0; i < 6; ++i) y = (2 * y + m / (y * y)) * (1.0 / 3);
  const Pair square = product(y, y);
  const Pair cube = square * Pair{y, 0};
  y -= ((cube.hi - m) + cube.lo) / (3 * y * y);
  return with_sign(scaled(y, third), x);
}

double hypot_of(double x, double y) {
  x = magnitude(x);
  y = magnitude(y);
  if (x == infinity() || y == infinity()) return infinity();
  if (is_nan(x) || is_nan(y)) return x + y;
  const double most = x > y ? x : y, least = x > y ? y : x;
  if (most == 0) return 0;
  int n;
  normalised(most, n);
  const double a = scaled(most, -n), b = scaled(least, -n);
  const Pair square = product(a, a) + product(b, b);
  const double estimate = root(square.hi);
  const Pair taken = product(estimate, estimate);
  return scaled(estimate + (((square.hi - taken.hi) - taken.lo) + square.lo) / (2 * estimate), n);
}

// --- angles ---
struct Angle {
  double hi, lo;  // within pi / 4
  int quarter;
};

/// The bits of 2 / pi after the point.
constexpr u64 two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

/// 64 bits of 2 / pi from a place on.
inline u64 bits_at(int place) {
  if (place < 0) return place > -64 ? two_over_pi[0] >> -place : 0;
  const int word = place / 64, shift = place % 64;
  return shift ? two_over_pi[word] << shift | two_over_pi[word + 1] >> (64 - shift) : two_over_pi[word];
}

/// x = m 2^e with an integer m: what lies above the quarters in m 2^e (2 / pi) is a multiple of four.
Angle reduce_large(double x) {
  int e;
  normalised(x, e);
  e -= 52;
  const u64 m = (bits_of(x) & ((u64{1} << 52) - 1)) | u64{1} << 52;
  // The product of m and 192 bits, the first of which counts 2^(1 - e) 2^e = 2 quarters.
  const int place = e - 2 - 53 + 53;
  const u64 a = bits_at(place), b = bits_at(place + 64), c = bits_at(place + 128);
  const u64 low = _Z6mul_himm(m, c);
  u64 middle = m * b + low;
  u64 top = m * a + _Z6mul_himm(m, b) + (middle < low);
  // The point is after the two bits on top.
  int quarter = static_cast<int>(top >> 62);
  u64 first = top << 2 | middle >> 62, second = middle << 2;
  bool negative = false;
  if (first >> 63) {
    ++quarter;
    negative = true;
    second = ~second + 1;
    first = ~first + (second == 0);
  }
  const double f0 = static_cast<double>(first >> 32) * 0x1p-32;
  const double f1 = static_cast<double>(first & 0xffffffff) * 0x1p-64;
  const double f2 = static_cast<double>(second >> 11) * 0x1p-117;
  Pair fraction = ordered_sum(f0, f1) + Pair{f2, 0};
  if (f0 == 0) fraction = sum(f1, f2);
  Pair angle = fraction * Pair{half_pi_hi, half_pi_lo};
  if (negative) angle = {-angle.hi, -angle.lo};
  return {angle.hi, angle.lo, quarter & 3};
}

/// x is finite and not negative.
Angle reduce(double x) {
  if (x <= 0x1.921fb54442d18p-1) return {x, 0, 0};
  if (x > 0x1p19) return reduce_large(x);
  const double n = nearest(x * 0x1.45f306dc9c883p-1);
  Pair rest = sum(x - n * 0x1.921fb544p+0, -(n * 0x1.0b4611a6p-34));
  rest = rest + Pair{-(n * 0x1.3198a2ep-69), 0};
  rest = rest + Pair{-(n * 0x1.b839a252049c1p-104), 0};
  return {rest.hi, rest.lo, static_cast<int>(n) & 3};
}

constexpr double sine_series[] = {-1.0 / 6,
                                  1.0 / 120,
                                  -1.0 / 5040,
                                  1.0 / 362880,
                                  -1.0 / 39916800,
                                  1.0 / 6227020800.0,
                                  -1.0 / 1307674368000.0,
                                  1.0 / 355687428096000.0};
constexpr double cosine_series[] = {1.0 / 24,
                                    -1.0 / 720,
                                    1.0 / 40320,
                                    -1.0 / 3628800,
                                    1.0 / 479001600,
                                    -1.0 / 87178291200.0,
                                    1.0 / 20922789888000.0,
                                    -1.0 / 6402373705728000.0};

double sine(Angle a) {
  const double z = a.hi * a.hi;
  return a.hi + (a.hi * z * polynomial(sine_series, z) + a.lo * (1 - 0.5 * z));
}
double cosine(Angle a) {
  const double z = a.hi * a.hi, half = 0.5 * z, first = 1 - half;
  return first + (((1 - first) - half) + (z * z * polynomial(cosine_series, z) - a.hi * a.lo));
}
double sin_of(double x) {
  if (!is_finite(x)) return not_a_number();
  const Angle a = reduce(magnitude(x));
  const double result = a.quarter & 1 ? cosine(a) : sine(a);
  return ((a.quarter & 2) != 0) != has_sign(x) ? -result : result;
}
double cos_of(double x) {
  if (!is_finite(x)) return not_a_number();
  const Angle a = reduce(magnitude(x));
  const double result = a.quarter & 1 ? sine(a) : cosine(a);
  return a.quarter == 1 || a.quarter == 2 ? -result : result;
}
double tan_of(double x) {
  if (!is_finite(x)) return not_a_number();
  const Angle a = reduce(magnitude(x));
  const double s = sine(a), c = cosine(a), result = a.quarter & 1 ? -c / s : s / c;
  return has_sign(x) ? -result : result;
}

/// atan of eighths.
constexpr Pair atan_eighths[] = {{0, 0},
                                 {0x1.fd5ba9aac2f6dp-4, 0x1.8cb225e627cfap-57},
                                 {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                 {0x1.6f61941e4def0p-2, 0x1.1ce2a8c848b74p-55},
                                 {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                 {0x1.1e00babdefeb3p-1, 0x1.e6d720d785997p-54},
                                 {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                 {0x1.700a7c5784633p-1, 0x1.9cf2cb6954843p-54},
                                 {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
constexpr double atan_series[] = {-1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,
                                  -1.0 / 11, 1.0 / 13, -1.0 / 15, 1.0 / 17};

/// The angle of a point whose coordinates are positive; y <= x.
Pair atan_pair(double y, double x) {
  const double t = y / x;
  const int k = static_cast<int>(nearest(8 * t));
  const double c = 0.125 * k;
  const Pair top = Pair{y, 0} + (Pair{-c * x, 0});
  const double u = k == 0 ? t : (top.hi + top.lo) / (x + c * y), z = u * u;
  const double rest = k == 0 ? ((y - product(t, x).hi) - product(t, x).lo) / x : 0;
  const double part = u * z * polynomial(atan_series, z) + rest;
  return ordered_sum(atan_eighths[k].hi, u) + Pair{part, atan_eighths[k].lo};
}
double atan2_of(double y, double x) {
  if (is_nan(x) || is_nan(y)) return x + y;
  double a = magnitude(y), b = magnitude(x);
  Pair angle;
  if (a == 0 && b == 0) {
    angle = {0, 0};
  } else if (a == infinity() && b == infinity()) {
    angle = atan_eighths[8];
  } else if (a == infinity() || b == infinity()) {
    angle = a == infinity() ? Pair{half_pi_hi, half_pi_lo} : Pair{0, 0};
  } else {
    int ea = -1100, eb = -1100;
    const double ma = a == 0 ? 0 : normalised(a, ea), mb = b == 0 ? 0 : normalised(b, eb);
    const int apart = ea - eb;
    if (apart > 64) {
      angle = {half_pi_hi, half_pi_lo};
    } else if (apart < -64) {
      if (!has_sign(x)) return with_sign(a / b, y);
      angle = {0, 0};
    } else if (apart < -30 && !has_sign(x)) {
      return with_sign(a / b, y);
    } else {
      a = scaled(ma, apart > 0 ? apart : 0);
      b = scaled(mb, apart < 0 ? -apart : 0);
      if (a <= b) {
        angle = atan_pair(a, b);
      } else {
        const Pair other = atan_pair(b, a);
        angle = Pair{half_pi_hi, half_pi_lo} + Pair{-other.hi, -other.lo};
      }
    }
  }
  if (has_sign(x)) angle = Pair{2 * half_pi_hi, 2 * half_pi_lo} + Pair{-angle.hi, -angle.lo};
  return with_sign(angle.hi + angle.lo, y);
}
double atan_of(double x) { return atan2_of(x, 1); }
double asin_of(double x) {
  if (!(magnitude(x) <= 1)) return not_a_number();
  if (magnitude(x) < 0x1p-27) return x;
  return atan2_of(x, root((1 - x) * (1 + x)));
}
double acos_of(double x) {
  if (!(magnitude(x) <= 1)) return not_a_number();
  return 2 * atan2_of(root(1 - x), root(1 + x));
}

// --- hyperbolic functions ---
double sinh_of(double x) {
  const double size = magnitude(x);
  if (!(size < infinity()) || size < 0x1p-28) return x;
  double result;
  if (size < 30) {
    const double t = expm1_of(size);
    result = 0.5 * (t + t / (t + 1));
  } else {
    const double half = exp_of(0.5 * size);
    result = 0.5 * half * half;
  }
  return with_sign(result, x);
}
double cosh_of(double x) {
  const double size = magnitude(x);
  if (!(size < infinity())) return size;
  if (size < 30) {
    const double e = exp_of(size);
    return 0.5 * (e + 1 / e);
  }
  const double half = exp_of(0.5 * size);
  return 0.5 * half * half;
}
double tanh_of(double x) {
  const double size = magnitude(x);
  if (is_nan(x) || size < 0x1p-28) return x;
  if (size > 22) return with_sign(1, x);
  const double t = expm1_of(2 * size);
  return with_sign(t / (t + 2), x);
}
double asinh_of(double x) {
  const double size = magnitude(x);
  if (!(size < infinity()) || size < 0x1p-28) return x;
  const double result =
      size > 0x1p28 ? log_of(size) + ln2.hi : log1p_of(size + size * size / (1 + root(1 + size * size)));
  return with_sign(result, x);
}
double acosh_of(double x) {
  if (!(x >= 1)) return not_a_number();
  if (x > 0x1p28) return log_of(x) + ln2.hi;
  const double t = x - 1;
  return log1p_of(t + root(2 * t + t * t));
}
double atanh_of(double x) {
  const double size = magnitude(x);
  if (!(size <= 1)) return not_a_number();
  if (size < 0x1p-28) return x;
  return with_sign(0.5 * log1p_of(2 * size / (1 - size)), x);
}

}  // namespace

#define HCRT_UNARY(name)                                      \
  HCRT_LIBRARY double name(double x) { return name##_of(x); } \
  HCRT_LIBRARY float name##f(float x) { return static_cast<float>(name##_of(static_cast<double>(x))); }
#define HCRT_BINARY(name)                                                  \
  HCRT_LIBRARY double name(double x, double y) { return name##_of(x, y); } \
  HCRT_LIBRARY float name##f(float x, float y) { return static_cast<float>(name##_of(double(x), double(y))); }

HCRT_UNARY(exp)
HCRT_UNARY(exp2)
HCRT_UNARY(exp10)
HCRT_UNARY(expm1)
HCRT_UNARY(log)
HCRT_UNARY(log2)
HCRT_UNARY(log10)
HCRT_UNARY(log1p)
HCRT_UNARY(cbrt)
HCRT_UNARY(sin)
HCRT_UNARY(cos)
HCRT_UNARY(tan)
HCRT_UNARY(asin)
HCRT_UNARY(acos)
HCRT_UNARY(atan)
HCRT_UNARY(sinh)
HCRT_UNARY(cosh)
HCRT_UNARY(tanh)
HCRT_UNARY(asinh)
HCRT_UNARY(acosh)
HCRT_UNARY(atanh)
HCRT_BINARY(pow)
HCRT_BINARY(hypot)
HCRT_BINARY(atan2)

#define HCRT_OF_PI(name)                                                                 \
  HCRT_LIBRARY double name##pi(double x) { return name##_of(x) * 0x1.45f306dc9c883p-2; } \
  HCRT_LIBRARY float name##pif(float x) {                                                \
    return static_cast<float>(name##_of(static_cast<double>(x)) * 0x1.45f306dc9c883p-2); \
  }
HCRT_OF_PI(asin)
HCRT_OF_PI(acos)
HCRT_OF_PI(atan)
HCRT_LIBRARY double powi(double x, int n) { return pow_of(x, n); }
HCRT_LIBRARY float powif(float x, int n) { return static_cast<float>(pow_of(static_cast<double>(x), n)); }
