// Types for memory: 16-bit floats, normalised integers, and vectors of them that are computed with in float.
#ifndef HCRT_DETAIL_STORAGE_HPP
#define HCRT_DETAIL_STORAGE_HPP

#include <cstdint>

#include "../../hc_device_info.hpp"
#include "short_vector.hpp"

namespace hcrt {
namespace storages {

/// The 16 upper bits of a float: its range, and 8 bits of precision. Conversions round to nearest, ties to
/// even; a NaN stays one. Arithmetic is float's.
class bfloat16 {
 public:
  HCRT_BOTH constexpr bfloat16() : bits_(0) {}
  HCRT_BOTH constexpr bfloat16(float value) : bits_(rounded(__builtin_bit_cast(std::uint32_t, value))) {}
  template <class S,
            class = hcrt::enable_if_t<std::is_arithmetic<S>::value && !std::is_same<S, float>::value>>
  HCRT_BOTH constexpr explicit bfloat16(S value) : bfloat16(static_cast<float>(value)) {}

  HCRT_BOTH constexpr operator float() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16);
  }

  HCRT_BOTH static HCRT_CONSTEXPR14 bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 result;
    result.bits_ = bits;
    return result;
  }
  HCRT_BOTH constexpr std::uint16_t bits() const { return bits_; }

  HCRT_BOTH HCRT_CONSTEXPR14 bfloat16& operator+=(float v) { return *this = bfloat16(*this + v); }
  HCRT_BOTH HCRT_CONSTEXPR14 bfloat16& operator-=(float v) { return *this = bfloat16(*this - v); }
  HCRT_BOTH HCRT_CONSTEXPR14 bfloat16& operator*=(float v) { return *this = bfloat16(*this * v); }
  HCRT_BOTH HCRT_CONSTEXPR14 bfloat16& operator/=(float v) { return *this = bfloat16(*this / v); }

 private:
  HCRT_BOTH static constexpr std::uint16_t rounded(std::uint32_t bits) {
    return static_cast<std::uint16_t>((bits & 0x7FFFFFFFu) > 0x7F800000u
                                          ? bits >> 16 | 0x40u  // a quiet NaN
                                          : (bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
  }

  std::uint16_t bits_;
};

/// An integer i that represents i / Largest: 0 to 1 where I is unsigned, -1 to 1 where it is signed. Values
/// beyond are clamped, a NaN becomes 0, and what lies between two of them goes to the nearest.
template <class I, int Largest>
class normalized {
 public:
  HCRT_BOTH constexpr normalized() : bits_(0) {}
  HCRT_BOTH constexpr normalized(float value)
      : bits_(static_cast<I>(value >= 1.0f       ? Largest
                             : value <= lowest() ? lowest_integer()
                             : value > 0.0f      ? static_cast<int>(value * Largest + 0.5f)
                             : value < 0.0f      ? static_cast<int>(value * Largest - 0.5f)
                                                 : 0)) {}

  HCRT_BOTH constexpr operator float() const {
    return bits_ < -Largest ? -1.0f : static_cast<float>(bits_) / static_cast<float>(Largest);
  }

  HCRT_BOTH static HCRT_CONSTEXPR14 normalized from_bits(I bits) {
    normalized result;
    result.bits_ = bits;
    return result;
  }
  HCRT_BOTH constexpr I bits() const { return bits_; }

 private:
  HCRT_BOTH static constexpr float lowest() { return std::is_signed<I>::value ? -1.0f : 0.0f; }
  HCRT_BOTH static constexpr int lowest_integer() { return std::is_signed<I>::value ? -Largest : 0; }

  I bits_;
};

typedef normalized<std::uint8_t, 255> unorm8;
typedef normalized<std::int8_t, 127> snorm8;
typedef normalized<std::uint16_t, 65535> unorm16;
typedef normalized<std::int16_t, 32767> snorm16;

/// What T is computed with: float for all that is smaller. HC_ARITHMETIC=16 leaves half as it is where all
/// devices of the target compute with it.
template <class T>
struct arithmetic_of {
  typedef float type;
};
template <>
struct arithmetic_of<double> {
  typedef double type;
};
#if defined(HC_ARITHMETIC) && HC_ARITHMETIC == 16
template <>
struct arithmetic_of<_Float16> {
  typedef hcrt::conditional_t<hc::device_info::has_half_arithmetic, _Float16, float> type;
};
#elif defined(HC_ARITHMETIC) && HC_ARITHMETIC != 32
#error "HC_ARITHMETIC is 16 or 32"
#endif

template <class T>
constexpr bool is_stored =
    std::is_same<T, float>::value || std::is_same<T, double>::value || std::is_same<T, _Float16>::value ||
    std::is_same<T, __bf16>::value || std::is_same<T, bfloat16>::value || std::is_same<T, unorm8>::value ||
    std::is_same<T, snorm8>::value || std::is_same<T, unorm16>::value || std::is_same<T, snorm16>::value;

/// An integer, or a vector of them, of so many bytes: memory that is read and written at once.
template <int Bytes>
struct piece_of {
  typedef void type;
};
template <>
struct piece_of<2> {
  typedef std::uint16_t __attribute__((may_alias)) type;
};
template <>
struct piece_of<4> {
  typedef std::uint32_t __attribute__((may_alias)) type;
};
template <>
struct piece_of<8> {
  typedef std::uint64_t __attribute__((may_alias)) type;
};
template <>
struct piece_of<16> {
  typedef unsigned Words __attribute__((ext_vector_type(4)));
  typedef Words __attribute__((may_alias)) type;
};

template <class U>
constexpr bool is_operand = std::is_arithmetic<U>::value || std::is_same<U, _Float16>::value;

/// What a number of type U is beside a value: itself, or a vector of it.
template <class Value, class U, bool IsNumber = is_operand<Value>>
struct beside {
  typedef decltype(Value() + U()) result;
  HCRT_BOTH static constexpr U operand(U number) { return number; }
};
template <class Value, class U>
struct beside<Value, U, false> {
  typedef Value result;
  HCRT_BOTH static constexpr Value operand(U number) {
    return Value(static_cast<typename Value::value_type>(number));
  }
};

/// N values of T in memory, as one aligned piece, that convert to and from what is computed with.
template <class T, int N = 1>
class alignas(vectors::vector_alignment(sizeof(T), N, true)) storage {
  static_assert(
      is_stored<T>,
      "hc::storage is of half, bfloat16, __bf16, float, double, unorm8, snorm8, unorm16 or snorm16");
  static_assert(N == 1 || N == 2 || N == 4 || N == 8, "hc::storage has 1, 2, 4 or 8 components");

 public:
  typedef T stored_type;
  typedef typename arithmetic_of<T>::type arithmetic_type;
  /// The number, or the short vector, that is computed with.
  typedef hcrt::conditional_t<N == 1, arithmetic_type, vectors::short_vector_of<arithmetic_type, N, true>>
      value_type;
  static inline constexpr int size = N;

  HCRT_BOTH constexpr storage() : stored_{} {}
  HCRT_BOTH HCRT_CONSTEXPR14 storage(const value_type& value) : stored_{} {
    if constexpr (N == 1)
      stored_[0] = static_cast<T>(value);
    else
      for (int i = 0; i < N; ++i) stored_[i] = static_cast<T>(value[i]);
  }
  HCRT_BOTH HCRT_CONSTEXPR14 operator value_type() const {
    if constexpr (N == 1) {
      return static_cast<arithmetic_type>(stored_[0]);
    } else {
      value_type value;
      for (int i = 0; i < N; ++i) value[i] = static_cast<arithmetic_type>(stored_[i]);
      return value;
    }
  }
  HCRT_BOTH HCRT_CONSTEXPR14 value_type get() const { return *this; }

  HCRT_BOTH HCRT_CONSTEXPR14 T& operator[](int i) { return stored_[i]; }
  HCRT_BOTH constexpr const T& operator[](int i) const { return stored_[i]; }

  // Beside numbers each is an operand of its own type: the language's own operators would be as good.
#define HCRT_STORAGE_OPERATOR(op)                                                                          \
  HCRT_BOTH friend HCRT_CONSTEXPR14 value_type operator op(const storage& a, const storage& b) {           \
    return a.get() op b.get();                                                                             \
  }                                                                                                        \
  HCRT_BOTH friend HCRT_CONSTEXPR14 value_type operator op(const storage& a, const value_type& b) {        \
    return a.get() op b;                                                                                   \
  }                                                                                                        \
  HCRT_BOTH friend HCRT_CONSTEXPR14 value_type operator op(const value_type& a, const storage& b) {        \
    return a op b.get();                                                                                   \
  }                                                                                                        \
  template <class U, class = hcrt::enable_if_t<is_operand<U>>>                                             \
  HCRT_BOTH friend HCRT_CONSTEXPR14 typename beside<value_type, U>::result operator op(const storage& a,   \
                                                                                       U b) {              \
    return a.get() op beside<value_type, U>::operand(b);                                                   \
  }                                                                                                        \
  template <class U, class = hcrt::enable_if_t<is_operand<U>>>                                             \
  HCRT_BOTH friend HCRT_CONSTEXPR14 typename beside<value_type, U>::result operator op(U a,                \
                                                                                       const storage& b) { \
    return beside<value_type, U>::operand(a) op b.get();                                                   \
  }
  HCRT_STORAGE_OPERATOR(+)
  HCRT_STORAGE_OPERATOR(-)
  HCRT_STORAGE_OPERATOR(*)
  HCRT_STORAGE_OPERATOR(/)
#undef HCRT_STORAGE_OPERATOR
  HCRT_BOTH friend HCRT_CONSTEXPR14 value_type operator-(const storage& a) { return -a.get(); }

  HCRT_BOTH HCRT_CONSTEXPR14 storage& operator+=(const value_type& v) { return *this = storage(get() + v); }
  HCRT_BOTH HCRT_CONSTEXPR14 storage& operator-=(const value_type& v) { return *this = storage(get() - v); }
  HCRT_BOTH HCRT_CONSTEXPR14 storage& operator*=(const value_type& v) { return *this = storage(get() * v); }
  HCRT_BOTH HCRT_CONSTEXPR14 storage& operator/=(const value_type& v) { return *this = storage(get() / v); }

 private:
  T stored_[N];
};

// LLVM joins accesses of 32 bits for a GPU, and none of less. On the host it sees the components' own
// strides.
template <class T, int N>
constexpr bool is_piece = hc::device_info::is_gpu_target && N > 1 && sizeof(T) < 4;

/// N values of T from memory that is aligned for all of them, as what is computed with.
template <int N, class T>
HCRT_BOTH inline typename storage<T, N>::value_type load(const T* p) {
  if constexpr (is_piece<T, N>) {
    typedef typename piece_of<N * sizeof(T)>::type Piece;
    return __builtin_bit_cast(storage<T, N>, *reinterpret_cast<const Piece*>(p)).get();
  } else {
    typedef const storage<T, N> __attribute__((may_alias)) Stored;
    return reinterpret_cast<Stored*>(p)->get();
  }
}
/// Rounds N values to T and writes them to memory that is aligned for all of them.
template <int N, class T>
HCRT_BOTH inline void store(T* p, const typename storage<T, N>::value_type& value) {
  if constexpr (is_piece<T, N>) {
    typedef typename piece_of<N * sizeof(T)>::type Piece;
    *reinterpret_cast<Piece*>(p) = __builtin_bit_cast(Piece, storage<T, N>(value));
  } else {
    typedef storage<T, N> __attribute__((may_alias)) Stored;
    *reinterpret_cast<Stored*>(p) = storage<T, N>(value);
  }
}

}  // namespace storages
}  // namespace hcrt
#endif
