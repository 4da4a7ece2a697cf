// HC's short vectors: namespace hc::short_vector.
#ifndef HC_SHORT_VECTOR_HPP
#define HC_SHORT_VECTOR_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_defines.h"
#include "hcrt/detail/short_vector.hpp"

namespace hc {
namespace short_vector {

using hc::half;
using hcrt::vectors::norm;
using hcrt::vectors::unorm;

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long long int longlong;
typedef unsigned long long int ulonglong;

#define HCRT_HC_VECTOR(T, N)                               \
  typedef hcrt::vectors::short_vector_of<T, N, true> T##N; \
  typedef T##N T##_##N;
#define HCRT_HC_VECTORS(T) \
  HCRT_HC_VECTOR(T, 1)     \
  HCRT_HC_VECTOR(T, 2)     \
  HCRT_HC_VECTOR(T, 3)     \
  HCRT_HC_VECTOR(T, 4)     \
  HCRT_HC_VECTOR(T, 8)     \
  HCRT_HC_VECTOR(T, 16)
HCRT_HC_VECTORS(uchar)
HCRT_HC_VECTORS(char)
HCRT_HC_VECTORS(ushort)
HCRT_HC_VECTORS(short)
HCRT_HC_VECTORS(uint)
HCRT_HC_VECTORS(int)
HCRT_HC_VECTORS(ulong)
HCRT_HC_VECTORS(long)
HCRT_HC_VECTORS(ulonglong)
HCRT_HC_VECTORS(longlong)
HCRT_HC_VECTORS(half)
HCRT_HC_VECTORS(float)
HCRT_HC_VECTORS(double)
HCRT_HC_VECTORS(norm)
HCRT_HC_VECTORS(unorm)
#undef HCRT_HC_VECTOR
#undef HCRT_HC_VECTORS

/// The short vector of Size components of T.
template <class T, int Size>
struct short_vector {
  static_assert(Size == 1 || Size == 2 || Size == 3 || Size == 4 || Size == 8 || Size == 16,
                "short_vector has 1, 2, 3, 4, 8 or 16 components");
  static_assert(hcrt::vectors::is_component<T> && !std::is_same<T, bool>::value &&
                    !std::is_same<T, long double>::value,
                "short_vector is of an integer type, half, float, double, norm or unorm");
  typedef hcrt::vectors::short_vector_of<T, Size, true> type;
};

/// value_type and size of a short vector or of a number.
template <class T>
struct short_vector_traits : hcrt::vectors::vector_traits<T> {};

}  // namespace short_vector
}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
