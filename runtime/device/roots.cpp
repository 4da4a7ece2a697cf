// Functions that the C library lacks: of pi x, and reciprocal roots.
//
// x - n / 2 is exact for the nearest n, and pi times it is taken in double words.
#include "words.hpp"

namespace {

template <class T>
struct Angle {
  T sine, cosine;  // of pi times what is left
  int quarter;     // n mod 4
};

template <class T>
constexpr Words<T> pi;
template <>
constexpr Words<double> pi<double>{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
template <>
constexpr Words<float> pi<float>{0x1.921fb6p+1f, -0x1.777a5cp-24f};

/// x is finite.
template <class T>
Angle<T> reduce(T x) {
  const T rest = x - T(2) * rint_(T(0.5) * x);  // in [-1, 1]
  const T halves = rint_(T(2) * rest);
  const T fraction = fma_(T(-0.5), halves, rest);
  const T angle = pi<T>.hi * fraction;
  const T low = fma_(pi<T>.hi, fraction, -angle) + pi<T>.lo * fraction;
  const T sine = sin_(angle), cosine = cos_(angle);
  return {fma_(low, cosine, sine), fma_(-low, sine, cosine), static_cast<int>(halves) & 3};
}

template <class T>
T sinpi_of(T x) {
  if (!(fabs_(x) < infinity<T>())) return not_a_number<T>();
  const Angle<T> a = reduce(x);
  const T result = a.quarter & 1 ? a.cosine : a.sine;
  return result == T(0) ? copysign_(T(0), x) : a.quarter & 2 ? -result : result;
}

template <class T>
T cospi_of(T x) {
  if (!(fabs_(x) < infinity<T>())) return not_a_number<T>();
  const Angle<T> a = reduce(x);
  const T result = a.quarter & 1 ? a.sine : a.cosine;
  if (result == T(0)) return T(0);
  return a.quarter == 1 || a.quarter == 2 ? -result : result;
}

/// Zeros and poles have C23's signs: tanpi(1) is -0, tanpi(0.5) is +infinity.
template <class T>
T tanpi_of(T x) {
  if (!(fabs_(x) < infinity<T>())) return not_a_number<T>();
  const Angle<T> a = reduce(x);
  if (a.sine == T(0)) {
    const bool negative = copysign_(T(1), x) < T(0);
    if (a.quarter & 1) return a.quarter == 1 ? infinity<T>() : -infinity<T>();
    return (a.quarter == 2) != negative ? -T(0) : T(0);
  }
  return a.quarter & 1 ? -a.cosine / a.sine : a.sine / a.cosine;
}

/// 1 / cbrt(x) with one step of Newton's: the C library's cbrt is up to 4 ulp off.
template <class T>
T rcbrt_of(T x) {
  const T root = T(1) / cbrt_(x);
  if (!(fabs_(x) < infinity<T>()) || x == T(0)) return root;
  const Words<T> square = product(root, root);
  const Words<T> first = product(x, root);
  const Words<T> all = first * square;
  const T rest = (T(1) - all.hi) - all.lo;
  return fma_(root * T(1.0 / 3), rest, root);
}

}  // namespace

#define HCRT_PAIR(name)                                                 \
  HCRT_LIBRARY float __hcrt_##name##f(float x) { return name##_of(x); } \
  HCRT_LIBRARY double __hcrt_##name(double x) { return name##_of(x); }
HCRT_PAIR(sinpi)
HCRT_PAIR(cospi)
HCRT_PAIR(tanpi)
HCRT_PAIR(rcbrt)
