// hc::specialized<T>: a captured value that is a constant of the kernel where the target can make it one.
#ifndef HC_SPECIALIZED_HPP
#define HC_SPECIALIZED_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"

#ifdef __KALMAR_ACCELERATOR__
// The lower stage makes constants or plain values of these (hcpy/passes/specialize.py).
extern "C" {
HCRT_AMP unsigned __hcrt_specialized_4(unsigned) __attribute__((const, nothrow, noconvergent));
HCRT_AMP unsigned long long __hcrt_specialized_8(unsigned long long)
    __attribute__((const, nothrow, noconvergent));
}
#endif

namespace hcrt {
namespace detail {

/// The integer with as many bits as the value, and the one that is marked.
template <unsigned long Bytes>
struct SpecializedBits;

template <>
struct SpecializedBits<1> {
  typedef unsigned char type;
  typedef unsigned wide;
};
template <>
struct SpecializedBits<2> {
  typedef unsigned short type;
  typedef unsigned wide;
};
template <>
struct SpecializedBits<4> {
  typedef unsigned type;
  typedef unsigned wide;
};
template <>
struct SpecializedBits<8> {
  typedef unsigned long long type;
  typedef unsigned long long wide;
};

#ifdef __KALMAR_ACCELERATOR__
HCRT_ELEMENT inline unsigned mark_specialized(unsigned bits) { return __hcrt_specialized_4(bits); }
HCRT_ELEMENT inline unsigned long long mark_specialized(unsigned long long bits) {
  return __hcrt_specialized_8(bits);
}
#endif

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// A value that a kernel captures and that is a constant of its code where the device's compiler can take it
/// as one: loops of that length are unrolled, branches on it go. Each set of values then has its own code,
/// which the first launch with it compiles. Elsewhere it is an argument, as any other capture.
///
/// \tparam T of 1, 2, 4 or 8 bytes and trivially copyable: a number, a truth value, an enumeration
template <class T>
class specialized {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "hc::specialized holds a value of 1, 2, 4 or 8 bytes");
  static_assert(__is_trivially_copyable(T) && !__is_pointer(T), "hc::specialized holds numbers");

 public:
  typedef T value_type;

  HCRT_BOTH constexpr explicit specialized(T value) : value_(value) {}

  HCRT_ELEMENT constexpr operator T() const { return get(); }
  HCRT_ELEMENT constexpr T get() const {
#ifdef __KALMAR_ACCELERATOR__
    return __builtin_is_constant_evaluated()
               ? value_
               : __builtin_bit_cast(T, static_cast<bits>(hcrt::detail::mark_specialized(
                                           static_cast<wide>(__builtin_bit_cast(bits, value_)))));
#else
    return value_;
#endif
  }

 private:
  typedef typename hcrt::detail::SpecializedBits<sizeof(T)>::type bits;
  typedef typename hcrt::detail::SpecializedBits<sizeof(T)>::wide wide;

  T value_;
};

/// The same for what the compiler does not deduce a class's template arguments of: before C++17.
template <class T>
HCRT_BOTH constexpr specialized<T> make_specialized(T value) {
  return specialized<T>(value);
}

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
