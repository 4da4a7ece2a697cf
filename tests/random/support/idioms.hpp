// Ways to write what compilers have instructions or intrinsics for: they see through them, each in its own
// way. Included into the namespace of each part.

template <class T>
constexpr u32 width_of = sizeof(T) * 8;
template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
inline T rotated(T a, u32 n) {
  const Unsigned<T> bits = static_cast<Unsigned<T>>(a);
  n %= width_of<T>;
  return static_cast<T>(bits << n | bits >> ((width_of<T> - n) % width_of<T>));
}
template <class T>
inline T rotated_right(T a, u32 n) {
  const Unsigned<T> bits = static_cast<Unsigned<T>>(a);
  n %= width_of<T>;
  return static_cast<T>(bits >> n | bits << ((0u - n) % width_of<T>));
}
/// The high half of two words, shifted.
template <class T>
inline T funnel(T a, T b, u32 n) {
  n %= width_of<T>;
  if (n == 0) return a;
  const Unsigned<T> low = static_cast<Unsigned<T>>(b);
  return static_cast<T>(static_cast<Unsigned<T>>(a) << n | low >> (width_of<T> - n));
}
template <class T>
inline T swapped_bytes(T a) {
  Unsigned<T> bits = static_cast<Unsigned<T>>(a), made = 0;
  for (u32 i = 0; i < sizeof(T); ++i, bits = static_cast<Unsigned<T>>(bits >> 4 >> 4))
    made = static_cast<Unsigned<T>>(made << 4 << 4 | (bits & 255u));
  return static_cast<T>(made);
}
template <class T>
inline T reversed_bits(T a) {
  Unsigned<T> bits = static_cast<Unsigned<T>>(a), made = 0;
  for (u32 i = 0; i < width_of<T>; ++i, bits >>= 1) made = static_cast<Unsigned<T>>(made << 1 | (bits & 1u));
  return static_cast<T>(made);
}
template <class T>
inline T ones(T a) {
  return static_cast<T>(__builtin_popcountll(static_cast<Unsigned<T>>(a)));
}
template <class T>
inline T leading_zeros(T a) {
  if (a == 0) return static_cast<T>(width_of<T>);
  return static_cast<T>(__builtin_clzll(static_cast<Unsigned<T>>(a)) - (64 - static_cast<i32>(width_of<T>)));
}
template <class T>
inline T trailing_zeros(T a) {
  return static_cast<T>(a == 0 ? static_cast<i32>(width_of<T>)
                               : __builtin_ctzll(static_cast<Unsigned<T>>(a)));
}
template <class T>
inline T is_power(T a) {
  const Unsigned<T> bits = static_cast<Unsigned<T>>(a);
  return static_cast<T>(bits != 0 && (bits & static_cast<Unsigned<T>>(bits - 1u)) == 0 ? 1 : 0);
}
template <class T>
inline T absolute(T a) {
  return static_cast<T>(a < 0 ? 0ul - static_cast<u64>(a) : static_cast<u64>(a));
}
template <class T>
inline T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
inline T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
inline T distance(T a, T b) {
  return static_cast<T>(a < b ? static_cast<u64>(b) - static_cast<u64>(a)
                              : static_cast<u64>(a) - static_cast<u64>(b));
}
template <class T>
inline T order(T a, T b) {
  return static_cast<T>((b < a) - (a < b));
}
template <class T>
inline T average(T a, T b) {
  return static_cast<T>((a & b) + ((a ^ b) >> 1));
}
template <class T>
inline T limited_sum(T a, T b) {
  T made;
  if (!__builtin_add_overflow(a, b, &made)) return made;
  return a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
template <class T>
inline T limited_difference(T a, T b) {
  if (!std::is_signed<T>::value) return static_cast<T>(b < a ? a - b : 0);
  T made;
  if (!__builtin_sub_overflow(a, b, &made)) return made;
  return a < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
template <class T>
inline T product_or(T a, T b) {
  T made;
  return __builtin_mul_overflow(a, b, &made) ? static_cast<T>(a ^ b) : made;
}
/// The high half of a product, by halves.
template <class T>
inline T high_product(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    using Wide = std::conditional_t<std::is_signed<T>::value, i64, u64>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> width_of<T>);
  } else {
    const u64 x = static_cast<u64>(a), y = static_cast<u64>(b);
    const u64 low = (x & 0xffffffffu) * (y & 0xffffffffu);
    const u64 first = (x >> 32) * (y & 0xffffffffu) + (low >> 32);
    const u64 second = (x & 0xffffffffu) * (y >> 32) + (first & 0xffffffffu);
    return static_cast<T>((x >> 32) * (y >> 32) + (first >> 32) + (second >> 32));
  }
}
/// In 128 bits: shifts, a product by a factor with an upper half, a comparison, a sum.
template <class T>
inline T wide_mixed(T a, T b) {
  using Wide = std::conditional_t<std::is_signed<T>::value, __int128, unsigned __int128>;
  using Bits = unsigned __int128;
  const Bits x = static_cast<Bits>(static_cast<Wide>(a)) << 61 ^ static_cast<Bits>(static_cast<Wide>(b));
  Bits y = x * (static_cast<Bits>(0x9e3779b97f4a7c15u) << 40 | 0x12345) + (x >> (static_cast<u32>(b) & 127));
  if (static_cast<Wide>(y) < static_cast<Wide>(x)) y -= x << 3;
  return static_cast<T>(y >> 64) ^ static_cast<T>(static_cast<Wide>(y) >> (static_cast<u32>(a) & 63));
}
/// A quotient and its rest of 128 bits.
template <class T>
inline T wide_rest(T a, T b) {
  using Wide = std::conditional_t<std::is_signed<T>::value, __int128, unsigned __int128>;
  const Wide x = static_cast<Wide>(a) * 0x3779b97f4a7c15 + static_cast<Wide>(b);
  const Wide y = (static_cast<Wide>(b) * (a & 1 ? 1 : 0x7ff4a7c15)) | 1;
  return static_cast<T>(x / y) ^ static_cast<T>(x % y);
}
/// The low n + 1 bits, with their sign.
template <class T>
inline T narrowed(T a, u32 n) {
  const u32 unused = width_of<T> - 1 - n % width_of<T>;
  using Signed = std::make_signed_t<T>;
  const Unsigned<T> moved = static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(a) * 1ul << unused);
  return static_cast<T>(static_cast<Signed>(moved) >> unused);
}
template <class T>
inline T chosen_bit(T a, u32 n) {
  return static_cast<T>(a >> (n % width_of<T>)&1);
}
