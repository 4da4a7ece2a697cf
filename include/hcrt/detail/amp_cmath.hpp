// C++ AMP: the C library's maths functions as restrict(amp) functions, beside the CPU's own.
//
// The compiler's prelude includes this in front of every source, before <cmath>: its using-declarations
// then bring both versions into namespace std. The lower stage finds each target's version.
#ifndef HCRT_DETAIL_AMP_CMATH_HPP
#define HCRT_DETAIL_AMP_CMATH_HPP

#include "math_names.hpp"

#define HCRT_AMP_UNARY(name)                        \
  HCRT_AMP float name##f(float) __asm__(#name "f"); \
  HCRT_AMP double name(double) __asm__(#name);
#define HCRT_AMP_BINARY(name)                              \
  HCRT_AMP float name##f(float, float) __asm__(#name "f"); \
  HCRT_AMP double name(double, double) __asm__(#name);

HCRT_MATH_UNARY(HCRT_AMP_UNARY)
HCRT_MATH_BINARY(HCRT_AMP_BINARY)
HCRT_AMP float fmaf(float, float, float) __asm__("fmaf");
HCRT_AMP double fma(double, double, double) __asm__("fma");
HCRT_AMP float ldexpf(float, int) __asm__("ldexpf");
HCRT_AMP double ldexp(double, int) __asm__("ldexp");
HCRT_AMP inline int abs(int x) { return x < 0 ? -x : x; }
HCRT_AMP inline long labs(long x) { return x < 0 ? -x : x; }

#undef HCRT_AMP_UNARY
#undef HCRT_AMP_BINARY
#endif
