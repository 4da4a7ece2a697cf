// Functions of integers and of short vectors of them: saturation, averages, high products, rotation, counts.
#ifndef HCRT_DETAIL_VECTOR_INTEGERS_HPP
#define HCRT_DETAIL_VECTOR_INTEGERS_HPP

#include <limits>

#include "short_vector.hpp"

namespace hcrt {
namespace vectors {

/// The vector type that a function takes its other arguments as: what a number or another vector converts to.
template <class T, int N, bool W>
struct other_vector {
  typedef short_vector_of<T, N, W> type;
};
template <class T, int N, bool W>
using other = typename other_vector<T, N, W>::type;

template <class T, class R = T>
using if_integral = hcrt::enable_if_t<std::is_integral<T>::value && !std::is_same<T, bool>::value, R>;
template <class T>
using unsigned_of = typename std::make_unsigned<T>::type;

template <class T>
constexpr int width_of = 8 * static_cast<int>(sizeof(T));

/// a + b, or the nearest value that T has.
template <class T, class = if_integral<T>>
HCRT_BOTH HCRT_CONSTEXPR14 T add_sat(T a, T b) {
  T sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
/// a - b, or the nearest value that T has.
template <class T, class = if_integral<T>>
HCRT_BOTH HCRT_CONSTEXPR14 T sub_sat(T a, T b) {
  T difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return std::is_unsigned<T>::value || b > 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
/// |a - b|, which always fits the unsigned type.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr unsigned_of<T> abs_diff(T a, T b) {
  return static_cast<unsigned_of<T>>(a < b ? static_cast<unsigned_of<T>>(b) - static_cast<unsigned_of<T>>(a)
                                           : static_cast<unsigned_of<T>>(a) - static_cast<unsigned_of<T>>(b));
}
/// (a + b) / 2 rounded down, without overflow.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T hadd(T a, T b) {
  return static_cast<T>((a >> 1) + (b >> 1) + (a & b & 1));
}
/// (a + b) / 2 rounded up, without overflow.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T rhadd(T a, T b) {
  return static_cast<T>((a >> 1) + (b >> 1) + ((a | b) & 1));
}
/// The upper half of the product's bits.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T mul_hi(T a, T b) {
  typedef hcrt::conditional_t<sizeof(T) == 8,
                              hcrt::conditional_t<std::is_signed<T>::value, __int128, unsigned __int128>,
                              hcrt::conditional_t<std::is_signed<T>::value, long long, unsigned long long>>
      Wide;
  return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> width_of<T>);
}
/// The bits moved to the left by b, those that leave come in on the right. b may be anything.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T rotate(T a, T b) {
  typedef unsigned_of<T> Bits;
  return static_cast<T>(
      static_cast<Bits>(static_cast<Bits>(a) << (static_cast<Bits>(b) & (width_of<T> - 1))) |
      static_cast<Bits>(static_cast<Bits>(a) >>
                        (static_cast<Bits>(-static_cast<Bits>(b)) & (width_of<T> - 1))));
}
/// How many bits are 1.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T popcount(T a) {
  return static_cast<T>(__builtin_popcountll(static_cast<unsigned_of<T>>(a)));
}
/// How many bits are 0 above the highest 1; all of 0's.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T clz(T a) {
  return static_cast<T>(a == 0 ? width_of<T>
                               : __builtin_clzll(static_cast<unsigned_of<T>>(a)) - (64 - width_of<T>));
}
/// How many bits are 0 below the lowest 1; all of 0's.
template <class T, class = if_integral<T>>
HCRT_BOTH constexpr T ctz(T a) {
  return static_cast<T>(a == 0 ? width_of<T> : __builtin_ctzll(static_cast<unsigned_of<T>>(a)));
}

#define HCRT_INTEGER_1(name)                                                             \
  template <class T, int N, bool W, class = if_integral<T>>                              \
  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of<T, N, W> name(short_vector_of<T, N, W> a) { \
    for (int i = 0; i < N; ++i) a.lane_[i] = vectors::name(a.lane_[i]);                  \
    return a;                                                                            \
  }
#define HCRT_INTEGER_2(name)                                                           \
  template <class T, int N, bool W, class = if_integral<T>>                            \
  HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of<T, N, W> name(short_vector_of<T, N, W> a, \
                                                           const other<T, N, W>& b) {  \
    for (int i = 0; i < N; ++i) a.lane_[i] = vectors::name(a.lane_[i], b.lane_[i]);    \
    return a;                                                                          \
  }
HCRT_INTEGER_1(popcount)
HCRT_INTEGER_1(clz)
HCRT_INTEGER_1(ctz)
HCRT_INTEGER_2(add_sat)
HCRT_INTEGER_2(sub_sat)
HCRT_INTEGER_2(hadd)
HCRT_INTEGER_2(rhadd)
HCRT_INTEGER_2(mul_hi)
HCRT_INTEGER_2(rotate)
#undef HCRT_INTEGER_1
#undef HCRT_INTEGER_2

template <class T, int N, bool W, class = if_integral<T>>
HCRT_BOTH HCRT_CONSTEXPR14 short_vector_of<unsigned_of<T>, N, W> abs_diff(const short_vector_of<T, N, W>& a,
                                                                          const other<T, N, W>& b) {
  short_vector_of<unsigned_of<T>, N, W> result;
  for (int i = 0; i < N; ++i) result.lane_[i] = vectors::abs_diff(a.lane_[i], b.lane_[i]);
  return result;
}

}  // namespace vectors
}  // namespace hcrt
#endif
