// The names of the maths functions, by what they take.
#ifndef HCRT_DETAIL_MATH_NAMES_HPP
#define HCRT_DETAIL_MATH_NAMES_HPP

// clang-format off
// The C library's: T(T), each with an f-suffixed form.
#define HCRT_MATH_UNARY(X)                                                                             \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf) X(erfc)     \
  X(exp) X(exp2) X(exp10) X(expm1) X(fabs) X(floor) X(lgamma) X(log) X(log10) X(log1p) X(log2) X(logb) \
  X(nearbyint) X(rint) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
// T(T, T)
#define HCRT_MATH_BINARY(X) \
  X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
// Functions that the C library lacks, or that it computes with errors above 4 ulp: libhcrt and the device
// library have them, as __hcrt_NAME.
#define HCRT_MATH_OWN(X) \
  X(cospi) X(erfc) X(erfcinv) X(erfinv) X(lgamma) X(phi) X(rcbrt) X(sinpi) X(tanpi) X(tgamma)
// fast_math's, single precision only. Those of the second list have short versions on some devices.
#define HCRT_FAST_UNARY(X)                                                                   \
  X(acos) X(asin) X(atan) X(ceil) X(cosh) X(fabs) X(floor) X(round) X(sinh) X(tanh) X(trunc)
#define HCRT_FAST_UNARY_SHORT(X) \
  X(cos) X(exp) X(exp2) X(log) X(log10) X(log2) X(rsqrt) X(sin) X(sqrt) X(tan)
#define HCRT_FAST_BINARY(X) X(atan2) X(fmax) X(fmin) X(fmod)
// clang-format on

#endif
