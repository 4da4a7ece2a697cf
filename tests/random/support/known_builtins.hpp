// What clang has builtins for that g++ lacks (random_kernels/ways.py). Within namespace RANDOM_PART.

#ifdef RANDOM_REFERENCE
#define RANDOM_BUILTIN(name, builtin, reference) \
  template <class T>                             \
  inline T builtin_##name(T a, T b, u32 n) {     \
    static_cast<void>(b), static_cast<void>(n);  \
    return static_cast<T>(reference);            \
  }
#else
#define RANDOM_BUILTIN(name, builtin, reference) \
  template <class T>                             \
  inline T builtin_##name(T a, T b, u32 n) {     \
    static_cast<void>(b), static_cast<void>(n);  \
    return static_cast<T>(builtin);              \
  }
/// The builtin for a width.
#define RANDOM_WIDTHS(name, builtin)                                             \
  template <class T, class... N>                                                 \
  inline Unsigned<T> name(Unsigned<T> a, N... n) {                               \
    if constexpr (sizeof(T) == 1) return builtin##8(a, static_cast<u8>(n)...);   \
    if constexpr (sizeof(T) == 2) return builtin##16(a, static_cast<u16>(n)...); \
    if constexpr (sizeof(T) == 4) return builtin##32(a, static_cast<u32>(n)...); \
    if constexpr (sizeof(T) == 8) return builtin##64(a, static_cast<u64>(n)...); \
  }
RANDOM_WIDTHS(rotated_bits, __builtin_rotateleft)
RANDOM_WIDTHS(turned_bits, __builtin_bitreverse)
#undef RANDOM_WIDTHS
#endif

/// a + b + n, and 1 where that is too much.
template <class T>
inline T sum_and_carry(T a, T b, bool n) {
  u64 carry = 0;
#ifdef RANDOM_REFERENCE
  const unsigned __int128 sum = static_cast<unsigned __int128>(static_cast<u64>(a)) + static_cast<u64>(b) + n;
  const u64 made = static_cast<u64>(sum);
  carry = static_cast<u64>(sum >> 64);
#else
  const u64 made = __builtin_addcl(static_cast<u64>(a), static_cast<u64>(b), n, &carry);
#endif
  return static_cast<T>(made ^ carry);
}
template <class T>
inline T difference_and_borrow(T a, T b, bool n) {
  u64 borrow = 0;
#ifdef RANDOM_REFERENCE
  const unsigned __int128 rest =
      static_cast<unsigned __int128>(static_cast<u64>(a)) - static_cast<u64>(b) - n;
  const u64 made = static_cast<u64>(rest);
  borrow = static_cast<u64>(rest >> 64) & 1;
#else
  const u64 made = __builtin_subcl(static_cast<u64>(a), static_cast<u64>(b), n, &borrow);
#endif
  return static_cast<T>(made ^ borrow);
}
template <class T>
inline T absolute_value(T a) {
#ifndef RANDOM_REFERENCE
  if constexpr (std::is_signed<T>::value) return __builtin_elementwise_abs(a);
#endif
  return absolute<T>(a);
}

RANDOM_BUILTIN(rotated_left, rotated_bits<T>(a, n % width_of<T>), rotated<T>(a, n))
RANDOM_BUILTIN(reversed, turned_bits<T>(a), reversed_bits<T>(a))
RANDOM_BUILTIN(sum_within, __builtin_elementwise_add_sat(a, b), limited_sum<T>(a, b))
RANDOM_BUILTIN(difference_within, __builtin_elementwise_sub_sat(a, b), limited_difference<T>(a, b))
RANDOM_BUILTIN(greater, __builtin_elementwise_max(a, b), larger<T>(a, b))
RANDOM_BUILTIN(lesser, __builtin_elementwise_min(a, b), smaller<T>(a, b))
RANDOM_BUILTIN(size_of_number, absolute_value<T>(a), absolute<T>(a))
RANDOM_BUILTIN(bits_set, __builtin_popcountg(static_cast<Unsigned<T>>(a)), ones<T>(a))
RANDOM_BUILTIN(parity_of, __builtin_parityl(static_cast<Unsigned<T>>(a)), ones<T>(a) & 1)
RANDOM_BUILTIN(first_set, __builtin_ffsl(static_cast<Unsigned<T>>(a)), a ? trailing_zeros<T>(a) + 1 : 0)
RANDOM_BUILTIN(sign_bits, __builtin_clrsbl(static_cast<i64>(a)), __builtin_clrsbl(static_cast<i64>(a)))
RANDOM_BUILTIN(zeros_above, __builtin_clzg(static_cast<Unsigned<T>>(a), static_cast<i32>(n & 127)),
               a ? leading_zeros<T>(a) : static_cast<T>(n & 127))
RANDOM_BUILTIN(zeros_below, __builtin_ctzg(static_cast<Unsigned<T>>(a), -5),
               a ? trailing_zeros<T>(a) : static_cast<T>(-5))
RANDOM_BUILTIN(carried, sum_and_carry<T>(a, b, n & 1), sum_and_carry<T>(a, b, n & 1))
RANDOM_BUILTIN(borrowed, difference_and_borrow<T>(a, b, n & 1), difference_and_borrow<T>(a, b, n & 1))
RANDOM_BUILTIN(joined_bits, funnel<T>(a, b, n) ^ rotated_bits<T>(b, n >> 3 & 7u),
               funnel<T>(a, b, n) ^ rotated<T>(b, n >> 3 & 7u))
#undef RANDOM_BUILTIN

// Small structs by value, and references.
template <class T, class U>
struct Two {
  T a;
  U b;
};
template <class T>
struct Three {
  T v[3];
};
template <class T, class U>
__attribute__((noinline)) inline Two<U, T> turned(Two<T, U> p) {
  return {p.b, p.a};
}
template <class T, class U>
__attribute__((noinline)) inline Two<T, U> joined(const Two<T, U>& p, Two<T, U> q, bool which) {
  return which ? Two<T, U>{p.a, q.b} : q;
}
template <class T>
__attribute__((noinline)) inline Three<T> rolled(Three<T> p, u32 by) {
  return {{p.v[by % 3u], p.v[(by + 1) % 3u], p.v[(by + 2) % 3u]}};
}
template <class T>
inline T& one_of(T& a, T& b, bool which) {
  return which ? a : b;
}
template <class T>
__attribute__((noinline)) inline T& one_of_apart(T& a, T& b, bool which) {
  return which ? a : b;
}
