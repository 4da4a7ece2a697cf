// Functions that the C library lacks: of pi x, and reciprocal roots.
//
// r = x - n / 2 is exact for the nearest n. sin(pi r) = pi r + r^3 S(r^2), the first term in double words,
// and cos(pi r) = 1 + r^2 C(r^2), with S and C from Chebyshev's nodes on [0, 1/16].
#include "words.hpp"

namespace {

template <class T>
struct Angle {
  T sine, cosine;  // of pi times what is left
  int quarter;     // n mod 4
};

template <class T>
struct Tables;
template <>
struct Tables<double> {
  static constexpr Words<double> pi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
  static constexpr double sine[] = {-0x1.4abbce625be53p+2, 0x1.466bc6775aae1p+1,  -0x1.32d2cce62b872p-1,
                                    0x1.50783486facaap-4,  -0x1.e3074d2614b2dp-8, 0x1.e8f036bcd3237p-12,
                                    -0x1.6cc577dadd922p-16};
  static constexpr double cosine[] = {-0x1.3bd3cc9be45dep+2, 0x1.03c1f081b5ac0p+2,  -0x1.55d3c7e3cb241p+0,
                                      0x1.e1f5068688d5bp-3,  -0x1.a6d1eef479be1p-6, 0x1.f9ce245cada0bp-10,
                                      -0x1.b2f3eb054afcdp-14};
};
template <>
struct Tables<float> {
  static constexpr Words<float> pi{0x1.921fb6p+1f, -0x1.777a5cp-24f};
  static constexpr float sine[] = {-0x1.4abbcep+2f, 0x1.466bc2p+1f, -0x1.32ce1ep-1f, 0x1.4cb762p-4f};
  static constexpr float cosine[] = {-0x1.3bd3ccp+2f, 0x1.03c1eap+2f, -0x1.55cb98p+0f, 0x1.db6492p-3f};
};

/// x is finite.
template <class T>
Angle<T> reduce(T x) {
  const T rest = x - T(2) * rint_(T(0.5) * x);  // in [-1, 1]
  const T halves = rint_(T(2) * rest);
  const T fraction = fma_(T(-0.5), halves, rest);
  const T square = fraction * fraction;
  const T angle = Tables<T>::pi.hi * fraction;
  const T low = fma_(Tables<T>::pi.hi, fraction, -angle) + Tables<T>::pi.lo * fraction;
  const T sine = angle + fma_(fraction * square, polynomial(Tables<T>::sine, square), low);
  const T cosine = fma_(square, polynomial(Tables<T>::cosine, square), T(1));
  return {sine, cosine, static_cast<int>(halves) & 3};
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
