// Shape: which elements, counted from a first one, a view of rank N covers.
#ifndef HCRT_DETAIL_SHAPE_HPP
#define HCRT_DETAIL_SHAPE_HPP

#include <climits>
#include <type_traits>

#include "exceptions.hpp"
#include "extent.hpp"

namespace hcrt {
namespace detail {

/// The number as a component of an extent, whose type is int; on the host it throws where that can't hold it.
HCRT_BOTH inline int component(std::size_t count) {
#ifndef __KALMAR_ACCELERATOR__
  if (count > INT_MAX) fail_argument("Extent size too large.");
#endif
  return static_cast<int>(count);
}

/// A distance between elements, as a separate type: what a kernel writes into arrays of int is none.
enum class Pitch : int {};

/// An extent and the distance, in elements, between neighbours in each dimension; 1 in the last one.
template <int N>
struct Shape;

/// Rank 1 has no pitch: the compiler sees consecutive elements.
template <>
struct Shape<1> {
  Kalmar::extent<1> extent;

  HCRT_BOTH Shape() : extent() {}
  HCRT_BOTH explicit Shape(const Kalmar::extent<1>& e) : extent(e) {}
  HCRT_BOTH std::ptrdiff_t offset(const Kalmar::index<1>& i) const { return i[0]; }
  HCRT_BOTH Shape box(const Kalmar::extent<1>& e) const { return Shape(e); }
  HCRT_BOTH std::ptrdiff_t step(int) const { return 1; }
  HCRT_BOTH std::size_t span() const { return extent[0] > 0 ? static_cast<std::size_t>(extent[0]) : 0; }
  HCRT_BOTH Kalmar::index<1> index_at(std::ptrdiff_t offset) const {
    return Kalmar::index<1>(component(static_cast<std::size_t>(offset)));
  }
};

template <int N>
struct Shape {
  Kalmar::extent<N> extent;
  Pitch pitch[N - 1];

  HCRT_BOTH Shape() : extent(), pitch{} {}
  /// All elements of the extent without gaps. Kernels calculate with pitches of 32 bits: the host refuses
  /// what needs longer ones.
  HCRT_BOTH explicit Shape(const Kalmar::extent<N>& e) : extent(e), pitch{} {
    int step = 1;
    for (int d = N - 1; d > 0; --d) {
#ifndef __KALMAR_ACCELERATOR__
      if (int next; __builtin_mul_overflow(step, e[d], &next)) fail_argument("Extent size too large.");
#endif
      pitch[d - 1] = static_cast<Pitch>(step *= e[d]);
    }
  }
  HCRT_ELEMENT std::ptrdiff_t offset(const Kalmar::index<N>& i) const {
    std::ptrdiff_t at = i[N - 1];
    for (int d = 0; d < N - 1; ++d) at += i[d] * step(d);
    return at;
  }
  HCRT_BOTH Shape box(const Kalmar::extent<N>& e) const {
    Shape cut = *this;
    cut.extent = e;
    return cut;
  }
  HCRT_BOTH Shape<N - 1> row() const {
    Shape<N - 1> rest;
    for (int d = 1; d < N; ++d) rest.extent[d - 1] = extent[d];
    if constexpr (N > 2)
      for (int d = 1; d < N - 1; ++d) rest.pitch[d - 1] = pitch[d];
    return rest;
  }
  HCRT_ELEMENT std::ptrdiff_t step(int d) const { return d == N - 1 ? 1 : static_cast<int>(pitch[d]); }
  /// Elements from the first one to the last, those between rows included.
  HCRT_BOTH std::size_t span() const {
    std::size_t last = 0;
    for (int d = 0; d < N; ++d) {
      if (extent[d] <= 0) return 0;
      last += static_cast<std::size_t>(extent[d] - 1) * static_cast<std::size_t>(step(d));
    }
    return last + 1;
  }
  /// The index whose offset it is, with every component within the pitch above it.
  HCRT_BOTH Kalmar::index<N> index_at(std::ptrdiff_t offset) const {
    Kalmar::index<N> i;
    for (int d = 0; d < N; ++d) {
      const std::ptrdiff_t one = step(d);
      i[d] = one ? int(offset / one) : 0;
      offset -= i[d] * one;
    }
    return i;
  }
};

/// An extent's components, or a shape's extent and then its pitches, as libhcrt takes them.
template <class Numbers>
HCRT_CPU const int* components(const Numbers& numbers) {
  static_assert(std::is_standard_layout<Numbers>::value && alignof(Numbers) == alignof(int), "ints alone");
  return reinterpret_cast<const int*>(&numbers);
}

}  // namespace detail
}  // namespace hcrt
#endif
