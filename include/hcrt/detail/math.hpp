// precise_math: the C library's functions, by the same names, and the ones that it lacks.
//
// Most names are those of <cmath>, brought in: then `using namespace precise_math` makes no call ambiguous.
// Kernels call the C functions by name; the lower stage finds each target's version of them.
#ifndef HCRT_DETAIL_MATH_HPP
#define HCRT_DETAIL_MATH_HPP

#include <cmath>

#include "config.hpp"
#include "math_names.hpp"

// Under HC a program may have a function of the same name and parameters: it is the better one.
#ifdef HCPY_HC
#define HCRT_MATH_FUNCTION \
  template <int = 0>       \
  HCRT_BOTH inline
#else
#define HCRT_MATH_FUNCTION HCRT_BOTH inline
#endif

extern "C" {
#define HCRT_OWN(name)                                                       \
  HCRT_BOTH __attribute__((const)) float __hcrt_##name##f(float x) noexcept; \
  HCRT_BOTH __attribute__((const)) double __hcrt_##name(double x) noexcept;
HCRT_MATH_OWN(HCRT_OWN)
#undef HCRT_OWN
HCRT_BOTH float __hcrt_lgamma_rf(float x, int* sign) noexcept;
HCRT_BOTH double __hcrt_lgamma_r(double x, int* sign) noexcept;
}

namespace hcrt {

#ifdef HCPY_TARGET_PTX
HCRT_AMP __attribute__((const)) float rsqrt_of(float) __asm__("__nv_rsqrtf");
HCRT_AMP __attribute__((const)) double rsqrt_of(double) __asm__("__nv_rsqrt");
#else
#ifdef HCPY_TARGET_VULKAN  // its division and square root take more than the device's own
HCRT_AMP __attribute__((const)) float rsqrt_of(float) __asm__("rsqrtf");
#else
HCRT_BOTH inline float rsqrt_of(float x) { return 1.0f / std::sqrt(x); }
#endif
HCRT_BOTH inline double rsqrt_of(double x) { return 1.0 / std::sqrt(x); }
#endif

template <class T>
using if_integer = typename std::enable_if<std::is_integral<T>::value, double>::type;

/// x * 2^n for a floating-point n; NaN where it is no integer.
template <class T>
HCRT_BOTH inline T scalb_of(T x, T n) {
  if (x != x || n != n) return x + n;
  if (std::trunc(n) != n) return static_cast<T>(__builtin_nanf(""));
  if (std::fabs(n) > T(5000)) {  // infinite ones too: 0 * infinity is a NaN
    return n > T(0) ? x * static_cast<T>(__builtin_inff()) : x / static_cast<T>(__builtin_inff());
  }
  return std::ldexp(x, static_cast<int>(n));
}

}  // namespace hcrt

namespace Kalmar {
namespace precise_math {

#define HCRT_IMPORT(name) \
  using std::name;        \
  using ::name##f;
// clang-format off
HCRT_IMPORT(acos) HCRT_IMPORT(acosh) HCRT_IMPORT(asin) HCRT_IMPORT(asinh) HCRT_IMPORT(atan) HCRT_IMPORT(atan2)
HCRT_IMPORT(atanh) HCRT_IMPORT(cbrt) HCRT_IMPORT(ceil) HCRT_IMPORT(copysign) HCRT_IMPORT(cos) HCRT_IMPORT(cosh)
HCRT_IMPORT(erf) HCRT_IMPORT(exp) HCRT_IMPORT(exp2) HCRT_IMPORT(expm1) HCRT_IMPORT(fabs) HCRT_IMPORT(fdim)
HCRT_IMPORT(floor) HCRT_IMPORT(fma) HCRT_IMPORT(fmax) HCRT_IMPORT(fmin) HCRT_IMPORT(fmod) HCRT_IMPORT(frexp)
HCRT_IMPORT(hypot) HCRT_IMPORT(ilogb) HCRT_IMPORT(ldexp) HCRT_IMPORT(log) HCRT_IMPORT(log10) HCRT_IMPORT(log1p)
HCRT_IMPORT(log2) HCRT_IMPORT(logb) HCRT_IMPORT(modf) HCRT_IMPORT(nan) HCRT_IMPORT(nearbyint)
HCRT_IMPORT(nextafter) HCRT_IMPORT(pow) HCRT_IMPORT(remainder) HCRT_IMPORT(remquo) HCRT_IMPORT(rint)
HCRT_IMPORT(round) HCRT_IMPORT(scalbn) HCRT_IMPORT(sin) HCRT_IMPORT(sinh) HCRT_IMPORT(sqrt) HCRT_IMPORT(tan)
HCRT_IMPORT(tanh) HCRT_IMPORT(trunc)
// clang-format on
#undef HCRT_IMPORT
                                        using ::exp10;
using ::exp10f;
using ::sincos;
using ::sincosf;
using std::fpclassify;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::isnormal;
using std::signbit;

#define HCRT_OWN(name)                                                      \
  HCRT_MATH_FUNCTION float name##f(float x) { return __hcrt_##name##f(x); } \
  HCRT_MATH_FUNCTION float name(float x) { return __hcrt_##name##f(x); }    \
  HCRT_MATH_FUNCTION double name(double x) { return __hcrt_##name(x); }     \
  template <class T>                                                        \
  HCRT_BOTH inline hcrt::if_integer<T> name(T x) {                          \
    return __hcrt_##name(static_cast<double>(x));                           \
  }
HCRT_MATH_OWN(HCRT_OWN)
#undef HCRT_OWN

/// *sign is -1 where gamma(x) is negative, else 1.
HCRT_MATH_FUNCTION float lgammaf(float x, int* sign) { return __hcrt_lgamma_rf(x, sign); }
HCRT_MATH_FUNCTION float lgamma(float x, int* sign) { return __hcrt_lgamma_rf(x, sign); }
HCRT_MATH_FUNCTION double lgamma(double x, int* sign) { return __hcrt_lgamma_r(x, sign); }

HCRT_MATH_FUNCTION float exp10(float x) { return exp10f(x); }
template <class T>
HCRT_BOTH inline hcrt::if_integer<T> exp10(T x) {
  return exp10(static_cast<double>(x));
}
HCRT_MATH_FUNCTION void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }

HCRT_MATH_FUNCTION float rsqrtf(float x) { return hcrt::rsqrt_of(x); }
HCRT_MATH_FUNCTION float rsqrt(float x) { return hcrt::rsqrt_of(x); }
HCRT_MATH_FUNCTION double rsqrt(double x) { return hcrt::rsqrt_of(x); }
template <class T>
HCRT_BOTH inline hcrt::if_integer<T> rsqrt(T x) {
  return rsqrt(static_cast<double>(x));
}

HCRT_MATH_FUNCTION float scalbf(float x, float n) { return hcrt::scalb_of(x, n); }
HCRT_MATH_FUNCTION float scalb(float x, float n) { return hcrt::scalb_of(x, n); }
HCRT_MATH_FUNCTION double scalb(double x, double n) { return hcrt::scalb_of(x, n); }

/// The inverse of phi, the normal distribution's quantiles.
HCRT_MATH_FUNCTION float probitf(float p) { return -1.41421356f * __hcrt_erfcinvf(2 * p); }
HCRT_MATH_FUNCTION float probit(float p) { return -1.41421356f * __hcrt_erfcinvf(2 * p); }
HCRT_MATH_FUNCTION double probit(double p) { return -1.4142135623730951 * __hcrt_erfcinv(2 * p); }

#ifdef HCPY_AMP
HCRT_BOTH inline float max(float x, float y) { return fmaxf(x, y); }
HCRT_BOTH inline double max(double x, double y) { return fmax(x, y); }
HCRT_BOTH inline float min(float x, float y) { return fminf(x, y); }
HCRT_BOTH inline double min(double x, double y) { return fmin(x, y); }
#endif

HCRT_MATH_FUNCTION int signbitf(float x) { return __builtin_signbitf(x); }

/// A quiet NaN with a payload in its low bits.
HCRT_MATH_FUNCTION float nanf(int payload) {
  return __builtin_bit_cast(float, 0x7fc00000u | (static_cast<unsigned>(payload) & 0x3fffffu));
}
HCRT_MATH_FUNCTION double nan(int payload) {
  return __builtin_bit_cast(double, 0x7ff8000000000000ull | static_cast<unsigned>(payload));
}

}  // namespace precise_math
}  // namespace Kalmar

#include "math_fast.hpp"
#endif
