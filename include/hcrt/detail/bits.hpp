// HC's functions on bits and on values packed into words: the instructions of HSAIL, on both sides.
//
// Names end in the types: __bitextract_u32, __pack_u8x4_u32 (a vector of four 8-bit values), ...
#ifndef HCRT_DETAIL_BITS_HPP
#define HCRT_DETAIL_BITS_HPP

#include <cstdint>

#include "config.hpp"

namespace hcrt {
namespace detail {

// Offsets and widths count modulo the size of the word, as HSAIL's do.
template <class T>
HCRT_BOTH constexpr T low_bits(unsigned width) {
  return static_cast<T>((T(1) << width) - 1);
}

template <class T, class Result>
HCRT_BOTH inline Result bit_extract(T value, unsigned offset, unsigned width) {
  constexpr unsigned bits = sizeof(T) * 8;
  offset &= bits - 1;
  width &= bits - 1;
  if (width == 0) return 0;
  if (offset + width >= bits) return static_cast<Result>(value) >> offset;
  return static_cast<Result>(value << (bits - offset - width)) >> (bits - width);
}

template <class T>
HCRT_BOTH inline T bit_mask(unsigned offset, unsigned width) {
  constexpr unsigned bits = sizeof(T) * 8;
  return static_cast<T>(low_bits<T>(width & (bits - 1)) << (offset & (bits - 1)));
}

template <class T>
HCRT_BOTH inline T bit_insert(T into, T value, unsigned offset, unsigned width) {
  const T mask = bit_mask<T>(offset, width);
  return static_cast<T>((into & ~mask) | ((value << (offset & (sizeof(T) * 8 - 1))) & mask));
}

HCRT_BOTH inline unsigned first_bit(std::uint64_t value, int bits) {
  return value ? static_cast<unsigned>(__builtin_clzll(value)) - (64u - static_cast<unsigned>(bits)) : ~0u;
}
HCRT_BOTH inline unsigned last_bit(std::uint64_t value) {
  return value ? static_cast<unsigned>(__builtin_ctzll(value)) : ~0u;
}

/// Element i of a vector of E in W, as E (so that it is extended by its own sign).
template <class E, class W>
HCRT_BOTH inline E element(W vector, unsigned i) {
  i &= sizeof(W) / sizeof(E) - 1;
  return static_cast<E>(static_cast<std::uint64_t>(vector) >> (i * sizeof(E) * 8));
}

template <class E, class W>
HCRT_BOTH inline W with_element(W vector, E value, unsigned i) {
  constexpr unsigned bits = sizeof(E) * 8;
  i &= sizeof(W) / sizeof(E) - 1;
  const std::uint64_t mask = (~std::uint64_t(0) >> (64 - bits)) << (i * bits);
  const std::uint64_t placed = (static_cast<std::uint64_t>(value) << (i * bits)) & mask;
  return static_cast<W>((static_cast<std::uint64_t>(vector) & ~mask) | placed);
}

/// The halves of two vectors, from element `first` on, by turns: a0 b0 a1 b1 ...
template <class E, class W>
HCRT_BOTH inline W interleave(W a, W b, unsigned first) {
  W result = 0;
  for (unsigned i = 0; i < sizeof(W) / sizeof(E) / 2; ++i) {
    result = with_element<E>(result, element<E>(a, first + i), 2 * i);
    result = with_element<E>(result, element<E>(b, first + i), 2 * i + 1);
  }
  return result;
}

template <class E>
HCRT_BOTH inline unsigned absolute_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 4 / sizeof(E); ++i) {
    const unsigned x = element<E>(a, i), y = element<E>(b, i);
    sum += x > y ? x - y : y - x;
  }
  return sum;
}

/// To the nearest even integer, within 0 and 255; NaN becomes 0.
HCRT_BOTH inline unsigned to_u8(float value) {
  if (!(value > 0)) return 0;
  return value >= 255 ? 255u : static_cast<unsigned>(__builtin_rintf(value));
}

HCRT_BOTH inline int low_24(int x) { return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8; }
HCRT_BOTH inline unsigned low_24(unsigned x) { return x & 0xffffffu; }

#ifdef HCPY_TARGET_SPIRV
// OpenCL's own: LLVM makes a product of 128 bits of the sum below, which SPIR-V does not have.
extern "C" HCRT_AMP unsigned long _Z6mul_himm(unsigned long, unsigned long);
HCRT_AMP inline std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) { return _Z6mul_himm(a, b); }
#else
HCRT_BOTH inline std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const std::uint64_t other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}
#endif

}  // namespace detail
}  // namespace hcrt

namespace hcrt {
namespace builtins {

/// How many bits are set.
HCRT_BOTH inline unsigned __popcount_u32_b32(unsigned x) {
  return static_cast<unsigned>(__builtin_popcount(x));
}
HCRT_BOTH inline unsigned __popcount_u32_b64(unsigned long long x) {
  return static_cast<unsigned>(__builtin_popcountll(x));
}

/// `width` bits from `offset` on, extended by zeros (u) or the sign (s).
HCRT_BOTH inline unsigned __bitextract_u32(unsigned x, unsigned offset, unsigned width) {
  return detail::bit_extract<unsigned, unsigned>(x, offset, width);
}
HCRT_BOTH inline std::uint64_t __bitextract_u64(std::uint64_t x, unsigned offset, unsigned width) {
  return detail::bit_extract<std::uint64_t, std::uint64_t>(x, offset, width);
}
HCRT_BOTH inline int __bitextract_s32(int x, unsigned offset, unsigned width) {
  return detail::bit_extract<unsigned, int>(static_cast<unsigned>(x), offset, width);
}
HCRT_BOTH inline std::int64_t __bitextract_s64(std::int64_t x, unsigned offset, unsigned width) {
  return detail::bit_extract<std::uint64_t, std::int64_t>(static_cast<std::uint64_t>(x), offset, width);
}

/// `into` with its `width` bits from `offset` on replaced by the low ones of `value`.
HCRT_BOTH inline unsigned __bitinsert_u32(unsigned into, unsigned value, unsigned offset, unsigned width) {
  return detail::bit_insert(into, value, offset, width);
}
HCRT_BOTH inline std::uint64_t __bitinsert_u64(std::uint64_t into, std::uint64_t value, unsigned offset,
                                               unsigned width) {
  return detail::bit_insert(into, value, offset, width);
}
HCRT_BOTH inline int __bitinsert_s32(int into, int value, unsigned offset, unsigned width) {
  return static_cast<int>(
      __bitinsert_u32(static_cast<unsigned>(into), static_cast<unsigned>(value), offset, width));
}
HCRT_BOTH inline std::int64_t __bitinsert_s64(std::int64_t into, std::int64_t value, unsigned offset,
                                              unsigned width) {
  return static_cast<std::int64_t>(
      __bitinsert_u64(static_cast<std::uint64_t>(into), static_cast<std::uint64_t>(value), offset, width));
}

/// `width` set bits from `offset` on.
HCRT_BOTH inline unsigned __bitmask_b32(unsigned offset, unsigned width) {
  return detail::bit_mask<unsigned>(offset, width);
}
HCRT_BOTH inline std::uint64_t __bitmask_b64(unsigned offset, unsigned width) {
  return detail::bit_mask<std::uint64_t>(offset, width);
}

HCRT_BOTH inline unsigned __bitrev_b32(unsigned x) { return __builtin_bitreverse32(x); }
HCRT_BOTH inline std::uint64_t __bitrev_b64(std::uint64_t x) { return __builtin_bitreverse64(x); }

/// Bits of a where the mask has ones, of b elsewhere.
HCRT_BOTH inline unsigned __bitselect_b32(unsigned mask, unsigned a, unsigned b) {
  return (a & mask) | (b & ~mask);
}
HCRT_BOTH inline std::uint64_t __bitselect_b64(std::uint64_t mask, std::uint64_t a, std::uint64_t b) {
  return (a & mask) | (b & ~mask);
}

/// How many bits lie before the highest one that is set, or (s) that differs from the sign; all ones where
/// there is none.
HCRT_BOTH inline unsigned __firstbit_u32_u32(unsigned x) { return detail::first_bit(x, 32); }
HCRT_BOTH inline unsigned __firstbit_u32_u64(unsigned long long x) { return detail::first_bit(x, 64); }
HCRT_BOTH inline unsigned __firstbit_u32_s32(int x) {
  return detail::first_bit(static_cast<unsigned>(x < 0 ? ~x : x), 32);
}
HCRT_BOTH inline unsigned __firstbit_u32_s64(long long x) {
  return detail::first_bit(static_cast<std::uint64_t>(x < 0 ? ~x : x), 64);
}
/// The number of the lowest bit that is set; all ones where there is none.
HCRT_BOTH inline unsigned __lastbit_u32_u32(unsigned x) { return detail::last_bit(x); }
HCRT_BOTH inline unsigned __lastbit_u32_u64(unsigned long long x) { return detail::last_bit(x); }
HCRT_BOTH inline unsigned __lastbit_u32_s32(int x) { return detail::last_bit(static_cast<unsigned>(x)); }
HCRT_BOTH inline unsigned __lastbit_u32_s64(long long x) {
  return detail::last_bit(static_cast<std::uint64_t>(x));
}

// name, word, element: the lower or upper halves of a and b by turns; one element replaced; one element.
#define HCRT_VECTOR(name, W, E, scalar_name, Scalar)                                        \
  HCRT_BOTH inline W __unpacklo_##name(W a, W b) { return detail::interleave<E>(a, b, 0); } \
  HCRT_BOTH inline W __unpackhi_##name(W a, W b) {                                          \
    return detail::interleave<E>(a, b, sizeof(W) / sizeof(E) / 2);                          \
  }                                                                                         \
  HCRT_BOTH inline W __pack_##name##_##scalar_name(W vector, Scalar value, unsigned i) {    \
    return detail::with_element<E>(vector, static_cast<E>(value), i);                       \
  }                                                                                         \
  HCRT_BOTH inline Scalar __unpack_##scalar_name##_##name(W vector, unsigned i) {           \
    return detail::element<E>(vector, i);                                                   \
  }
HCRT_VECTOR(u8x4, unsigned, std::uint8_t, u32, unsigned)
HCRT_VECTOR(u8x8, std::uint64_t, std::uint8_t, u32, unsigned)
HCRT_VECTOR(u16x2, unsigned, std::uint16_t, u32, unsigned)
HCRT_VECTOR(u16x4, std::uint64_t, std::uint16_t, u32, unsigned)
HCRT_VECTOR(u32x2, std::uint64_t, std::uint32_t, u32, unsigned)
HCRT_VECTOR(s8x4, int, std::int8_t, s32, int)
HCRT_VECTOR(s8x8, std::int64_t, std::int8_t, s32, int)
HCRT_VECTOR(s16x2, int, std::int16_t, s32, int)
HCRT_VECTOR(s16x4, std::int64_t, std::int16_t, s32, int)
HCRT_VECTOR(s32x2, std::int64_t, std::int32_t, s32, int)
#undef HCRT_VECTOR

/// hcc's headers have this name for __unpack_s32_s32x2.
HCRT_BOTH inline int __unpack_s3_s32x2(std::int64_t vector, unsigned i) {
  return __unpack_s32_s32x2(vector, i);
}

/// Two floats in the bits of a double.
HCRT_BOTH inline double __pack_f32x2_f32(double vector, float value, unsigned i) {
  return __builtin_bit_cast(double,
                            detail::with_element<std::uint32_t>(__builtin_bit_cast(std::uint64_t, vector),
                                                                __builtin_bit_cast(std::uint32_t, value), i));
}
HCRT_BOTH inline float __unpack_f32_f32x2(double vector, unsigned i) {
  return __builtin_bit_cast(float,
                            detail::element<std::uint32_t>(__builtin_bit_cast(std::uint64_t, vector), i));
}

/// The low word of (high : low) shifted right, by bits or by bytes.
HCRT_BOTH inline unsigned __bitalign_b32(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t(high) << 32 | low) >> (shift & 31));
}
HCRT_BOTH inline unsigned __bytealign_b32(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t(high) << 32 | low) >> ((shift & 3) * 8));
}

/// The mean of each pair of bytes, rounded up where the byte of c is odd.
HCRT_BOTH inline unsigned __lerp_u8x4(unsigned a, unsigned b, unsigned c) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned sum = __unpack_u32_u8x4(a, i) + __unpack_u32_u8x4(b, i) + (__unpack_u32_u8x4(c, i) & 1);
    result = __pack_u8x4_u32(result, sum >> 1, i);
  }
  return result;
}

/// Four floats, rounded and clamped to bytes; a byte as a float.
HCRT_BOTH inline unsigned __packcvt_u8x4_f32(float a, float b, float c, float d) {
  using detail::to_u8;
  return to_u8(a) | to_u8(b) << 8 | to_u8(c) << 16 | to_u8(d) << 24;
}
HCRT_BOTH inline float __unpackcvt_f32_u8x4(unsigned vector, unsigned i) {
  return static_cast<float>(__unpack_u32_u8x4(vector, i));
}

/// c plus the absolute differences of the elements of a and b; hi: added to c's upper half.
HCRT_BOTH inline unsigned __sad_u32_u32(unsigned a, unsigned b, unsigned c) {
  return c + detail::absolute_differences<std::uint32_t>(a, b);
}
HCRT_BOTH inline unsigned __sad_u32_u16x2(unsigned a, unsigned b, unsigned c) {
  return c + detail::absolute_differences<std::uint16_t>(a, b);
}
HCRT_BOTH inline unsigned __sad_u32_u8x4(unsigned a, unsigned b, unsigned c) {
  return c + detail::absolute_differences<std::uint8_t>(a, b);
}
HCRT_BOTH inline unsigned __sadhi_u16x2_u8x4(unsigned a, unsigned b, unsigned c) {
  return c + (detail::absolute_differences<std::uint8_t>(a, b) << 16);
}

/// Products of the low 24 bits: the low 32 bits, the same plus c, the bits from 32 on.
HCRT_BOTH inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<std::int64_t>(detail::low_24(a)) * detail::low_24(b));
}
HCRT_BOTH inline unsigned __umul24(unsigned a, unsigned b) { return detail::low_24(a) * detail::low_24(b); }
HCRT_BOTH inline unsigned __mul24(unsigned a, unsigned b) { return __umul24(a, b); }
HCRT_BOTH inline int __mad24(int a, int b, int c) {
  return static_cast<int>(static_cast<unsigned>(__mul24(a, b)) + static_cast<unsigned>(c));
}
HCRT_BOTH inline unsigned __umad24(unsigned a, unsigned b, unsigned c) { return __umul24(a, b) + c; }
HCRT_BOTH inline unsigned __mad24(unsigned a, unsigned b, unsigned c) { return __umad24(a, b, c); }
HCRT_BOTH inline int __mul24_s32(int a, int b) { return __mul24(a, b); }
HCRT_BOTH inline unsigned __mul24_u32(unsigned a, unsigned b) { return __umul24(a, b); }
HCRT_BOTH inline int __mad24_s32(int a, int b, int c) { return __mad24(a, b, c); }
HCRT_BOTH inline unsigned __mad24_u32(unsigned a, unsigned b, unsigned c) { return __umad24(a, b, c); }
HCRT_BOTH inline int __mul24hi_s32(int a, int b) {
  return static_cast<int>(static_cast<std::int64_t>(detail::low_24(a)) * detail::low_24(b) >> 32);
}
HCRT_BOTH inline unsigned __mul24hi_u32(unsigned a, unsigned b) {
  return static_cast<unsigned>(std::uint64_t(detail::low_24(a)) * detail::low_24(b) >> 32);
}

/// The upper half of a product.
HCRT_BOTH inline int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32);
}
HCRT_BOTH inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(std::uint64_t(a) * b >> 32);
}
HCRT_BOTH inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return detail::multiply_high(a, b);
}
HCRT_BOTH inline long long __mul64hi(long long a, long long b) {
  const std::uint64_t x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
  return static_cast<long long>(detail::multiply_high(x, y) - (a < 0 ? y : 0) - (b < 0 ? x : 0));
}

}  // namespace builtins
}  // namespace hcrt

using namespace hcrt::builtins;
namespace hc {
using namespace hcrt::builtins;
}
#endif
