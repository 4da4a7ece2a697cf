// C++ AMP's short vectors, norm and unorm: namespace Concurrency::graphics.
#ifndef HCPY_AMP_SHORT_VECTORS_H
#define HCPY_AMP_SHORT_VECTORS_H

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/detail/short_vector.hpp"

namespace Concurrency {
namespace direct3d {}
namespace graphics {

using hcrt::vectors::norm;
using hcrt::vectors::unorm;

typedef unsigned int uint;

// The namespaces are one: programs that use both name what is in either.
namespace direct3d = Concurrency::direct3d;

#define HCRT_AMP_VECTORS(T)                                  \
  typedef hcrt::vectors::short_vector_of<T, 2, false> T##_2; \
  typedef hcrt::vectors::short_vector_of<T, 3, false> T##_3; \
  typedef hcrt::vectors::short_vector_of<T, 4, false> T##_4; \
  }                                                          \
  namespace direct3d {                                       \
  typedef graphics::T##_2 T##2;                              \
  typedef graphics::T##_3 T##3;                              \
  typedef graphics::T##_4 T##4;                              \
  }                                                          \
  namespace graphics {
HCRT_AMP_VECTORS(int)
HCRT_AMP_VECTORS(uint)
HCRT_AMP_VECTORS(float)
HCRT_AMP_VECTORS(double)
HCRT_AMP_VECTORS(norm)
HCRT_AMP_VECTORS(unorm)
#undef HCRT_AMP_VECTORS

}  // namespace graphics
}  // namespace Concurrency

namespace hcrt {
namespace vectors {

template <class T>
constexpr bool is_amp_component =
    std::is_same<T, int>::value || std::is_same<T, unsigned int>::value || std::is_same<T, float>::value ||
    std::is_same<T, double>::value || is_normalized<T>;

}  // namespace vectors
}  // namespace hcrt

namespace Concurrency {
namespace graphics {

/// The short vector of Size components of T; with one component T itself.
template <class T, int Size>
struct short_vector {
  static_assert(Size >= 1 && Size <= 4, "short_vector has 1 to 4 components");
  static_assert(hcrt::vectors::is_amp_component<T>,
                "short_vector is of int, unsigned int, float, double, norm or unorm");
  typedef hcrt::vectors::short_vector_of<T, Size, false> type;
};
template <class T>
struct short_vector<T, 1> {
  typedef T type;
};

/// value_type and size of a short vector or of a number.
template <class T>
struct short_vector_traits : hcrt::vectors::vector_traits<T> {
  static_assert(hcrt::vectors::is_amp_component<typename hcrt::vectors::vector_traits<T>::value_type>,
                "short_vector_traits: the type is neither a short vector nor one of their components");
};

}  // namespace graphics
}  // namespace Concurrency

namespace concurrency = Concurrency;

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
