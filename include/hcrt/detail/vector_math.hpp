// Functions of short vectors: componentwise maths, comparisons and masks, geometry.
#ifndef HCRT_DETAIL_VECTOR_MATH_HPP
#define HCRT_DETAIL_VECTOR_MATH_HPP

#include "math.hpp"
#include "math_half.hpp"
#include "vector_integers.hpp"

namespace hcrt {
namespace vectors {

template <class T>
constexpr bool is_real = std::is_floating_point<T>::value || std::is_same<T, _Float16>::value;
template <class T, class R = T>
using if_real = hcrt::enable_if_t<is_real<T>, R>;
template <class T, class R = T>
using if_number = hcrt::enable_if_t<is_component<T> && !std::is_same<T, bool>::value, R>;

/// What sums of T are kept in: half's in float.
template <class T>
using sum_of = hcrt::conditional_t<std::is_same<T, _Float16>::value, float, T>;

#define HCRT_VECTOR_OF(condition)                         \
  template <class T, int N, bool W, class = condition<T>> \
  HCRT_BOTH HCRT_CONSTEXPR14
#define HCRT_EACH(expression) \
  for (int i = 0; i < N; ++i) a.lane_[i] = static_cast<T>(expression)

// The C library's functions, and those of precise_math that it lacks, for each component.
#define HCRT_MATHS_1(name)                                                            \
  HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> name(short_vector_of<T, N, W> a) { \
    HCRT_EACH(Kalmar::precise_math::name(a.lane_[i]));                                \
    return a;                                                                         \
  }
#define HCRT_MATHS_2(name)                                                             \
  HCRT_VECTOR_OF(if_real)                                                              \
  short_vector_of<T, N, W> name(short_vector_of<T, N, W> a, const other<T, N, W>& b) { \
    HCRT_EACH(Kalmar::precise_math::name(a.lane_[i], b.lane_[i]));                     \
    return a;                                                                          \
  }
// clang-format off
HCRT_MATHS_1(acos) HCRT_MATHS_1(acosh) HCRT_MATHS_1(asin) HCRT_MATHS_1(asinh) HCRT_MATHS_1(atan)
HCRT_MATHS_1(atanh) HCRT_MATHS_1(cbrt) HCRT_MATHS_1(ceil) HCRT_MATHS_1(cos) HCRT_MATHS_1(cosh)
HCRT_MATHS_1(cospi) HCRT_MATHS_1(erf) HCRT_MATHS_1(erfc) HCRT_MATHS_1(exp) HCRT_MATHS_1(exp10)
HCRT_MATHS_1(exp2) HCRT_MATHS_1(expm1) HCRT_MATHS_1(fabs) HCRT_MATHS_1(floor) HCRT_MATHS_1(log)
HCRT_MATHS_1(log10) HCRT_MATHS_1(log1p) HCRT_MATHS_1(log2) HCRT_MATHS_1(nearbyint) HCRT_MATHS_1(rint)
HCRT_MATHS_1(round) HCRT_MATHS_1(rsqrt) HCRT_MATHS_1(sin) HCRT_MATHS_1(sinh) HCRT_MATHS_1(sinpi)
HCRT_MATHS_1(sqrt) HCRT_MATHS_1(tan) HCRT_MATHS_1(tanh) HCRT_MATHS_1(trunc)
HCRT_MATHS_2(atan2) HCRT_MATHS_2(copysign) HCRT_MATHS_2(fdim) HCRT_MATHS_2(fmax) HCRT_MATHS_2(fmin)
HCRT_MATHS_2(fmod) HCRT_MATHS_2(hypot) HCRT_MATHS_2(pow) HCRT_MATHS_2(remainder)
// clang-format on
#undef HCRT_MATHS_1
#undef HCRT_MATHS_2

    /// a * b + c, rounded once.
    HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> fma(short_vector_of<T, N, W> a, const other<T, N, W>& b,
                                                         const other<T, N, W>& c) {
  HCRT_EACH(Kalmar::precise_math::fma(a.lane_[i], b.lane_[i], c.lane_[i]));
  return a;
}
/// To the nearest integer, from the middle between two to the even one.
HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> roundeven(short_vector_of<T, N, W> a) {
  HCRT_EACH(Kalmar::precise_math::rint(a.lane_[i]));  // kernels and programs round to nearest, ties to even
  return a;
}
/// The integer of the same sign and no greater magnitude goes to `whole`, the rest is the result.
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> modf(short_vector_of<T, N, W> a, short_vector_of<T, N, W>& whole) {
  for (int i = 0; i < N; ++i) {
    const T integer = static_cast<T>(Kalmar::precise_math::trunc(a.lane_[i]));
    whole.lane_[i] = integer;
    const T rest = a.lane_[i] == integer ? T(0) : static_cast<T>(a.lane_[i] - integer);  // of infinity, 0
    a.lane_[i] = static_cast<T>(Kalmar::precise_math::copysign(rest, a.lane_[i]));
  }
  return a;
}

/// The part after the point: a - floor(a).
HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> fract(const short_vector_of<T, N, W>& a) {
  return a - vectors::floor(a);
}
/// a - b * floor(a / b): of b's sign, where fmod has a's.
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> mod(const short_vector_of<T, N, W>& a, const other<T, N, W>& b) {
  return a - b * vectors::floor(a / b);
}

HCRT_VECTOR_OF(if_number) short_vector_of<T, N, W> abs(short_vector_of<T, N, W> a) {
  HCRT_EACH(a.lane_[i] < T(0) ? -a.lane_[i] : T(0) + a.lane_[i]);  // -0 + 0 is 0
  return a;
}
/// -1, 0 or 1; 0 of a NaN.
HCRT_VECTOR_OF(if_number) short_vector_of<T, N, W> sign(short_vector_of<T, N, W> a) {
  HCRT_EACH((a.lane_[i] > T(0)) - (a.lane_[i] < T(0)));
  return a;
}
/// The smaller of each two components; a's where neither is, as std::min's.
HCRT_VECTOR_OF(if_number)
short_vector_of<T, N, W> min(short_vector_of<T, N, W> a, const other<T, N, W>& b) {
  HCRT_EACH(b.lane_[i] < a.lane_[i] ? b.lane_[i] : a.lane_[i]);
  return a;
}
HCRT_VECTOR_OF(if_number)
short_vector_of<T, N, W> max(short_vector_of<T, N, W> a, const other<T, N, W>& b) {
  HCRT_EACH(a.lane_[i] < b.lane_[i] ? b.lane_[i] : a.lane_[i]);
  return a;
}
HCRT_VECTOR_OF(if_number)
short_vector_of<T, N, W> clamp(const short_vector_of<T, N, W>& a, const other<T, N, W>& low,
                               const other<T, N, W>& high) {
  return vectors::min(vectors::max(a, low), high);
}
/// Clamped to [0, 1].
HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> saturate(const short_vector_of<T, N, W>& a) {
  return vectors::clamp(a, T(0), T(1));
}
/// a where t is 0, b where it is 1, and on the line through both elsewhere.
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> mix(const short_vector_of<T, N, W>& a, const other<T, N, W>& b,
                             const other<T, N, W>& t) {
  return a * (short_vector_of<T, N, W>(T(1)) - t) + b * t;
}
template <class T, class = if_real<T>>
HCRT_BOTH constexpr T mix(T a, T b, T t) {
  return a * (T(1) - t) + b * t;
}
/// 0 below the edge, else 1.
template <class T, class = if_real<T>>
HCRT_BOTH constexpr T step(T edge, T x) {
  return x < edge ? T(0) : T(1);
}
/// 0 up to `low`, 1 from `high` on, between them a cubic with a flat start and end.
template <class T, class = if_real<T>>
HCRT_BOTH HCRT_CONSTEXPR14 T smoothstep(T low, T high, T x) {
  const T at = (x - low) / (high - low), t = at < T(0) ? T(0) : T(1) < at ? T(1) : at;
  return t * t * (T(3) - T(2) * t);
}
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> step(const other<T, N, W>& edge, short_vector_of<T, N, W> a) {
  HCRT_EACH(vectors::step(edge.lane_[i], a.lane_[i]));
  return a;
}
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> smoothstep(const other<T, N, W>& low, const other<T, N, W>& high,
                                    short_vector_of<T, N, W> a) {
  HCRT_EACH(vectors::smoothstep(low.lane_[i], high.lane_[i], a.lane_[i]));
  return a;
}
HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> degrees(const short_vector_of<T, N, W>& a) {
  return a * short_vector_of<T, N, W>(T(57.295779513082320877));
}
HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> radians(const short_vector_of<T, N, W>& a) {
  return a * short_vector_of<T, N, W>(T(0.017453292519943295769));
}

/// A vector of truth values, as comparisons give it: combined by & | ^ and !, asked by any, all and none.
template <int N, bool W>
using mask_of = short_vector_of<bool, N, W>;

#define HCRT_COMPARISON(name, op)                                                  \
  template <class T, int N, bool W>                                                \
  HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> name(const short_vector_of<T, N, W>& a, \
                                                const other<T, N, W>& b) {         \
    mask_of<N, W> result;                                                          \
    for (int i = 0; i < N; ++i) result.lane_[i] = a.lane_[i] op b.lane_[i];        \
    return result;                                                                 \
  }
/// Is neither of the two a NaN?
template <class T, int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> is_ordered(const short_vector_of<T, N, W>& a,
                                                    const other<T, N, W>& b) {
  mask_of<N, W> result;
  for (int i = 0; i < N; ++i) result.lane_[i] = a.lane_[i] == a.lane_[i] && b.lane_[i] == b.lane_[i];
  return result;
}
/// Is one of the two a NaN?
template <class T, int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> is_unordered(const short_vector_of<T, N, W>& a,
                                                      const other<T, N, W>& b) {
  mask_of<N, W> result;
  for (int i = 0; i < N; ++i) result.lane_[i] = a.lane_[i] != a.lane_[i] || b.lane_[i] != b.lane_[i];
  return result;
}
/// Do they differ, with neither a NaN?
template <class T, int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> is_less_greater(const short_vector_of<T, N, W>& a,
                                                         const other<T, N, W>& b) {
  mask_of<N, W> result;
  for (int i = 0; i < N; ++i) result.lane_[i] = a.lane_[i] < b.lane_[i] || a.lane_[i] > b.lane_[i];
  return result;
}
HCRT_COMPARISON(is_equal, ==)
HCRT_COMPARISON(is_not_equal, !=)
HCRT_COMPARISON(is_less, <)
HCRT_COMPARISON(is_less_equal, <=)
HCRT_COMPARISON(is_greater, >)
HCRT_COMPARISON(is_greater_equal, >=)
#undef HCRT_COMPARISON

#define HCRT_QUESTION(name)                                                                    \
  template <class T, int N, bool W, class = if_real<T>>                                        \
  HCRT_BOTH mask_of<N, W> name(const short_vector_of<T, N, W>& a) {                            \
    mask_of<N, W> result;                                                                      \
    for (int i = 0; i < N; ++i) result.lane_[i] = Kalmar::precise_math::name(a.lane_[i]) != 0; \
    return result;                                                                             \
  }
HCRT_QUESTION(isfinite)
HCRT_QUESTION(isinf)
HCRT_QUESTION(isnan)
HCRT_QUESTION(isnormal)
HCRT_QUESTION(signbit)
#undef HCRT_QUESTION

template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> operator!(mask_of<N, W> a) {
  for (int i = 0; i < N; ++i) a.lane_[i] = !a.lane_[i];
  return a;
}
/// Both, either, one alone: of truth values that may also be single ones.
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> logical_and(mask_of<N, W> a, const other<bool, N, W>& b) {
  for (int i = 0; i < N; ++i) a.lane_[i] = a.lane_[i] && b.lane_[i];
  return a;
}
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> logical_or(mask_of<N, W> a, const other<bool, N, W>& b) {
  for (int i = 0; i < N; ++i) a.lane_[i] = a.lane_[i] || b.lane_[i];
  return a;
}
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> logical_xor(mask_of<N, W> a, const other<bool, N, W>& b) {
  for (int i = 0; i < N; ++i) a.lane_[i] = a.lane_[i] != b.lane_[i];
  return a;
}
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 mask_of<N, W> logical_not(const mask_of<N, W>& a) {
  return !a;
}
/// Is one of them true?
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 bool any(const mask_of<N, W>& a) {
  bool result = false;
  for (int i = 0; i < N; ++i) result = result || a.lane_[i];
  return result;
}
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 bool all(const mask_of<N, W>& a) {
  return !vectors::any(!a);
}
template <int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 bool none(const mask_of<N, W>& a) {
  return !vectors::any(a);
}
/// The components of a where the mask is true, else those of b, as `mask ? a : b` for each.
template <class T, int N, bool W>
HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of<T, N, W> select(const mask_of<N, W>& mask,
                                                           short_vector_of<T, N, W> a,
                                                           const other<T, N, W>& b) {
  for (int i = 0; i < N; ++i)
    if (!mask.lane_[i]) a.lane_[i] = b.lane_[i];
  return a;
}

/// The sum of the products of the components; of half, kept in float.
HCRT_VECTOR_OF(if_number) T dot(const short_vector_of<T, N, W>& a, const other<T, N, W>& b) {
  sum_of<T> sum = static_cast<sum_of<T>>(a.lane_[0]) * static_cast<sum_of<T>>(b.lane_[0]);
  for (int i = 1; i < N; ++i) sum += static_cast<sum_of<T>>(a.lane_[i]) * static_cast<sum_of<T>>(b.lane_[i]);
  return static_cast<T>(sum);
}
/// The components' sum.
HCRT_VECTOR_OF(if_number) T sum(const short_vector_of<T, N, W>& a) {
  sum_of<T> sum = static_cast<sum_of<T>>(a.lane_[0]);
  for (int i = 1; i < N; ++i) sum += static_cast<sum_of<T>>(a.lane_[i]);
  return static_cast<T>(sum);
}
template <class T, bool W, class = if_number<T>>
HCRT_BOTH constexpr short_vector_of<T, 3, W> cross(const short_vector_of<T, 3, W>& a,
                                                   const other<T, 3, W>& b) {
  return short_vector_of<T, 3, W>(static_cast<T>(a.lane_[1] * b.lane_[2] - a.lane_[2] * b.lane_[1]),
                                  static_cast<T>(a.lane_[2] * b.lane_[0] - a.lane_[0] * b.lane_[2]),
                                  static_cast<T>(a.lane_[0] * b.lane_[1] - a.lane_[1] * b.lane_[0]));
}
HCRT_VECTOR_OF(if_real) T length(const short_vector_of<T, N, W>& a) {
  typedef short_vector_of<sum_of<T>, N, W> Wide;
  return static_cast<T>(Kalmar::precise_math::sqrt(vectors::dot(Wide(a), Wide(a))));
}
HCRT_VECTOR_OF(if_real) T distance(const short_vector_of<T, N, W>& a, const other<T, N, W>& b) {
  return vectors::length(a - b);
}
/// a divided by its length; a NaN of the zero vector.
HCRT_VECTOR_OF(if_real) short_vector_of<T, N, W> normalize(const short_vector_of<T, N, W>& a) {
  typedef short_vector_of<sum_of<T>, N, W> Wide;
  return short_vector_of<T, N, W>(Wide(a) / Wide(vectors::length(Wide(a))));
}
/// n where it points against i as seen from `reference`, else -n.
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> faceforward(const short_vector_of<T, N, W>& n, const other<T, N, W>& i,
                                     const other<T, N, W>& reference) {
  return vectors::dot(reference, i) < T(0) ? n : -n;
}
/// i reflected by a surface with the normal n, of length 1.
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> reflect(const short_vector_of<T, N, W>& i, const other<T, N, W>& n) {
  return i - n * short_vector_of<T, N, W>(T(2) * vectors::dot(n, i));
}
/// i, of length 1, refracted by a surface with the normal n, of length 1; eta is the ratio of the refractive
/// indices. Zero where all is reflected.
HCRT_VECTOR_OF(if_real)
short_vector_of<T, N, W> refract(const short_vector_of<T, N, W>& i, const other<T, N, W>& n, T eta) {
  const T cosine = vectors::dot(n, i), k = T(1) - eta * eta * (T(1) - cosine * cosine);
  if (k < T(0)) return short_vector_of<T, N, W>();
  const T along = eta * cosine + static_cast<T>(Kalmar::precise_math::sqrt(k));
  return i * short_vector_of<T, N, W>(eta) - n * short_vector_of<T, N, W>(along);
}

#undef HCRT_VECTOR_OF
#undef HCRT_EACH

}  // namespace vectors
}  // namespace hcrt
#endif
