// The error function, its complement, their inverses and the normal distribution.
//
// erf on [0, 1] is x + x P(x^2). Everything else uses erfcx(x) = exp(x^2) erfc(x), for x >= 0, as
// (1 + 2x) erfcx(x) = Q((x - K) / (x + K)), which is smooth on the whole half line. P and Q interpolate at
// Chebyshev's nodes with relative errors below 2^-56 (double) and 2^-27 (float).
#include "words.hpp"

// Before a loop: drivers that inline everything take long for its body as it is.
#ifdef __clang__
#define HCRT_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define HCRT_ROLLED
#endif

namespace {

template <class T>
struct Tables;
template <>
struct Tables<double> {
  static constexpr double erf[] = {0x1.06eba8214db69p-3,   -0x1.812746b0379e6p-2,  0x1.ce2f21a042b3p-4,
                                   -0x1.b82ce31284ep-6,    0x1.565bcd0dbaa38p-8,   -0x1.c02db3dac435fp-11,
                                   0x1.f9a321d5b8e1ep-14,  -0x1.f4d1e3183f7aep-17, 0x1.b9df224ca4b97p-20,
                                   -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27,  -0x1.389d4f2641625p-30,
                                   0x1.05ffd737fb32ep-34};
  static constexpr double erfcx[] = {
      0x1.3ba5916e9fd7fp+0,   -0x1.1df1ad154a28fp-3,  0x1.f7f5df66fd6a7p-7,   0x1.16ecefcfa540ep-4,
      -0x1.9ddb23c3e8874p-4,  0x1.7fee004e112c3p-4,   -0x1.0fb06dfe56142p-4,  0x1.3079edf6aa5a8p-5,
      -0x1.096238828c1cbp-6,  0x1.49c6727af5d87p-8,   -0x1.8d4a9c3d62797p-11, -0x1.a1df1e2a70512p-13,
      0x1.3be068698b9ccp-13,  -0x1.9959f4cc5a01cp-16, -0x1.788ca4d342b82p-17, 0x1.7f2d5af276bp-18,
      0x1.3b713b970cad2p-22,  -0x1.bb2bbabb02ec5p-21, 0x1.40eafd5947706p-24,  0x1.d8b4353ca5555p-24,
      -0x1.353a87be1712dp-26, -0x1.e432644b5660ap-27, 0x1.00cd8e2f991c3p-29,  0x1.5b62d008c2d94p-30};
  static constexpr double K = 4, normal = 700, zero = 28;  // exp(-normal) is normal; erfc(zero) is 0
};
template <>
struct Tables<float> {
  static constexpr float erf[] = {0x1.06eba8p-3f, -0x1.81273ep-2f,  0x1.ce2d1p-4f, -0x1.b7fabap-6f,
                                  0x1.54127p-8f,  -0x1.a45088p-11f, 0x1.4a569p-14f};
  static constexpr float erfcx[] = {0x1.40c522p+0f,  -0x1.15c08cp-3f, -0x1.85a186p-5f, 0x1.09844ap-3f,
                                    -0x1.e888a6p-4f, 0x1.17ba22p-4f,  -0x1.85f0aep-6f, 0x1.513c5ap-9f,
                                    0x1.076d1ap-9f,  -0x1.96cb3p-11f, -0x1.1a12f6p-12f};
  static constexpr float K = 3, normal = 87, zero = 11;
};

template <class T>
constexpr T half_root_of_pi = T(0.886226925452758013649);  // sqrt(pi) / 2
template <class T>
constexpr T half_root = T(0.707106781186547524401);  // sqrt(1 / 2)

/// exp(x^2) erfc(x) for 0 <= x <= zero.
template <class T>
Words<T> erfcx(T x) {
  constexpr T K = Tables<T>::K;
  const Words<T> over = sum(x, -K), under = sum(x, K);
  const T t = over.hi / under.hi;
  const T rest = fma_(-t, under.hi, over.hi) + fma_(-t, under.lo, over.lo);
  const T slope = polynomial(Tables<T>::erfcx, t, 1);
  const Words<T> high = product(slope, t);
  const Words<T> value = ordered_sum(Tables<T>::erfcx[0], high.hi);
  const T low = value.lo + fma_(slope, rest / under.hi, high.lo);
  return ordered_sum(value.hi, low) / sum(T(1), T(2) * x);
}

/// exp(-(h + l)) times a factor, where the result may be subnormal; |l| is small against 1.
template <class T>
T times_exp(Words<T> power, Words<T> factor) {
  const T low = fma_(-power.lo, factor.hi, factor.lo);
  if (power.hi < Tables<T>::normal) {
    const T scale = exp_(-power.hi);
    return fma_(scale, factor.hi, scale * low);
  }
  const T root = exp_(T(-0.5) * power.hi);
  return fma_(root, factor.hi, root * low) * root;
}

template <class T>
T erf_small(T x) {
  return fma_(x, polynomial(Tables<T>::erf, x * x), x);
}
/// For x >= 1/2.
template <class T>
T erfc_tail(T x) {
  return x < Tables<T>::zero ? times_exp(product(x, x), erfcx(x)) : T(0);
}

template <class T>
T erf_of(T x) {
  const T size = fabs_(x);
  if (!(size > T(1))) return erf_small(x);  // NaN too
  return copysign_(T(1) - erfc_tail(size), x);
}

template <class T>
T erfc_of(T x) {
  if (x != x) return x;
  if (x < T(-0.5)) return T(2) - erfc_tail(-x);
  return x < T(0.5) ? T(1) - erf_small(x) : erfc_tail(x);
}

/// A value within 1 % of erfinv(x), from log(1 - x^2) (Winitzki's formula, without its cancellation).
template <class T>
T guess(T logarithm) {
  constexpr T a = T(0.147);
  const T middle = fma_(T(0.5), logarithm, T(4.33074675));  // 2 / (pi a)
  const T inner = -logarithm / a;
  return sqrt_(inner / (sqrt_(fma_(middle, middle, inner)) + middle));
}

/// Halley's steps: the second derivative of erf is -2y times the first.
template <class T>
T erfinv_middle(T x) {
  if (x == T(0)) return x;
  T y = copysign_(guess(log1p_(-x * x)), x);
  HCRT_ROLLED
  for (int i = 0; i < 2; ++i) {
    const T step = (erf_small(y) - x) * half_root_of_pi<T> * exp_(y * y);
    y -= step / fma_(y, step, T(1));
  }
  return y;
}

/// For 0 <= q <= 1/2.
template <class T>
T erfcinv_tail(T q) {
  if (q == T(0)) return infinity<T>();
  const T logarithm = log_(q);
  T y = guess(logarithm + log1p_(T(1) - q));
  // One of Newton's on the logarithm, which is nearly quadratic, then Halley's.
  const T first = erfcx(y).hi;
  y += half_root_of_pi<T> * first * (log_(first) - fma_(y, y, logarithm));
  HCRT_ROLLED
  for (int i = 0; i < 2; ++i) {
    const Words<T> square = product(y, y);
    const T ratio = exp_((square.hi + logarithm) + square.lo);
    const Words<T> value = erfcx(y);
    const T step = ((ratio - value.hi) - value.lo) * half_root_of_pi<T>;
    y -= step / fma_(y, step, T(1));
  }
  return y;
}

template <class T>
T erfinv_of(T x) {
  const T size = fabs_(x);
  if (!(size <= T(1))) return not_a_number<T>();
  return size <= T(0.5) ? erfinv_middle(x) : copysign_(erfcinv_tail(T(1) - size), x);
}

template <class T>
T erfcinv_of(T q) {
  if (!(q >= T(0) && q <= T(2))) return not_a_number<T>();
  if (q > T(0.5) && q < T(1.5)) return erfinv_middle(T(1) - q);
  const bool low = q <= T(0.5);
  const T tail = erfcinv_tail(low ? q : T(2) - q);
  return low ? tail : -tail;
}

template <class T>
T phi_of(T x) {
  if (x != x) return x;
  if (fabs_(x) < T(0.5)) return fma_(T(0.5), erf_small(x * half_root<T>), T(0.5));
  const T size = fabs_(x);
  const T root = size * half_root<T>;
  T tail = T(0);
  if (root < Tables<T>::zero) {
    const Words<T> square = product(size, size);
    tail = times_exp(Words<T>{T(0.5) * square.hi, T(0.5) * square.lo}, erfcx(root) * T(0.5));
  }
  return x < T(0) ? tail : T(1) - tail;
}

}  // namespace

#define HCRT_PAIR(name)                                                 \
  HCRT_LIBRARY float __hcrt_##name##f(float x) { return name##_of(x); } \
  HCRT_LIBRARY double __hcrt_##name(double x) { return name##_of(x); }
HCRT_PAIR(erf)
HCRT_PAIR(erfc)
HCRT_PAIR(erfinv)
// In float they would be off by more than 4 ulp where the target's logarithm or exponential is off by 1.
#define HCRT_PAIR_IN_DOUBLE(name)                                 \
  HCRT_LIBRARY float __hcrt_##name##f(float x) {                  \
    return static_cast<float>(name##_of(static_cast<double>(x))); \
  }                                                               \
  HCRT_LIBRARY double __hcrt_##name(double x) { return name##_of(x); }
HCRT_PAIR_IN_DOUBLE(erfcinv)
HCRT_PAIR_IN_DOUBLE(phi)
