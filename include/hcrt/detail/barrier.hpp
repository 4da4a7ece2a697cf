// tile_barrier and the fences.
#ifndef HCRT_DETAIL_BARRIER_HPP
#define HCRT_DETAIL_BARRIER_HPP

#include "workitem.hpp"

namespace hcrt {
namespace detail {

struct TileAccess;  // makes tiled indices (launch.hpp)

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// Stops each work-item of a tile until all have come here. Every wait orders tile_static and global
/// memory both: the narrower forms promise less, and none of our targets gains by it. Kernels get theirs from
/// their tiled index.
class tile_barrier {
 public:
  tile_barrier(const tile_barrier&) = default;

  /// Waits until all work-items of the tile are here; each then sees what the others wrote. All of them
  /// must come.
  HCRT_AMP void wait() const { hcrt::device::barrier(); }
  /// As wait().
  HCRT_AMP void wait_with_all_memory_fence() const { hcrt::device::barrier(); }
  /// As wait(): memory of all kinds is fenced.
  HCRT_AMP void wait_with_global_memory_fence() const { hcrt::device::barrier(); }
  /// As wait(): memory of all kinds is fenced.
  HCRT_AMP void wait_with_tile_static_memory_fence() const { hcrt::device::barrier(); }

 private:
  friend struct hcrt::detail::TileAccess;
  HCRT_BOTH tile_barrier() {}
};

/// Orders the work-item's memory accesses before and after it, for the tile. Waits for nobody.
HCRT_AMP inline void all_memory_fence(const tile_barrier&) { hcrt::device::fence(); }
/// As all_memory_fence(), for global memory.
HCRT_AMP inline void global_memory_fence(const tile_barrier&) { hcrt::device::fence(); }
/// As all_memory_fence(), for tile_static memory.
HCRT_AMP inline void tile_static_memory_fence(const tile_barrier&) { hcrt::device::tile_fence(); }

}  // namespace Kalmar
#endif
