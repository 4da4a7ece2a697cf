// fast_math: single precision, with the short versions of functions that a device has. On devices without
// any, and on the CPU, they are precise_math's.
#ifndef HCRT_DETAIL_MATH_FAST_HPP
#define HCRT_DETAIL_MATH_FAST_HPP

#include "math.hpp"

// C++ AMP: on the CPU the names are <cmath>'s, as the specification has it. HC has one function for both.
#ifdef HCPY_AMP
#define HCRT_FAST_FUNCTION HCRT_AMP inline
#else
#define HCRT_FAST_FUNCTION HCRT_MATH_FUNCTION
#endif

// Not OpenCL's native_ functions: they promise nothing, and are off by 1e-4 on some devices.
#ifdef HCPY_TARGET_PTX
extern "C" {
#define HCRT_SHORT(name) HCRT_AMP __attribute__((const)) float __hcrt_fast_##name##f(float) noexcept;
HCRT_FAST_UNARY_SHORT(HCRT_SHORT)
#undef HCRT_SHORT
HCRT_AMP __attribute__((const)) float __hcrt_fast_powf(float, float) noexcept;
}
#define HCRT_SHORT_CALL(name) __hcrt_fast_##name##f
#else
#define HCRT_SHORT_CALL(name) Kalmar::precise_math::name##f
#endif

namespace Kalmar {
namespace fast_math {

#ifdef HCPY_AMP
#define HCRT_IMPORT(name) \
  using std::name;        \
  using ::name##f;
// clang-format off
HCRT_IMPORT(acos) HCRT_IMPORT(asin) HCRT_IMPORT(atan) HCRT_IMPORT(atan2) HCRT_IMPORT(ceil) HCRT_IMPORT(cos)
HCRT_IMPORT(cosh) HCRT_IMPORT(exp) HCRT_IMPORT(exp2) HCRT_IMPORT(fabs) HCRT_IMPORT(floor) HCRT_IMPORT(fmax)
HCRT_IMPORT(fmin) HCRT_IMPORT(fmod) HCRT_IMPORT(frexp) HCRT_IMPORT(ldexp) HCRT_IMPORT(log) HCRT_IMPORT(log10)
HCRT_IMPORT(log2) HCRT_IMPORT(modf) HCRT_IMPORT(pow) HCRT_IMPORT(round) HCRT_IMPORT(sin) HCRT_IMPORT(sinh)
HCRT_IMPORT(sqrt) HCRT_IMPORT(tan) HCRT_IMPORT(tanh) HCRT_IMPORT(trunc)
// clang-format on
#undef HCRT_IMPORT
                    using ::sincos;
using ::sincosf;
using precise_math::max;
using precise_math::min;
using precise_math::rsqrt;
using precise_math::rsqrtf;
using precise_math::sincos;

// Apart from <cmath>'s: one namespace must not have two functions of the same parameters.
inline namespace device {
#endif

#define HCRT_FAST_AS(name, ...)                                        \
  HCRT_FAST_FUNCTION float name##f(float x) { return __VA_ARGS__(x); } \
  HCRT_FAST_FUNCTION float name(float x) { return __VA_ARGS__(x); }
#define HCRT_FAST_1(name) HCRT_FAST_AS(name, precise_math::name##f)
#define HCRT_FAST_1S(name) HCRT_FAST_AS(name, HCRT_SHORT_CALL(name))
#define HCRT_FAST_2(name)                                                                    \
  HCRT_FAST_FUNCTION float name##f(float x, float y) { return precise_math::name##f(x, y); } \
  HCRT_FAST_FUNCTION float name(float x, float y) { return precise_math::name##f(x, y); }
HCRT_FAST_UNARY(HCRT_FAST_1)
HCRT_FAST_UNARY_SHORT(HCRT_FAST_1S)
HCRT_FAST_BINARY(HCRT_FAST_2)
#undef HCRT_FAST_AS
#undef HCRT_FAST_1
#undef HCRT_FAST_1S
#undef HCRT_FAST_2

HCRT_FAST_FUNCTION float powf(float x, float y) { return HCRT_SHORT_CALL(pow)(x, y); }
HCRT_FAST_FUNCTION float pow(float x, float y) { return HCRT_SHORT_CALL(pow)(x, y); }
HCRT_FAST_FUNCTION float frexpf(float x, int* n) { return precise_math::frexpf(x, n); }
HCRT_FAST_FUNCTION float frexp(float x, int* n) { return precise_math::frexpf(x, n); }
HCRT_FAST_FUNCTION float ldexpf(float x, int n) { return precise_math::ldexpf(x, n); }
HCRT_FAST_FUNCTION float ldexp(float x, int n) { return precise_math::ldexpf(x, n); }
HCRT_FAST_FUNCTION float modff(float x, float* whole) { return precise_math::modff(x, whole); }
HCRT_FAST_FUNCTION float modf(float x, float* whole) { return precise_math::modff(x, whole); }
HCRT_FAST_FUNCTION void sincosf(float x, float* sine, float* cosine) {
  *sine = HCRT_SHORT_CALL(sin)(x);
  *cosine = HCRT_SHORT_CALL(cos)(x);
}
HCRT_FAST_FUNCTION void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }

#ifdef HCPY_AMP
}  // namespace device
#endif

using precise_math::signbitf;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

}  // namespace fast_math
}  // namespace Kalmar

#undef HCRT_SHORT_CALL
#undef HCRT_FAST_FUNCTION
#endif
