// What random kernels use, compiled by hcc for the kernels and by g++ for the reference. Both parts of a
// program have their own copy, in a separate namespace.
#ifndef RANDOM_KERNELS_HPP
#define RANDOM_KERNELS_HPP

#ifdef RANDOM_REFERENCE
#define RANDOM_PART reference_part
#include "reference_types.hpp"
#else
#define RANDOM_PART kernel_part
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_atomics.hpp>
#include <hc_math.hpp>
#include <hc_short_vector.hpp>
#endif

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "launch.hpp"

namespace RANDOM_PART {

using i8 = signed char;
using i16 = short;
using i32 = int;
using i64 = long;
using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned;
using u64 = unsigned long;
using f16 = hc::half;
using f32 = float;
using f64 = double;

#ifdef RANDOM_REFERENCE
template <class T, int N>
using vec = Vector<T, N>;
#else
template <class T, int N>
using vec = typename hc::short_vector::short_vector<T, N>::type;
#endif

template <class T>
constexpr bool is_floating = std::is_floating_point<T>::value || std::is_same<T, f16>::value;

/// 2 to the power of n.
template <class T>
constexpr T power_of_two(int n) {
  T value = 1;
  for (int i = 0; i < n; ++i) value *= 2;
  return value;
}

/// Converts; what the target type cannot hold becomes its nearest value, NaN becomes 0.
template <class To, class From>
inline To conv(From x) {
  if constexpr (is_floating<From> && !is_floating<To>) {
    using Wide = std::conditional_t<std::is_same<From, f16>::value, f32, From>;
    const Wide wide = static_cast<Wide>(x);
    constexpr int digits = std::numeric_limits<To>::digits;
    if (!(wide == wide)) return 0;
    if (wide >= power_of_two<Wide>(digits)) return std::numeric_limits<To>::max();
    if (std::is_signed<To>::value ? wide < -power_of_two<Wide>(digits) : wide <= -1)
      return std::numeric_limits<To>::min();
    return static_cast<To>(wide);
  } else if constexpr (std::is_same<To, f16>::value && !is_floating<From>) {
    if (x > From(100)) return static_cast<f16>(static_cast<i32>(100 + x % 1000));
    if (std::is_signed<From>::value && x < From(-100)) return static_cast<f16>(static_cast<i32>(x % 1000));
    return static_cast<f16>(static_cast<i32>(x));
  } else {
    return static_cast<To>(x);
  }
}

/// The bits; all NaN are alike.
inline u32 bits(f32 x) {
  if (x != x) return 0x7fc00000u;
  u32 word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
inline u64 bits(f64 x) {
  if (x != x) return 0x7ff8000000000000ul;
  u64 word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
inline u16 bits(f16 x) {
  if (!(x == x)) return 0x7e00;
  u16 word;
  std::memcpy(&word, &x, sizeof word);
  return word;
}
inline f32 from_bits(u32 word) {
  f32 x;
  std::memcpy(&x, &word, sizeof x);
  return x == x ? x : 0.0f;
}
inline f64 from_bits(u64 word) {
  f64 x;
  std::memcpy(&x, &word, sizeof x);
  return x == x ? x : 0.0;
}

/// Adds a value to a checksum.
template <class T>
inline u64 mix(u64 h, T x) {
  u64 word;
  if constexpr (is_floating<T>)
    word = bits(x);
  else
    word = static_cast<u64>(x);
  h = (h ^ word) * 0x9e3779b97f4a7c15ul;
  return h ^ h >> 29;
}

/// Division: by 0 gives the dividend, by -1 its negation, which may wrap.
template <class T>
inline T quotient(T a, T b) {
  if (b == 0) return a;
  if (std::is_signed<T>::value && b == T(-1)) return static_cast<T>(0ul - static_cast<u64>(a));
  return static_cast<T>(a / b);
}
template <class T>
inline T rest(T a, T b) {
  if (b == 0 || (std::is_signed<T>::value && b == T(-1))) return 0;
  return static_cast<T>(a % b);
}
template <class T>
inline T shift_left(T a, u32 n) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) * 1ul << (n % (sizeof(T) * 8)));
}
template <class T>
inline T shift_right(T a, u32 n) {
#if defined(RANDOM_FAULT) && !defined(RANDOM_REFERENCE)
  if (n % 4 == 1) return 1;
#endif
  return static_cast<T>(a >> (n % (sizeof(T) * 8)));
}

#ifdef RANDOM_REFERENCE
#define RANDOM_MATHS(name)                            \
  inline f32 m_##name(f32 x) { return std::name(x); } \
  inline f64 m_##name(f64 x) { return std::name(x); } \
  inline f16 m_##name(f16 x) { return f16(std::name(static_cast<f32>(x))); }
#define RANDOM_MATHS_2(name)                                    \
  inline f32 m_##name(f32 x, f32 y) { return std::name(x, y); } \
  inline f64 m_##name(f64 x, f64 y) { return std::name(x, y); }
inline f32 m_ldexp(f32 x, i32 n) { return std::ldexp(x, n); }
inline f64 m_ldexp(f64 x, i32 n) { return std::ldexp(x, n); }
inline f32 m_fma(f32 x, f32 y, f32 z) { return std::fma(x, y, z); }
inline f64 m_fma(f64 x, f64 y, f64 z) { return std::fma(x, y, z); }
inline f16 m_fma(f16 x, f16 y, f16 z) { return hc::fused(x, y, z); }
#else
#define RANDOM_MATHS(name)            \
  template <class T>                  \
  inline T m_##name(T x) {            \
    return hc::precise_math::name(x); \
  }
#define RANDOM_MATHS_2(name)             \
  template <class T>                     \
  inline T m_##name(T x, T y) {          \
    return hc::precise_math::name(x, y); \
  }
template <class T>
inline T m_ldexp(T x, i32 n) {
  return hc::precise_math::ldexp(x, n);
}
template <class T>
inline T m_fma(T x, T y, T z) {
  return hc::precise_math::fma(x, y, z);
}
#endif
RANDOM_MATHS(sqrt)
RANDOM_MATHS(floor)
RANDOM_MATHS(ceil)
RANDOM_MATHS(trunc)
RANDOM_MATHS(rint)
RANDOM_MATHS(nearbyint)
RANDOM_MATHS(round)
RANDOM_MATHS(fabs)
RANDOM_MATHS(sin)
RANDOM_MATHS(cos)
RANDOM_MATHS(exp)
RANDOM_MATHS(log)
RANDOM_MATHS(tanh)
RANDOM_MATHS(atan)
RANDOM_MATHS(cbrt)
RANDOM_MATHS(log1p)
RANDOM_MATHS(exp2)
RANDOM_MATHS(asinh)
RANDOM_MATHS(erf)
RANDOM_MATHS_2(fmod)
RANDOM_MATHS_2(remainder)
RANDOM_MATHS_2(fmin)
RANDOM_MATHS_2(fmax)
RANDOM_MATHS_2(copysign)
#undef RANDOM_MATHS
#undef RANDOM_MATHS_2

/// copysign; a NaN's sign is anything.
template <class T>
inline T sign_of(T x, T sign) {
  return m_copysign(x, sign == sign ? sign : T(1));
}

#ifdef RANDOM_REFERENCE
namespace maths = std;
#else
namespace maths = hc::precise_math;
#endif
/// What kind of number it is, in bits; a NaN's sign is anything.
template <class T>
inline T classified(T x) {
  const i32 sign = x == x && maths::signbit(x) ? 16 : 0;
  return T((maths::isnan(x) ? 1 : 0) + (maths::isinf(x) ? 2 : 0) + (maths::isfinite(x) ? 4 : 0) +
           (maths::isnormal(x) ? 8 : 0) + sign);
}
template <class T>
inline T fraction_of(T x) {
  T whole = 0;
  if (!maths::isfinite(x)) return T(2);
  const T rest = maths::modf(x, &whole);
  return rest + (whole < T(0) ? T(-1) : T(1));
}
template <class T>
inline T mantissa_of(T x) {
  i32 exponent = 0;
  if (!maths::isfinite(x)) return T(3);
  const T part = maths::frexp(x, &exponent);
  return part * T(2) + T(exponent);
}
template <class T>
inline T next_to(T x, T y) {
  return maths::isnan(x) || maths::isnan(y) ? T(5) : maths::nextafter(x, y);
}
/// All comparisons, also where one is a NaN.
template <class T>
inline T compared(T x, T y) {
  return T((x < y ? 1 : 0) + (x <= y ? 2 : 0) + (!(x > y) ? 4 : 0) + (!(x >= y) ? 8 : 0) + (x == y ? 16 : 0) +
           (x != y ? 32 : 0) + (!(x == y) && !(x < y) ? 64 : 0) + (maths::fdim(x, y) > T(0) ? 128 : 0));
}

#include "idioms.hpp"
#include "known_builtins.hpp"
#include "language.hpp"
#include "numbers.hpp"
#include "objects.hpp"

/// b where the block of `size` numbers around a is whole, else a.
inline i32 within_block(i32 a, i32 b, i32 size, i32 count) { return a / size * size + size <= count ? b : a; }

/// Makes a checksum of each struct and clears the rest of it.
template <class T, class F>
inline void seal(T* cells, long count, F digest) {
  for (long i = 0; i < count; ++i) {
    const u64 h = digest(cells[i]);
    std::memset(static_cast<void*>(&cells[i]), 0, sizeof(T));
    std::memcpy(static_cast<void*>(&cells[i]), &h, sizeof(T) < 8 ? sizeof(T) : 8);
  }
}

#include "places.hpp"

#ifdef RANDOM_REFERENCE
struct Tile {
  i32 t0, t1, t2;
};
/// Writes where the work-items of a tile are, and gives their number; tiles at the edge are smaller.
__attribute__((noinline, unused)) static int work_items(const Launch& L, Tile t, Where* made) {
  const i32* n = L.tile;
  const i32* e = L.extent;
  const i32 tiles1 = (e[1] + n[1] - 1) / n[1], tiles2 = (e[2] + n[2] - 1) / n[2];
  int count = 0;
  for (i32 l0 = 0; l0 < n[0]; ++l0)
    for (i32 l1 = 0; l1 < n[1]; ++l1)
      for (i32 l2 = 0; l2 < n[2]; ++l2) {
        const i32 g0 = t.t0 * n[0] + l0, g1 = t.t1 * n[1] + l1, g2 = t.t2 * n[2] + l2;
        if (g0 >= e[0] || g1 >= e[1] || g2 >= e[2]) continue;
        Where& w = made[count++];
        w = {g0, g1, g2, l0, l1, l2, t.t0, t.t1, t.t2, (g0 * e[1] + g1) * e[2] + g2, 0, 0};
        w.lid = (l0 * n[1] + l1) * n[2] + l2;
        w.tid = (t.t0 * tiles1 + t.t1) * tiles2 + t.t2;
      }
  return count;
}
#endif

/// Changes a cell that others change at the same time.
template <class T, class F>
inline void changed_by_exchange(T* cell, F change) {
  T seen = T(0);
  if constexpr (sizeof(T) < 4)
    while (
        !__atomic_compare_exchange_n(cell, &seen, change(seen), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  else
    while (!hc::atomic_compare_exchange(cell, &seen, change(seen))) {
    }
}

/// What a kernel gets by value: a large struct, with others in it.
struct Given {
  struct Inner {
    u8 tag;
    f64 real;
    i16 cells[3];
  };
  Inner one, more[2];
  u64 words[20];
  f32 last;
};
#define ALL_GIVEN                                                                                        \
  (static_cast<u32>(given0) * 1u + static_cast<u32>(given1) * 2u + static_cast<u32>(given2) * 3u +       \
   static_cast<u32>(given3) * 4u + static_cast<u32>(given4) * 5u + static_cast<u32>(given5) * 6u +       \
   static_cast<u32>(given6) * 7u + static_cast<u32>(given7) * 8u + static_cast<u32>(given8) * 9u +       \
   static_cast<u32>(given9) * 10u + static_cast<u32>(given10) * 11u + static_cast<u32>(given11) * 12u +  \
   static_cast<u32>(given12) * 13u + static_cast<u32>(given13) * 14u + static_cast<u32>(given14) * 15u + \
   static_cast<u32>(given15) * 16u + static_cast<u32>(given16) * 17u + static_cast<u32>(given17) * 18u + \
   static_cast<u32>(given18) * 19u + static_cast<u32>(given19) * 20u + static_cast<u32>(given20) * 21u + \
   static_cast<u32>(given21) * 22u + static_cast<u32>(given22) * 23u + static_cast<u32>(given23) * 24u + \
   static_cast<u32>(given24) * 25u + static_cast<u32>(given25) * 26u + static_cast<u32>(given26) * 27u + \
   static_cast<u32>(given27) * 28u + static_cast<u32>(given28) * 29u + static_cast<u32>(given29) * 30u + \
   static_cast<u32>(given30) * 31u + static_cast<u32>(given31) * 32u + static_cast<u32>(given32) * 33u + \
   static_cast<u32>(given33) * 34u + static_cast<u32>(given34) * 35u + static_cast<u32>(given35) * 36u + \
   static_cast<u32>(given36) * 37u + static_cast<u32>(given37) * 38u + static_cast<u32>(given38) * 39u + \
   static_cast<u32>(given39) * 40u)
inline Given given_of(u64 seed) {
  Given made = {};
  made.one = {static_cast<u8>(seed), static_cast<f64>(seed % 1000) / 8, {1, -2, static_cast<i16>(seed)}};
  for (i32 i = 0; i < 20; ++i) made.words[i] = draw(seed + i);
  made.more[1] = made.one;
  made.more[1].cells[2] ^= 77;
  made.last = static_cast<f32>(seed % 77) - 5;
  return made;
}

/// A launch's n-th parameter.
template <class T>
inline T parameter(unsigned long seed, int n) {
  const u64 word = draw(seed * 64 + n);
  if constexpr (is_floating<T>)
    return static_cast<T>(static_cast<f32>(static_cast<i32>(word >> 40) - (1 << 23)) / 4096.0f / 256.0f);
  else
    return static_cast<T>(n % 2 ? word >> 8 : word >> 59);
}

}  // namespace RANDOM_PART
#endif
