// tiled_extent and tiled_index: HC's with tiles chosen at run time, C++ AMP's with tiles in the type.
#ifndef HCRT_DETAIL_TILED_HPP
#define HCRT_DETAIL_TILED_HPP

#include "barrier.hpp"
#include "extent.hpp"

namespace hcrt {
namespace detail {

/// A size rounded up to whole tiles: negative, which no launch takes, where an int can't hold it.
HCRT_BOTH constexpr int whole_tiles(int size, int tile) {
  return static_cast<int>((static_cast<long long>(size) + tile - 1) / tile * tile);
}

/// The place of a work-item in its tile and in the whole launch.
template <int N>
class TilePlace {
 public:
  const Kalmar::index<N> global;
  const Kalmar::index<N> local;
  const Kalmar::index<N> tile;
  const Kalmar::index<N> tile_origin;
  const Kalmar::tile_barrier barrier;

  HCRT_BOTH operator Kalmar::index<N>() const { return global; }

 protected:
  HCRT_BOTH TilePlace(const Kalmar::index<N>& g, const Kalmar::index<N>& l, const Kalmar::index<N>& t,
                      const Kalmar::index<N>& origin, const Kalmar::tile_barrier& b)
      : global(g), local(l), tile(t), tile_origin(origin), barrier(b) {}
};

}  // namespace detail
}  // namespace hcrt

namespace hc {

/// An extent cut into tiles whose size is known at run time. Tiles at the upper edge are smaller where the
/// tile doesn't divide the extent.
template <int N>
class tiled_extent : public Kalmar::extent<N> {
  static_assert(N >= 1 && N <= 3, "a tiled_extent has one to three dimensions");
  using Base = Kalmar::extent<N>;

 public:
  int tile_dim[N];

  HCRT_BOTH tiled_extent() : tile_dim{}, dynamic_bytes_(0) {}
  HCRT_BOTH HCRT_FOR_RANK(1) tiled_extent(int e0, int t0, unsigned dynamic_bytes = 0)
      : Base(e0), tile_dim{t0}, dynamic_bytes_(dynamic_bytes) {}
  HCRT_BOTH HCRT_FOR_RANK(2) tiled_extent(int e0, int e1, int t0, int t1, unsigned dynamic_bytes = 0)
      : Base(e0, e1), tile_dim{t0, t1}, dynamic_bytes_(dynamic_bytes) {}
  HCRT_BOTH HCRT_FOR_RANK(3)
      tiled_extent(int e0, int e1, int e2, int t0, int t1, int t2, unsigned dynamic_bytes = 0)
      : Base(e0, e1, e2), tile_dim{t0, t1, t2}, dynamic_bytes_(dynamic_bytes) {}
  HCRT_BOTH HCRT_FOR_RANK(1) tiled_extent(const Base& e, int t0, unsigned dynamic_bytes = 0)
      : Base(e), tile_dim{t0}, dynamic_bytes_(dynamic_bytes) {}
  HCRT_BOTH HCRT_FOR_RANK(2) tiled_extent(const Base& e, int t0, int t1, unsigned dynamic_bytes = 0)
      : Base(e), tile_dim{t0, t1}, dynamic_bytes_(dynamic_bytes) {}
  HCRT_BOTH HCRT_FOR_RANK(3) tiled_extent(const Base& e, int t0, int t1, int t2, unsigned dynamic_bytes = 0)
      : Base(e), tile_dim{t0, t1, t2}, dynamic_bytes_(dynamic_bytes) {}

  /// Sets the bytes of dynamic group memory of each tile.
  HCRT_BOTH void set_dynamic_group_segment_size(unsigned bytes) { dynamic_bytes_ = bytes; }
  /// The bytes of dynamic group memory of each tile.
  HCRT_BOTH unsigned get_dynamic_group_segment_size() const { return dynamic_bytes_; }

  /// The work-items of a tile in each dimension.
  HCRT_BOTH Base get_tile_extent() const { return Base(tile_dim); }
  __declspec(property(get = get_tile_extent)) Base tile_extent;

  /// The extent rounded up to whole tiles.
  HCRT_BOTH tiled_extent pad() const {
    tiled_extent padded = *this;
    for (int d = 0; d < N; ++d) padded[d] = hcrt::detail::whole_tiles((*this)[d], tile_dim[d]);
    return padded;
  }
  /// The extent rounded down to whole tiles.
  HCRT_BOTH tiled_extent truncate() const {
    tiled_extent cut = *this;
    for (int d = 0; d < N; ++d) cut[d] = (*this)[d] / tile_dim[d] * tile_dim[d];
    return cut;
  }

 private:
  unsigned dynamic_bytes_;
};

/// A work-item's place in a launch over a tiled_extent<N>.
template <int N = 3>
class tiled_index : public hcrt::detail::TilePlace<N> {
 public:
  static inline constexpr int rank = N;
  const Kalmar::index<N> tile_dim;

 private:
  friend struct hcrt::detail::TileAccess;
  HCRT_BOTH tiled_index(const Kalmar::index<N>& global, const Kalmar::index<N>& local,
                        const Kalmar::index<N>& tile, const Kalmar::index<N>& dim,
                        const Kalmar::tile_barrier& barrier)
      : hcrt::detail::TilePlace<N>(global, local, tile, global - local, barrier), tile_dim(dim) {}
};

}  // namespace hc

namespace hcrt {
namespace detail {

/// The tile sizes of C++ AMP's classes: rank is the number of those that aren't 0.
template <int D0, int D1, int D2>
struct StaticTile {
  static_assert(D0 > 0 && D1 >= 0 && D2 >= 0, "a tile must be greater than 0 in every dimension");
  static_assert(D1 > 0 || D2 == 0, "a tile must be greater than 0 in every dimension");
  static inline constexpr int rank = D2 > 0 ? 3 : D1 > 0 ? 2 : 1;
  static constexpr int items = D0 * (D1 > 0 ? D1 : 1) * (D2 > 0 ? D2 : 1);

  HCRT_BOTH static constexpr int dim(int d) { return d == 0 ? D0 : d == 1 ? D1 : D2; }
  HCRT_BOTH static Kalmar::extent<rank> extent() {
    Kalmar::extent<rank> e;
    for (int d = 0; d < rank; ++d) e[d] = dim(d);
    return e;
  }
};

}  // namespace detail
}  // namespace hcrt

namespace Concurrency {

/// An extent cut into tiles of D0 x D1 x D2; the extent must be a multiple of them.
template <int D0, int D1 = 0, int D2 = 0>
class tiled_extent : public Kalmar::extent<hcrt::detail::StaticTile<D0, D1, D2>::rank> {
  using Tile = hcrt::detail::StaticTile<D0, D1, D2>;
  using Base = Kalmar::extent<Tile::rank>;

 public:
  static inline constexpr int tile_dim0 = D0;
  static inline constexpr int tile_dim1 = D1;
  static inline constexpr int tile_dim2 = D2;

  HCRT_BOTH tiled_extent() {}
  HCRT_BOTH tiled_extent(const Base& e) : Base(e) {}

  /// The work-items of a tile in each dimension.
  HCRT_BOTH Base get_tile_extent() const { return Tile::extent(); }
  __declspec(property(get = get_tile_extent)) Base tile_extent;

  /// The extent rounded up to whole tiles.
  HCRT_BOTH tiled_extent pad() const {
    tiled_extent padded = *this;
    for (int d = 0; d < Base::rank; ++d) padded[d] = hcrt::detail::whole_tiles((*this)[d], Tile::dim(d));
    return padded;
  }
  /// The extent rounded down to whole tiles.
  HCRT_BOTH tiled_extent truncate() const {
    tiled_extent cut = *this;
    for (int d = 0; d < Base::rank; ++d) cut[d] = (*this)[d] / Tile::dim(d) * Tile::dim(d);
    return cut;
  }
};

/// A work-item's place in a launch over a tiled_extent<D0, D1, D2>.
template <int D0, int D1 = 0, int D2 = 0>
class tiled_index : public hcrt::detail::TilePlace<hcrt::detail::StaticTile<D0, D1, D2>::rank> {
  using Tile = hcrt::detail::StaticTile<D0, D1, D2>;
  using Index = Kalmar::index<Tile::rank>;

 public:
  static inline constexpr int rank = Tile::rank;
  static inline constexpr int tile_dim0 = D0;
  static inline constexpr int tile_dim1 = D1;
  static inline constexpr int tile_dim2 = D2;

  /// The work-items of a tile in each dimension.
  HCRT_BOTH Kalmar::extent<rank> get_tile_extent() const { return Tile::extent(); }
  __declspec(property(get = get_tile_extent)) Kalmar::extent<Tile::rank> tile_extent;

  HCRT_BOTH tiled_index(const Index& global, const Index& local, const Index& tile, const Index& tile_origin,
                        const Kalmar::tile_barrier& barrier)
      : hcrt::detail::TilePlace<Tile::rank>(global, local, tile, tile_origin, barrier) {}
};

}  // namespace Concurrency

namespace Kalmar {

template <int N>
HCRT_BOTH HCRT_FOR_RANK(1) hc::tiled_extent<1> extent<N>::tile(int t0) const {
  return hc::tiled_extent<1>(*this, t0);
}
template <int N>
HCRT_BOTH HCRT_FOR_RANK(2) hc::tiled_extent<2> extent<N>::tile(int t0, int t1) const {
  return hc::tiled_extent<2>(*this, t0, t1);
}
template <int N>
HCRT_BOTH HCRT_FOR_RANK(3) hc::tiled_extent<3> extent<N>::tile(int t0, int t1, int t2) const {
  return hc::tiled_extent<3>(*this, t0, t1, t2);
}
template <int N>
HCRT_BOTH HCRT_FOR_RANK(1) hc::tiled_extent<1> extent<N>::tile_with_dynamic(int t0,
                                                                            unsigned dynamic_bytes) const {
  return hc::tiled_extent<1>(*this, t0, dynamic_bytes);
}
template <int N>
HCRT_BOTH HCRT_FOR_RANK(2) hc::tiled_extent<2> extent<N>::tile_with_dynamic(int t0, int t1,
                                                                            unsigned dynamic_bytes) const {
  return hc::tiled_extent<2>(*this, t0, t1, dynamic_bytes);
}
template <int N>
HCRT_BOTH HCRT_FOR_RANK(3) hc::tiled_extent<3> extent<N>::tile_with_dynamic(int t0, int t1, int t2,
                                                                            unsigned dynamic_bytes) const {
  return hc::tiled_extent<3>(*this, t0, t1, t2, dynamic_bytes);
}

template <int N>
template <int D0>
HCRT_BOTH HCRT_FOR_RANK(1) Concurrency::tiled_extent<D0, 0, 0> extent<N>::tile() const {
  return Concurrency::tiled_extent<D0>(*this);
}
template <int N>
template <int D0, int D1>
HCRT_BOTH HCRT_FOR_RANK(2) Concurrency::tiled_extent<D0, D1, 0> extent<N>::tile() const {
  return Concurrency::tiled_extent<D0, D1>(*this);
}
template <int N>
template <int D0, int D1, int D2>
HCRT_BOTH HCRT_FOR_RANK(3) Concurrency::tiled_extent<D0, D1, D2> extent<N>::tile() const {
  return Concurrency::tiled_extent<D0, D1, D2>(*this);
}

}  // namespace Kalmar
#endif
