// Arithmetic on the unevaluated sum of two numbers, and the C library's functions by overloads.
//
// Double words carry twice the precision through sums and products, so that a long computation still ends
// within one ulp. All files that include this must be compiled without contraction across statements.
#ifndef HCRT_DEVICE_WORDS_HPP
#define HCRT_DEVICE_WORDS_HPP

#include "library.hpp"

extern "C" {
float expf(float);
double exp(double);
float logf(float);
double log(double);
float log1pf(float);
double log1p(double);
float sinf(float);
double sin(double);
float cbrtf(float);
double cbrt(double);
float ldexpf(float, int);
double ldexp(double, int);
}

namespace {

#define HCRT_OVERLOAD(name)                            \
  inline float name##_(float x) { return name##f(x); } \
  inline double name##_(double x) { return name(x); }
#define HCRT_BUILTIN(name)                                         \
  inline float name##_(float x) { return __builtin_##name##f(x); } \
  inline double name##_(double x) { return __builtin_##name(x); }
HCRT_OVERLOAD(exp)
HCRT_OVERLOAD(log)
HCRT_OVERLOAD(log1p)
HCRT_OVERLOAD(sin)
HCRT_OVERLOAD(cbrt)
HCRT_BUILTIN(fabs)
HCRT_BUILTIN(floor)
HCRT_BUILTIN(rint)
HCRT_BUILTIN(sqrt)
#undef HCRT_OVERLOAD
#undef HCRT_BUILTIN
inline float fma_(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma_(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline float copysign_(float x, float y) { return __builtin_copysignf(x, y); }
inline double copysign_(double x, double y) { return __builtin_copysign(x, y); }
inline float ldexp_(float x, int n) { return ldexpf(x, n); }
inline double ldexp_(double x, int n) { return ldexp(x, n); }

template <class T>
inline T infinity() {
  return static_cast<T>(__builtin_inff());
}
template <class T>
inline T not_a_number() {
  return static_cast<T>(__builtin_nanf(""));
}
template <class T>
inline bool is_odd(T integer) {
  const T half = integer * T(0.5);
  return floor_(half) != half;
}

template <class T>
struct Words {
  T hi, lo;
};

/// x + y exactly; |x| >= |y|.
template <class T>
inline Words<T> ordered_sum(T x, T y) {
  const T sum = x + y;
  const T rest = sum - x;
  return {sum, y - rest};
}
template <class T>
inline Words<T> sum(T x, T y) {
  const T total = x + y;
  const T part = total - x;
  const T first = x - (total - part);
  const T second = y - part;
  return {total, first + second};
}
template <class T>
inline Words<T> product(T x, T y) {
  const T high = x * y;
  return {high, fma_(x, y, -high)};
}
template <class T>
inline Words<T> operator+(Words<T> x, Words<T> y) {
  const Words<T> high = sum(x.hi, y.hi);
  const Words<T> low = sum(x.lo, y.lo);
  const T carried = high.lo + low.hi;
  const Words<T> first = ordered_sum(high.hi, carried);
  const T rest = first.lo + low.lo;
  return ordered_sum(first.hi, rest);
}
template <class T>
inline Words<T> operator*(Words<T> x, T y) {
  const Words<T> high = product(x.hi, y);
  return ordered_sum(high.hi, fma_(x.lo, y, high.lo));
}
template <class T>
inline Words<T> operator*(Words<T> x, Words<T> y) {
  const Words<T> high = product(x.hi, y.hi);
  const T cross = fma_(x.lo, y.hi, high.lo);
  return ordered_sum(high.hi, fma_(x.hi, y.lo, cross));
}
template <class T>
inline Words<T> operator/(Words<T> x, Words<T> y) {
  const T quotient = x.hi / y.hi;
  const Words<T> taken = y * quotient;
  const T rest = (x.hi - taken.hi) + (x.lo - taken.lo);
  return ordered_sum(quotient, rest / y.hi);
}
template <class T>
inline Words<T> operator-(Words<T> x) {
  return {-x.hi, -x.lo};
}

/// The polynomial of the coefficients from `first` on, that of the lowest power first.
template <class T, int N>
inline T polynomial(const T (&coefficients)[N], T x, int first = 0) {
  T result = coefficients[N - 1];
  for (int i = N - 2; i >= first; --i) result = fma_(result, x, coefficients[i]);
  return result;
}

}  // namespace
#endif
