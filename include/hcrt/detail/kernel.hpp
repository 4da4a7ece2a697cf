// What runs in a kernel around the user's function object: its place in the extent or in the tiles.
#ifndef HCRT_DETAIL_KERNEL_HPP
#define HCRT_DETAIL_KERNEL_HPP

#include <type_traits>
#include <utility>

#include "folded_grid.hpp"
#include "tiled.hpp"
#include "workitem.hpp"

namespace hcrt {
namespace detail {

struct TileAccess {
  template <int N>
  HCRT_BOTH static hc::tiled_index<N> make(const Kalmar::index<N>& global, const Kalmar::index<N>& local,
                                           const Kalmar::index<N>& tile, const Kalmar::index<N>& dim) {
    return hc::tiled_index<N>(global, local, tile, dim, Kalmar::tile_barrier());
  }
  template <int D0, int D1, int D2, int N>
  HCRT_BOTH static Concurrency::tiled_index<D0, D1, D2> make_static(const Kalmar::index<N>& global,
                                                                    const Kalmar::index<N>& local,
                                                                    const Kalmar::index<N>& tile) {
    return Concurrency::tiled_index<D0, D1, D2>(global, local, tile, global - local, Kalmar::tile_barrier());
  }
};

/// Can F be called with A? <type_traits> asks in host code, where clang's HIP mode hides device functions.
template <class Enable, class F, class... A>
struct callable : std::false_type {};
template <class F, class... A>
struct callable<decltype(std::declval<F>()(std::declval<A>()...), void()), F, A...> : std::true_type {};

// A GPU's kernel has its function object in its parameters: a call that stayed would copy it to memory.
#ifdef HCRT_GPU_TARGET
#define HCRT_PART_OF_ENTRY __attribute__((always_inline))
#else
#define HCRT_PART_OF_ENTRY
#endif

/// Calls the user's kernel. HC: one that can't be called while const gets a copy for each work-item. C++
/// AMP's launches take `const Kernel&`, and its kernels are called as that.
template <class F, class Index>
HCRT_AMP HCRT_PART_OF_ENTRY inline void call_kernel(const F& f, Index& i) {
  if constexpr (callable<void, const F&, Index&>::value) {
    f(i);
#ifdef HCPY_HC  // C++ AMP has no kernels without a parameter
  } else if constexpr (callable<void, const F&>::value) {
    f();
  } else if constexpr (callable<void, F&>::value && !callable<void, F&, Index&>::value) {
    F mine = f;
    mine();
  } else if constexpr (callable<void, F&, Index&>::value) {
    F mine = f;
    mine(i);
#else
  } else if constexpr (callable<void, F&, Index&>::value) {
    static_assert(callable<void, const F&, Index&>::value,
                  "the operator() of a kernel must be const, as 'parallel_for_each' calls it through a "
                  "'const Kernel&'; remove 'mutable' from the lambda, or declare the operator() 'const'");
#endif
  } else {
    static_assert(callable<void, F&, Index&>::value,
                  "the kernel can't be called with the index of its compute domain");
  }
}

// CUDA's grids are whole numbers of groups, and Intel's OpenCL runtime was seen to run edge groups whole
// although it is given the exact size: work-items beyond the extent have nothing to do. The host's edge
// groups are smaller.
#ifdef HCRT_GPU_TARGET
#define HCRT_IS_OUTSIDE(id, size) ((id) >= static_cast<int>(size))
#else
#define HCRT_IS_OUTSIDE(id, size) false
#endif

/// Notes the extent where the device doesn't know it.
template <int N>
HCRT_AMP inline void note_extent(const int (&extent)[N]) {
#ifdef HCPY_TARGET_PTX
  for (int d = 0; d < 3; ++d) hcrt::device::note_global_size(d, d < N ? unsigned(extent[N - 1 - d]) : 1);
#else
  static_cast<void>(extent);
#endif
}

/// Of a work-item of a grid of CUDA: its ids along a row and across slices.
HCRT_AMP inline void unfold(int& column, int& slice, int columns) {
#ifdef HCPY_TARGET_PTX
  namespace device = hcrt::device;
  unfold(device::group_id(0), device::group_size(0), static_cast<unsigned>(columns),
         device::num_groups(2) * device::group_size(2), column, slice);
#else
  static_cast<void>(column), static_cast<void>(slice), static_cast<void>(columns);
#endif
}

/// A kernel over an extent of rank N. The last three dimensions are the device's; work-items loop over
/// the others. It is aligned as the function object is, which the headers' #pragma pack does not see to.
template <int N, class F>
struct alignas(F) alignas(int) FlatKernel {
  static constexpr int device_rank = N < 3 ? N : 3;

  F f;
  int extent[N];

  HCRT_AMP HCRT_PART_OF_ENTRY void operator()() const {
    note_extent(extent);
    Kalmar::index<N> i;
    for (int d = 0; d < device_rank; ++d) i[N - 1 - d] = static_cast<int>(hcrt::device::global_id(d));
    if constexpr (N >= 3) unfold(i[N - 1], i[N - 3], extent[N - 1]);
    bool outside = false;  // of all dimensions together: their ids are read at once, not one after another
    for (int d = 0; d < device_rank; ++d) outside |= HCRT_IS_OUTSIDE(i[N - 1 - d], extent[N - 1 - d]);
    if (outside) return;
    call_for_leading(i);
  }

 private:
  HCRT_AMP HCRT_PART_OF_ENTRY void call_for_leading(Kalmar::index<N>& i) const {
    if constexpr (N <= 3) {
      call_kernel(f, i);
    } else {
      for (bool more = true; more;) {
        Kalmar::index<N> given = i;
        call_kernel(f, given);
        int d = N - 4;
        for (; d >= 0; --d) {
          if (++i[d] < extent[d]) break;
          i[d] = 0;
        }
        more = d >= 0;
      }
    }
  }
};

/// A tile's work-item in the whole domain. The host's device knows it without the tile: it runs tiles that a
/// kernel does not tell apart as long rows.
HCRT_AMP inline int global_of(int d, int group, int size, int item) {
#ifdef HCRT_GPU_TARGET
  static_cast<void>(d);
  return group * size + item;
#else
  static_cast<void>(group), static_cast<void>(size), static_cast<void>(item);
  return static_cast<int>(hcrt::device::global_id(d));
#endif
}

/// Tells CUDA's compilers that a work-item's number in its tile is less than the size, which the type has:
/// loops that step by the size then have a known count.
template <class Tile>
HCRT_AMP inline void note_item(const Tile& tile, int d, int item) {
#ifdef HCPY_TARGET_PTX
  const int size = tile.dim(d);
  if (Tile::in_type) __builtin_assume(item < size);
#else
  static_cast<void>(tile), static_cast<void>(d), static_cast<void>(item);
#endif
}

/// A kernel over tiles: where each work-item is. Tile says how a tiled index is made.
template <int N, class Tile, class F>
struct alignas(F) alignas(int) TiledKernel {
  F f;
  Tile tile;
  int extent[N];

  HCRT_AMP HCRT_PART_OF_ENTRY void operator()() const {
    note_extent(extent);
    Kalmar::index<N> global, local, group;
    bool outside = false;
    for (int d = 0; d < N; ++d) {
      const int item = static_cast<int>(hcrt::device::local_id(N - 1 - d));
      const int number = static_cast<int>(hcrt::device::group_id(N - 1 - d));
      note_item(tile, d, item);
      local[d] = item;
      group[d] = number;
      global[d] = global_of(N - 1 - d, number, tile.dim(d), item);
      outside |= HCRT_IS_OUTSIDE(global[d], extent[d]);
    }
    if (outside) return;
    auto i = tile.index(global, local, group, extent);
    call_kernel(f, i);
  }
};

#undef HCRT_IS_OUTSIDE

template <int N>
struct RunTimeTile {
  static constexpr bool in_type = false;
  int size[N];

  HCRT_BOTH int dim(int d) const { return size[d]; }
  HCRT_AMP hc::tiled_index<N> index(const Kalmar::index<N>& global, const Kalmar::index<N>& local,
                                    const Kalmar::index<N>& group, const int (&extent)[N]) const {
    Kalmar::index<N> own;  // at the upper edge a tile has what is left of the extent
    for (int d = 0; d < N; ++d) {
      const int left = extent[d] - (global[d] - local[d]);
      own[d] = size[d] < left ? size[d] : left;
    }
    return TileAccess::make<N>(global, local, group, own);
  }
};

template <int D0, int D1, int D2>
struct CompileTimeTile {
  static constexpr bool in_type = true;
  static constexpr int rank = StaticTile<D0, D1, D2>::rank;

  HCRT_BOTH int dim(int d) const { return StaticTile<D0, D1, D2>::dim(d); }
  HCRT_AMP Concurrency::tiled_index<D0, D1, D2> index(const Kalmar::index<rank>& global,
                                                      const Kalmar::index<rank>& local,
                                                      const Kalmar::index<rank>& group,
                                                      const int (&)[rank]) const {
    return TileAccess::make_static<D0, D1, D2, rank>(global, local, group);
  }
};

}  // namespace detail
}  // namespace hcrt
#endif
