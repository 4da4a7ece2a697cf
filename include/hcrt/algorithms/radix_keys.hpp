// Keys of a radix sort: numbers as unsigned words whose order is theirs.
#ifndef HCRT_ALGORITHMS_RADIX_KEYS_HPP
#define HCRT_ALGORITHMS_RADIX_KEYS_HPP

#include "tile.hpp"

namespace hcrt {
namespace algorithms {

template <std::size_t bytes>
struct UnsignedOf {
  typedef void type;
};
template <>
struct UnsignedOf<1> {
  typedef std::uint8_t type;
};
template <>
struct UnsignedOf<2> {
  typedef std::uint16_t type;
};
template <>
struct UnsignedOf<4> {
  typedef std::uint32_t type;
};
template <>
struct UnsignedOf<8> {
  typedef std::uint64_t type;
};

template <class K>
constexpr bool is_real =
    std::is_floating_point<K>::value || std::is_same<K, _Float16>::value || std::is_same<K, __bf16>::value;
/// Does the order of K follow from its bits?
template <class K>
constexpr bool is_radix_key = (std::is_integral<K>::value || is_real<K>) && sizeof(K) <= 8;

/// The key's place in the order of all keys. -0 is where 0 is; NaNs are at the ends.
template <bool descending, class K>
HCRT_BOTH inline typename UnsignedOf<sizeof(K)>::type ordered(const K& key) {
  typedef typename UnsignedOf<sizeof(K)>::type U;
  constexpr U sign = static_cast<U>(U(1) << (sizeof(K) * 8 - 1));
  U bits = __builtin_bit_cast(U, key);
  if constexpr (is_real<K>) {
    if (bits == sign) bits = 0;
    bits = static_cast<U>(bits & sign ? ~bits : bits | sign);
  } else if constexpr (std::is_signed<K>::value) {
    bits = static_cast<U>(bits ^ sign);
  }
  return descending ? static_cast<U>(~bits) : bits;
}

template <int digit_bits, class U>
HCRT_BOTH inline int digit_of(U ordered_bits, int shift) {
  return static_cast<int>(ordered_bits >> shift) & ((1 << digit_bits) - 1);
}

/// Of keys that are sorted alone: no values.
struct NoValue {
  int none;  // the elements of C++ AMP have the size of an int or a multiple
};

}  // namespace algorithms
}  // namespace hcrt
#endif
