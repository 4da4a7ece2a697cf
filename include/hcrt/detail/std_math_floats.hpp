// The functions of float that C++17's <cmath> has by names of their own, and libstdc++ only since GCC 14:
// std::sqrtf, which Visual C++ always had.
#ifndef HCRT_DETAIL_STD_MATH_FLOATS_HPP
#define HCRT_DETAIL_STD_MATH_FLOATS_HPP

#include <cmath>

#define HCRT_STD_FLOATS(X)                                                                                  \
  X(acosf)                                                                                                  \
  X(acoshf) X(asinf) X(asinhf) X(atan2f) X(atanf) X(atanhf) X(cbrtf) X(ceilf) X(copysignf) X(cosf) X(coshf) \
      X(erfcf) X(erff) X(exp2f) X(expf) X(expm1f) X(fabsf) X(fdimf) X(floorf) X(fmaf) X(fmaxf) X(fminf)     \
          X(fmodf) X(frexpf) X(hypotf) X(ilogbf) X(ldexpf) X(lgammaf) X(llrintf) X(llroundf) X(log10f)      \
              X(log1pf) X(log2f) X(logbf) X(logf) X(lrintf) X(lroundf) X(modff) X(nanf) X(nearbyintf)       \
                  X(nextafterf) X(powf) X(remainderf) X(remquof) X(rintf) X(roundf) X(scalblnf) X(scalbnf)  \
                      X(sinf) X(sinhf) X(sqrtf) X(tanf) X(tanhf) X(tgammaf) X(truncf)

namespace std {
#define HCRT_STD_FLOAT(name) using ::name;
HCRT_STD_FLOATS(HCRT_STD_FLOAT)
#undef HCRT_STD_FLOAT
}  // namespace std

#undef HCRT_STD_FLOATS

#endif
