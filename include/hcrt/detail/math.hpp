// fast_math and precise_math.
//
// Kernels call the C library's functions by name; the lower stage finds each target's version of them.
#ifndef HCRT_DETAIL_MATH_HPP
#define HCRT_DETAIL_MATH_HPP

#include <cmath>
#include <cstdlib>

#include "config.hpp"
#include "math_names.hpp"

// fast_math has no error, gamma, root or hypot functions.
// clang-format off
#define HCRT_FAST_UNARY(X)                                                                             \
  X(acos) X(asin) X(atan) X(ceil) X(cos) X(cosh) X(exp) X(exp2) X(fabs) X(floor) X(log) X(log10)       \
  X(log2) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(trunc)
#define HCRT_FAST_BINARY(X) X(atan2) X(copysign) X(fmax) X(fmin) X(fmod) X(pow)
// clang-format on

namespace hcrt {
namespace cmath {

#define HCRT_C_UNARY(name)                                          \
  HCRT_BOTH inline float name##_f(float x) { return ::name##f(x); } \
  HCRT_BOTH inline double name##_d(double x) { return ::name(x); }
#define HCRT_C_BINARY(name)                                                     \
  HCRT_BOTH inline float name##_f(float x, float y) { return ::name##f(x, y); } \
  HCRT_BOTH inline double name##_d(double x, double y) { return ::name(x, y); }
HCRT_MATH_UNARY(HCRT_C_UNARY)
HCRT_MATH_BINARY(HCRT_C_BINARY)
HCRT_BOTH inline float fma_f(float x, float y, float z) { return ::fmaf(x, y, z); }
HCRT_BOTH inline double fma_d(double x, double y, double z) { return ::fma(x, y, z); }
HCRT_BOTH inline float ldexp_f(float x, int n) { return ::ldexpf(x, n); }
HCRT_BOTH inline double ldexp_d(double x, int n) { return ::ldexp(x, n); }
#undef HCRT_C_UNARY
#undef HCRT_C_BINARY

#ifdef HCPY_TARGET_PTX
HCRT_AMP float rsqrt_f(float) __asm__("__nv_rsqrtf");
HCRT_AMP double rsqrt_d(double) __asm__("__nv_rsqrt");
#else
HCRT_BOTH inline float rsqrt_f(float x) { return 1.0f / sqrt_f(x); }
HCRT_BOTH inline double rsqrt_d(double x) { return 1.0 / sqrt_d(x); }
#endif

}  // namespace cmath
}  // namespace hcrt

namespace Kalmar {

#define HCRT_M_UNARY(name)                                                     \
  HCRT_BOTH inline float name##f(float x) { return hcrt::cmath::name##_f(x); } \
  HCRT_BOTH inline float name(float x) { return hcrt::cmath::name##_f(x); }    \
  HCRT_BOTH inline double name(double x) { return hcrt::cmath::name##_d(x); }  \
  HCRT_BOTH inline double name(int x) { return hcrt::cmath::name##_d(x); }
#define HCRT_M_BINARY(name)                                                                \
  HCRT_BOTH inline float name##f(float x, float y) { return hcrt::cmath::name##_f(x, y); } \
  HCRT_BOTH inline float name(float x, float y) { return hcrt::cmath::name##_f(x, y); }    \
  HCRT_BOTH inline double name(double x, double y) { return hcrt::cmath::name##_d(x, y); }
#define HCRT_M_COMMON                                                                      \
  HCRT_M_UNARY(rsqrt)                                                                      \
  HCRT_BOTH inline float ldexpf(float x, int n) { return hcrt::cmath::ldexp_f(x, n); }     \
  HCRT_BOTH inline float ldexp(float x, int n) { return hcrt::cmath::ldexp_f(x, n); }      \
  HCRT_BOTH inline double ldexp(double x, int n) { return hcrt::cmath::ldexp_d(x, n); }    \
  HCRT_BOTH inline int isnan(float x) { return __builtin_isnan(x); }                       \
  HCRT_BOTH inline int isnan(double x) { return __builtin_isnan(x); }                      \
  HCRT_BOTH inline int isinf(float x) { return __builtin_isinf(x); }                       \
  HCRT_BOTH inline int isinf(double x) { return __builtin_isinf(x); }                      \
  HCRT_BOTH inline int isfinite(float x) { return __builtin_isfinite(x); }                 \
  HCRT_BOTH inline int isfinite(double x) { return __builtin_isfinite(x); }                \
  HCRT_BOTH inline int signbit(float x) { return __builtin_signbit(x); }                   \
  HCRT_BOTH inline int signbit(double x) { return __builtin_signbit(x); }                  \
  HCRT_BOTH inline void sincos(float x, float* s, float* c) { *s = sin(x), *c = cos(x); }  \
  HCRT_BOTH inline void sincosf(float x, float* s, float* c) { *s = sin(x), *c = cos(x); } \
  HCRT_BOTH inline void sincos(double x, double* s, double* c) { *s = sin(x), *c = cos(x); }

namespace precise_math {
HCRT_MATH_UNARY(HCRT_M_UNARY)
HCRT_MATH_BINARY(HCRT_M_BINARY)
HCRT_M_COMMON
HCRT_BOTH inline float fmaf(float x, float y, float z) { return hcrt::cmath::fma_f(x, y, z); }
HCRT_BOTH inline float fma(float x, float y, float z) { return hcrt::cmath::fma_f(x, y, z); }
HCRT_BOTH inline double fma(double x, double y, double z) { return hcrt::cmath::fma_d(x, y, z); }
}  // namespace precise_math

// As precise as precise_math unless -ffast-math lets the target use its short versions.
namespace fast_math {
HCRT_FAST_UNARY(HCRT_M_UNARY)
HCRT_FAST_BINARY(HCRT_M_BINARY)
HCRT_M_COMMON
}  // namespace fast_math

#undef HCRT_M_UNARY
#undef HCRT_M_BINARY
#undef HCRT_M_COMMON

}  // namespace Kalmar

#undef HCRT_FAST_UNARY
#undef HCRT_FAST_BINARY
#endif
