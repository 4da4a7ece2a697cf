// precise_math for hc::half: computed in float and rounded to half.
#ifndef HCRT_DETAIL_MATH_HALF_HPP
#define HCRT_DETAIL_MATH_HALF_HPP

#include "../../hc_defines.h"
#include "math.hpp"

// clang-format off
#define HCRT_HALF_UNARY(X)                                                                                \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(cospi) X(erf)       \
  X(erfc) X(erfcinv) X(erfinv) X(exp) X(exp10) X(exp2) X(expm1) X(fabs) X(floor) X(lgamma) X(log)         \
  X(log10) X(log1p) X(log2) X(logb) X(nearbyint) X(phi) X(rcbrt) X(rint) X(round) X(rsqrt) X(sin) X(sinh) \
  X(sinpi) X(sqrt) X(tan) X(tanh) X(tanpi) X(tgamma) X(trunc)
#define HCRT_HALF_BINARY(X) X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(pow) X(remainder) X(scalb)
#define HCRT_HALF_QUESTION(X) X(fpclassify) X(ilogb) X(isfinite) X(isinf) X(isnan) X(signbit)
// clang-format on

namespace Kalmar {
namespace precise_math {

#define HCRT_HALF_1(name)                                                    \
  HCRT_MATH_FUNCTION hc::half name(hc::half x) {                             \
    return static_cast<hc::half>(precise_math::name(static_cast<float>(x))); \
  }
#define HCRT_HALF_2(name)                                                                           \
  HCRT_MATH_FUNCTION hc::half name(hc::half x, hc::half y) {                                        \
    return static_cast<hc::half>(precise_math::name(static_cast<float>(x), static_cast<float>(y))); \
  }
#define HCRT_HALF_Q(name) \
  HCRT_MATH_FUNCTION int name(hc::half x) { return precise_math::name(static_cast<float>(x)); }
HCRT_HALF_UNARY(HCRT_HALF_1)
HCRT_HALF_BINARY(HCRT_HALF_2)
HCRT_HALF_QUESTION(HCRT_HALF_Q)
#undef HCRT_HALF_1
#undef HCRT_HALF_2
#undef HCRT_HALF_Q

/// Rounded once: the product of halves and a third one is exact in double.
HCRT_MATH_FUNCTION hc::half fma(hc::half x, hc::half y, hc::half z) { return __builtin_fmaf16(x, y, z); }
HCRT_MATH_FUNCTION int isnormal(hc::half x) {
  const float size = precise_math::fabs(static_cast<float>(x));
  return size >= 0x1p-14f && size <= 65504.0f;
}
HCRT_MATH_FUNCTION hc::half frexp(hc::half x, int* n) {
  return static_cast<hc::half>(precise_math::frexp(static_cast<float>(x), n));
}
HCRT_MATH_FUNCTION hc::half ldexp(hc::half x, int n) {
  return static_cast<hc::half>(precise_math::ldexp(static_cast<float>(x), n));
}
HCRT_MATH_FUNCTION hc::half scalbn(hc::half x, int n) { return precise_math::ldexp(x, n); }
HCRT_MATH_FUNCTION hc::half modf(hc::half x, hc::half* whole) {
  float in_float;
  const float rest = precise_math::modf(static_cast<float>(x), &in_float);
  *whole = static_cast<hc::half>(in_float);
  return static_cast<hc::half>(rest);
}
HCRT_MATH_FUNCTION hc::half remquo(hc::half x, hc::half y, int* quotient) {
  return static_cast<hc::half>(precise_math::remquo(static_cast<float>(x), static_cast<float>(y), quotient));
}
HCRT_MATH_FUNCTION void sincos(hc::half x, hc::half* sine, hc::half* cosine) {
  *sine = precise_math::sin(x);
  *cosine = precise_math::cos(x);
}
/// The next half towards y.
HCRT_MATH_FUNCTION hc::half nextafter(hc::half x, hc::half y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  const auto bits = __builtin_bit_cast(unsigned short, x);
  if ((bits & 0x7fff) == 0)
    return __builtin_bit_cast(hc::half, static_cast<unsigned short>(y > x ? 0x0001 : 0x8001));
  const bool away = (x < y) == (bits < 0x8000);
  return __builtin_bit_cast(hc::half, static_cast<unsigned short>(away ? bits + 1 : bits - 1));
}

}  // namespace precise_math
}  // namespace Kalmar
#endif
