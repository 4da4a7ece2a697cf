// extent<N>: the size of an N-dimensional space.
#ifndef HCRT_DETAIL_EXTENT_HPP
#define HCRT_DETAIL_EXTENT_HPP

#include <cstddef>

#include "index.hpp"

namespace hcrt {
namespace detail {

#ifdef HCPY_AMP
using ExtentSize = unsigned;
#else
using ExtentSize = std::size_t;
#endif

template <class Extent>
HCRT_BOTH HCRT_CONSTEXPR14 std::size_t element_count(const Extent& e) {
  std::size_t product = 1;
  for (int d = 0; d < Extent::rank; ++d) product *= static_cast<std::size_t>(e[d]);
  return product;
}

}  // namespace detail
}  // namespace hcrt

namespace hc {
template <int N>
class tiled_extent;
}
namespace Concurrency {
template <int D0, int D1, int D2>
class tiled_extent;
}

namespace Kalmar {

/// The number of elements in each of N dimensions; component 0 is the slowest.
template <int N>
class extent : public hcrt::detail::Coordinates<extent<N>, N> {
  using Base = hcrt::detail::Coordinates<extent<N>, N>;

 public:
  HCRT_BOTH constexpr extent() {}
  HCRT_BOTH HCRT_FOR_RANK(1) constexpr explicit extent(int e0) { (*this)[0] = e0; }
  HCRT_BOTH HCRT_FOR_RANK(2) constexpr extent(int e0, int e1) {
    (*this)[0] = e0;
    (*this)[1] = e1;
  }
  HCRT_BOTH HCRT_FOR_RANK(3) constexpr extent(int e0, int e1, int e2) {
    (*this)[0] = e0;
    (*this)[1] = e1;
    (*this)[2] = e2;
  }
  HCRT_BOTH constexpr explicit extent(const int components[]) : Base(components) {}

  /// The number of elements. C++ AMP's type of it has 32 bits; HC's has 64, as a product of ints may need.
  HCRT_DIALECT HCRT_BOTH constexpr hcrt::detail::ExtentSize size() const {
    return static_cast<hcrt::detail::ExtentSize>(hcrt::detail::element_count(*this));
  }

  /// Is 0 <= i < extent in every dimension?
  HCRT_BOTH HCRT_CONSTEXPR14 bool contains(const index<N>& i) const {
    for (int d = 0; d < N; ++d)
      if (i[d] < 0 || i[d] >= (*this)[d]) return false;
    return true;
  }

  /// HC: tiles whose size is known at run time.
  HCRT_BOTH HCRT_FOR_RANK(1) hc::tiled_extent<1> tile(int t0) const;
  HCRT_BOTH HCRT_FOR_RANK(2) hc::tiled_extent<2> tile(int t0, int t1) const;
  HCRT_BOTH HCRT_FOR_RANK(3) hc::tiled_extent<3> tile(int t0, int t1, int t2) const;
  /// The same with `dynamic_bytes` of dynamic group memory for each tile.
  HCRT_BOTH HCRT_FOR_RANK(1) hc::tiled_extent<1> tile_with_dynamic(int t0, unsigned dynamic_bytes) const;
  HCRT_BOTH HCRT_FOR_RANK(2) hc::tiled_extent<2> tile_with_dynamic(int t0, int t1,
                                                                   unsigned dynamic_bytes) const;
  HCRT_BOTH HCRT_FOR_RANK(3) hc::tiled_extent<3> tile_with_dynamic(int t0, int t1, int t2,
                                                                   unsigned dynamic_bytes) const;

  /// C++ AMP: tiles whose size is part of the type.
  template <int D0>
  HCRT_BOTH HCRT_FOR_RANK(1) Concurrency::tiled_extent<D0, 0, 0> tile() const;
  template <int D0, int D1>
  HCRT_BOTH HCRT_FOR_RANK(2) Concurrency::tiled_extent<D0, D1, 0> tile() const;
  template <int D0, int D1, int D2>
  HCRT_BOTH HCRT_FOR_RANK(3) Concurrency::tiled_extent<D0, D1, D2> tile() const;

  using Base::operator+=;
  using Base::operator-=;
  HCRT_BOTH HCRT_CONSTEXPR14 extent& operator+=(const extent& other) {
    this->add(other);
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 extent& operator-=(const extent& other) {
    this->subtract(other);
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 extent& operator+=(const index<N>& other) {
    this->add(other);
    return *this;
  }
  HCRT_BOTH HCRT_CONSTEXPR14 extent& operator-=(const index<N>& other) {
    this->subtract(other);
    return *this;
  }
  HCRT_BOTH friend constexpr extent operator+(extent a, const extent& b) { return a += b; }
  HCRT_BOTH friend constexpr extent operator-(extent a, const extent& b) { return a -= b; }
  HCRT_BOTH friend constexpr extent operator+(extent a, const index<N>& b) { return a += b; }
  HCRT_BOTH friend constexpr extent operator-(extent a, const index<N>& b) { return a -= b; }
};

}  // namespace Kalmar
#endif
