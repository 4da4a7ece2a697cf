// The names of the C library's maths functions that kernels may call, by number of arguments.
#ifndef HCRT_DETAIL_MATH_NAMES_HPP
#define HCRT_DETAIL_MATH_NAMES_HPP

// clang-format off
#define HCRT_MATH_UNARY(X)                                                                             \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf) X(erfc)     \
  X(exp) X(exp2) X(expm1) X(fabs) X(floor) X(lgamma) X(log) X(log10) X(log1p) X(log2) X(logb)          \
  X(nearbyint) X(rint) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
#define HCRT_MATH_BINARY(X) \
  X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
// clang-format on

#endif
