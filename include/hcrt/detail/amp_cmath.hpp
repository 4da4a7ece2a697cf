// C++ AMP: the C library's maths functions as restrict(amp) functions, beside the CPU's own.
//
// The compiler's prelude includes this before every source and before <cmath>: its using-declarations then
// bring both versions into namespace std. They are templates, so that a function of fast_math or of the
// program with the same parameters is the better one. The lower stage finds each target's version.
#ifndef HCRT_DETAIL_AMP_CMATH_HPP
#define HCRT_DETAIL_AMP_CMATH_HPP

#include "math_names.hpp"

namespace hcrt {
namespace amp_c {

#define HCRT_AMP_UNARY(name)                              \
  HCRT_AMP float name##_single(float) __asm__(#name "f"); \
  HCRT_AMP double name##_double(double) __asm__(#name);
#define HCRT_AMP_BINARY(name)                                    \
  HCRT_AMP float name##_single(float, float) __asm__(#name "f"); \
  HCRT_AMP double name##_double(double, double) __asm__(#name);
HCRT_MATH_UNARY(HCRT_AMP_UNARY)
HCRT_MATH_BINARY(HCRT_AMP_BINARY)
#undef HCRT_AMP_UNARY
#undef HCRT_AMP_BINARY

}  // namespace amp_c
}  // namespace hcrt

#define HCRT_AMP_UNARY(name)                \
  template <int = 0>                        \
  HCRT_AMP inline float name##f(float x) {  \
    return ::hcrt::amp_c::name##_single(x); \
  }                                         \
  template <int = 0>                        \
  HCRT_AMP inline double name(double x) {   \
    return ::hcrt::amp_c::name##_double(x); \
  }
#define HCRT_AMP_BINARY(name)                       \
  template <int = 0>                                \
  HCRT_AMP inline float name##f(float x, float y) { \
    return ::hcrt::amp_c::name##_single(x, y);      \
  }                                                 \
  template <int = 0>                                \
  HCRT_AMP inline double name(double x, double y) { \
    return ::hcrt::amp_c::name##_double(x, y);      \
  }
// RESULT name(parameters), both forms, and a float overload of the second one where <cmath>'s is for the CPU
// only.
#define HCRT_AMP_OTHER(result_f, result, name, parameters, PARAMETERS, arguments) \
  namespace hcrt {                                                                \
  namespace amp_c {                                                               \
  HCRT_AMP result_f name##_single parameters __asm__(#name "f");                  \
  HCRT_AMP result name##_double PARAMETERS __asm__(#name);                        \
  }                                                                               \
  }                                                                               \
  template <int = 0>                                                              \
  HCRT_AMP inline result_f name##f parameters {                                   \
    return ::hcrt::amp_c::name##_single arguments;                                \
  }                                                                               \
  template <int = 0>                                                              \
  HCRT_AMP inline result name PARAMETERS {                                        \
    return ::hcrt::amp_c::name##_double arguments;                                \
  }
#define HCRT_AMP_FLOAT(result, name, parameters, arguments) \
  template <int = 0>                                        \
  HCRT_AMP inline result name parameters {                  \
    return ::hcrt::amp_c::name##_single arguments;          \
  }

HCRT_MATH_UNARY(HCRT_AMP_UNARY)
HCRT_MATH_BINARY(HCRT_AMP_BINARY)
HCRT_AMP_OTHER(float, double, fma, (float x, float y, float z), (double x, double y, double z), (x, y, z))
HCRT_AMP_OTHER(float, double, frexp, (float x, int* n), (double x, int* n), (x, n))
HCRT_AMP_OTHER(float, double, ldexp, (float x, int n), (double x, int n), (x, n))
HCRT_AMP_OTHER(float, double, modf, (float x, float* n), (double x, double* n), (x, n))
HCRT_AMP_OTHER(float, double, remquo, (float x, float y, int* n), (double x, double y, int* n), (x, y, n))
HCRT_AMP_OTHER(float, double, scalbn, (float x, int n), (double x, int n), (x, n))
HCRT_AMP_OTHER(int, int, ilogb, (float x), (double x), (x))
HCRT_AMP_OTHER(long, long, lrint, (float x), (double x), (x))
HCRT_AMP_OTHER(long, long, lround, (float x), (double x), (x))
HCRT_AMP_OTHER(long long, long long, llrint, (float x), (double x), (x))
HCRT_AMP_OTHER(long long, long long, llround, (float x), (double x), (x))
HCRT_AMP_OTHER(void, void, sincos, (float x, float* s, float* c), (double x, double* s, double* c), (x, s, c))
HCRT_AMP_FLOAT(float, frexp, (float x, int* n), (x, n))
HCRT_AMP_FLOAT(float, modf, (float x, float* n), (x, n))
HCRT_AMP_FLOAT(float, remquo, (float x, float y, int* n), (x, y, n))

// Each overload that <cstdlib> and <cmath> have for the CPU alone has one here: device parts read constexpr
// functions of the CPU's, too, which would find only the others, and several of them as good as each other.
#define HCRT_AMP_ABSOLUTE(type, name) \
  template <int = 0>                  \
  HCRT_AMP inline type name(type x) { \
    return x < 0 ? -x : x;            \
  }
HCRT_AMP_ABSOLUTE(int, abs)
HCRT_AMP_ABSOLUTE(long, abs)
HCRT_AMP_ABSOLUTE(long long, abs)
HCRT_AMP_ABSOLUTE(long, labs)
HCRT_AMP_ABSOLUTE(long long, llabs)
#undef HCRT_AMP_ABSOLUTE
template <int = 0>
HCRT_AMP long double frexp(long double, int*);  // no kernel has the type
template <int = 0>
HCRT_AMP long double remquo(long double, long double, int*);

#undef HCRT_AMP_UNARY
#undef HCRT_AMP_BINARY
#undef HCRT_AMP_OTHER
#undef HCRT_AMP_FLOAT
#endif
