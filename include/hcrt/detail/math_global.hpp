// HC: the maths names in the global namespace.
//
// The C library's functions of double are there already, and integers go to them. The templates take float
// and half only: next to <math.h>'s overloads they are never ambiguous, and a program's own function is
// better.
#ifndef HCRT_DETAIL_MATH_GLOBAL_HPP
#define HCRT_DETAIL_MATH_GLOBAL_HPP

#include "math_half.hpp"

namespace hcrt {

template <class T>
struct is_single : std::false_type {};
template <>
struct is_single<float> : std::true_type {};
template <>
struct is_single<hc::half> : std::true_type {};
template <class T, class R = T>
using if_single = typename std::enable_if<is_single<T>::value, R>::type;

}  // namespace hcrt

#define HCRT_GLOBAL_1(name)                       \
  template <class T>                              \
  HCRT_BOTH inline hcrt::if_single<T> name(T x) { \
    return Kalmar::precise_math::name(x);         \
  }
#define HCRT_GLOBAL_2(name)                            \
  template <class T>                                   \
  HCRT_BOTH inline hcrt::if_single<T> name(T x, T y) { \
    return Kalmar::precise_math::name(x, y);           \
  }
#define HCRT_GLOBAL_Q(name)                            \
  template <class T>                                   \
  HCRT_BOTH inline hcrt::if_single<T, int> name(T x) { \
    return Kalmar::precise_math::name(x);              \
  }
// clang-format off
#define HCRT_GLOBAL_UNARY(X)                                                                                \
  X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf) X(erfc) X(exp)   \
  X(exp10) X(exp2) X(expm1) X(fabs) X(floor) X(lgamma) X(log) X(log10) X(log1p) X(log2) X(logb)             \
  X(nearbyint) X(rint) X(round) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) X(tgamma) X(trunc)
#define HCRT_GLOBAL_BINARY(X) \
  X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
// clang-format on
HCRT_GLOBAL_UNARY(HCRT_GLOBAL_1)
HCRT_GLOBAL_BINARY(HCRT_GLOBAL_2)
HCRT_GLOBAL_Q(ilogb)
#undef HCRT_GLOBAL_1
#undef HCRT_GLOBAL_2
#undef HCRT_GLOBAL_Q
#undef HCRT_GLOBAL_UNARY
#undef HCRT_GLOBAL_BINARY

template <class T>
HCRT_BOTH inline hcrt::if_single<T> fma(T x, T y, T z) {
  return Kalmar::precise_math::fma(x, y, z);
}
template <class T>
HCRT_BOTH inline hcrt::if_single<T> frexp(T x, int* n) {
  return Kalmar::precise_math::frexp(x, n);
}
template <class T>
HCRT_BOTH inline hcrt::if_single<T> ldexp(T x, int n) {
  return Kalmar::precise_math::ldexp(x, n);
}
template <class T>
HCRT_BOTH inline hcrt::if_single<T> scalbn(T x, int n) {
  return Kalmar::precise_math::scalbn(x, n);
}
template <class T>
HCRT_BOTH inline hcrt::if_single<T> modf(T x, T* whole) {
  return Kalmar::precise_math::modf(x, whole);
}
template <class T>
HCRT_BOTH inline hcrt::if_single<T> remquo(T x, T y, int* quotient) {
  return Kalmar::precise_math::remquo(x, y, quotient);
}
template <class T>
HCRT_BOTH inline hcrt::if_single<T, void> sincos(T x, T* sine, T* cosine) {
  Kalmar::precise_math::sincos(x, sine, cosine);
}

// What only precise_math has.
#define HCRT_GLOBAL(name)           \
  using Kalmar::precise_math::name; \
  using Kalmar::precise_math::name##f;
HCRT_GLOBAL(cospi)
HCRT_GLOBAL(erfcinv)
HCRT_GLOBAL(erfinv)
#ifndef HCRT_HIDES_PHI  // a program's own, a function or not
HCRT_GLOBAL(phi)
#endif
HCRT_GLOBAL(rcbrt)
HCRT_GLOBAL(rsqrt)
HCRT_GLOBAL(sinpi)
HCRT_GLOBAL(tanpi)
#undef HCRT_GLOBAL
using Kalmar::precise_math::signbitf;
#endif
