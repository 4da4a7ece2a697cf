// Texels: how the values of a texture lie in memory.
#ifndef HCRT_DETAIL_TEXEL_HPP
#define HCRT_DETAIL_TEXEL_HPP

#include <cstdint>

#include "short_vector.hpp"

namespace hcrt {
namespace detail {

/// IEEE's 16 bits of a float, rounded to nearest even; NaN stays NaN, what is too large becomes infinite.
HCRT_BOTH inline std::uint16_t half_bits(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
  std::uint32_t half;
  if (magnitude > 0x7F800000u) {
    half = 0x7E00u;
  } else if (magnitude >= 0x477FF000u) {  // 65520 and more: nearer to 65536 than to the largest half
    half = 0x7C00u;
  } else if (magnitude >= 0x38800000u) {  // normal: 13 bits fewer, the exponent's bias 112 less
    half = (magnitude + 0x0FFFu + (magnitude >> 13 & 1u) - (112u << 23)) >> 13;
  } else {  // subnormal: adding 0.5 leaves a multiple of 2^-24 in the last bits
    const float shifted = __builtin_bit_cast(float, magnitude) + 0.5f;
    half = __builtin_bit_cast(std::uint32_t, shifted) - 0x3F000000u;
  }
  return static_cast<std::uint16_t>(sign | half);
}

HCRT_BOTH inline float half_value(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, fraction = half & 0x3FFu;
  if (exponent == 0) {
    const float tiny = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -tiny : tiny;
  }
  const std::uint32_t biased = exponent == 31u ? 255u : exponent + 112u;
  return __builtin_bit_cast(float, sign | biased << 23 | fraction << 13);
}

/// A scalar in a texel. Integers that don't fit are clamped. unorm in b bits is an integer i for
/// i / (2^b - 1), norm one for max(i / (2^(b-1) - 1), -1), both rounded to nearest when stored.
template <class S>
struct TexelScalar;

// Texels are bytes to the buffers that hold them.
typedef std::int8_t __attribute__((may_alias)) TexelInt8;
typedef std::uint8_t __attribute__((may_alias)) TexelUInt8;
typedef std::int16_t __attribute__((may_alias)) TexelInt16;
typedef std::uint16_t __attribute__((may_alias)) TexelUInt16;
typedef std::int32_t __attribute__((may_alias)) TexelInt32;
typedef std::uint32_t __attribute__((may_alias)) TexelUInt32;
typedef float __attribute__((may_alias)) TexelFloat;
typedef double __attribute__((may_alias)) TexelDouble;

template <class To, class V>
HCRT_BOTH inline To clamped_to(V v, V low, V high) {
  return static_cast<To>(v < low ? low : v > high ? high : v);
}

template <>
struct TexelScalar<int> {
  static constexpr unsigned default_bits = 32;
  static constexpr bool supports(unsigned bits) { return bits == 8 || bits == 16 || bits == 32; }

  HCRT_BOTH static int load(const unsigned char* p, unsigned bits) {
    if (bits == 32) return *reinterpret_cast<const TexelInt32*>(p);
    return bits == 16 ? *reinterpret_cast<const TexelInt16*>(p) : *reinterpret_cast<const TexelInt8*>(p);
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned bits, int v) {
    if (bits == 32) {
      *reinterpret_cast<TexelInt32*>(p) = v;
    } else if (bits == 16) {
      *reinterpret_cast<TexelInt16*>(p) = clamped_to<std::int16_t>(v, -32768, 32767);
    } else {
      *reinterpret_cast<TexelInt8*>(p) = clamped_to<std::int8_t>(v, -128, 127);
    }
  }
};

template <>
struct TexelScalar<unsigned> {
  static constexpr unsigned default_bits = 32;
  static constexpr bool supports(unsigned bits) { return bits == 8 || bits == 16 || bits == 32; }

  HCRT_BOTH static unsigned load(const unsigned char* p, unsigned bits) {
    if (bits == 32) return *reinterpret_cast<const TexelUInt32*>(p);
    return bits == 16 ? *reinterpret_cast<const TexelUInt16*>(p) : *reinterpret_cast<const TexelUInt8*>(p);
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned bits, unsigned v) {
    if (bits == 32) {
      *reinterpret_cast<TexelUInt32*>(p) = v;
    } else if (bits == 16) {
      *reinterpret_cast<TexelUInt16*>(p) = clamped_to<std::uint16_t>(v, 0u, 65535u);
    } else {
      *reinterpret_cast<TexelUInt8*>(p) = clamped_to<std::uint8_t>(v, 0u, 255u);
    }
  }
};

template <>
struct TexelScalar<float> {
  static constexpr unsigned default_bits = 32;
  static constexpr bool supports(unsigned bits) { return bits == 16 || bits == 32; }

  HCRT_BOTH static float load(const unsigned char* p, unsigned bits) {
    if (bits == 32) return *reinterpret_cast<const TexelFloat*>(p);
    return half_value(*reinterpret_cast<const TexelUInt16*>(p));
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned bits, float v) {
    if (bits == 32) {
      *reinterpret_cast<TexelFloat*>(p) = v;
    } else {
      *reinterpret_cast<TexelUInt16*>(p) = half_bits(v);
    }
  }
};

template <>
struct TexelScalar<double> {
  static constexpr unsigned default_bits = 64;
  static constexpr bool supports(unsigned bits) { return bits == 64; }

  HCRT_BOTH static double load(const unsigned char* p, unsigned) {
    return *reinterpret_cast<const TexelDouble*>(p);
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned, double v) {
    *reinterpret_cast<TexelDouble*>(p) = v;
  }
};

template <>
struct TexelScalar<vectors::norm> {
  static constexpr unsigned default_bits = 16;
  static constexpr bool supports(unsigned bits) { return bits == 8 || bits == 16; }

  HCRT_BOTH static vectors::norm load(const unsigned char* p, unsigned bits) {
    return vectors::norm(static_cast<float>(TexelScalar<int>::load(p, bits)) / largest(bits));
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned bits, vectors::norm v) {
    const float scaled = static_cast<float>(v) * largest(bits);
    TexelScalar<int>::store(p, bits, static_cast<int>(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f));
  }

 private:
  HCRT_BOTH static float largest(unsigned bits) { return bits == 8 ? 127.0f : 32767.0f; }
};

template <>
struct TexelScalar<vectors::unorm> {
  static constexpr unsigned default_bits = 16;
  static constexpr bool supports(unsigned bits) { return bits == 8 || bits == 16; }

  HCRT_BOTH static vectors::unorm load(const unsigned char* p, unsigned bits) {
    return vectors::unorm(static_cast<float>(TexelScalar<unsigned>::load(p, bits)) / largest(bits));
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned bits, vectors::unorm v) {
    const float scaled = static_cast<float>(v) * largest(bits);
    TexelScalar<unsigned>::store(p, bits, static_cast<unsigned>(scaled + 0.5f));
  }

 private:
  HCRT_BOTH static float largest(unsigned bits) { return bits == 8 ? 255.0f : 65535.0f; }
};

/// A value of a texture: one, two or four scalars.
template <class T>
struct Texel {
  typedef typename vectors::vector_traits<T>::value_type Scalar;
  static constexpr unsigned channels = vectors::vector_traits<T>::size;
  static constexpr unsigned default_bits = TexelScalar<Scalar>::default_bits;
  static_assert(channels == 1 || channels == 2 || (channels == 4 && !std::is_same<Scalar, double>::value),
                "a texture's values have one, two or four components, of double at most two");

  static constexpr bool supports(unsigned bits) { return TexelScalar<Scalar>::supports(bits); }

  HCRT_BOTH static T load(const unsigned char* p, unsigned bits) {
    T value;
    // The separate case shows the compiler the alignment: one access in the place of several.
    if (bits == default_bits)
      load_scalars(value, static_cast<const unsigned char*>(__builtin_assume_aligned(p, aligned)),
                   default_bits);
    else
      load_scalars(value, p, bits);
    return value;
  }
  HCRT_BOTH static void store(unsigned char* p, unsigned bits, const T& value) {
    if (bits == default_bits)
      store_scalars(static_cast<unsigned char*>(__builtin_assume_aligned(p, aligned)), default_bits, value);
    else
      store_scalars(p, bits, value);
  }

  HCRT_BOTH static Scalar& scalar(T& value, unsigned c) {
    if constexpr (channels == 1)
      return value;
    else
      return value.lane_[c];
  }
  HCRT_BOTH static const Scalar& scalar(const T& value, unsigned c) {
    return scalar(const_cast<T&>(value), c);
  }

 private:
  static constexpr unsigned aligned = channels * default_bits / 8;

  HCRT_BOTH static void load_scalars(T& value, const unsigned char* p, unsigned bits) {
    for (unsigned c = 0; c < channels; ++c)
      scalar(value, c) = TexelScalar<Scalar>::load(p + c * (bits / 8), bits);
  }
  HCRT_BOTH static void store_scalars(unsigned char* p, unsigned bits, const T& value) {
    for (unsigned c = 0; c < channels; ++c)
      TexelScalar<Scalar>::store(p + c * (bits / 8), bits, scalar(value, c));
  }
};

}  // namespace detail
}  // namespace hcrt
#endif
