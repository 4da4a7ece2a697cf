// HC: grid_launch.h with its C++ parts. The compiler makes launches of functions with hcc's attribute
// hc_grid_launch.
#ifndef GRID_LAUNCH_HPP
#define GRID_LAUNCH_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "grid_launch.h"
#include "hc.hpp"

/// The parameters as kernels may hold them.
class grid_launch_parm_cxx : public grid_launch_parm {
 public:
  grid_launch_parm_cxx() = default;
};

/// One group of one work-item on the default view, without a future.
HCRT_CPU inline void grid_launch_init(grid_launch_parm* lp) {
  static hc::accelerator_view view = hc::accelerator().get_default_view();
  lp->grid_dim = gl_dim3(1, 1, 1);
  lp->group_dim = gl_dim3(1, 1, 1);
  lp->dynamic_group_mem_bytes = 0;
  lp->barrier_bit = barrier_bit_queue_default;
  lp->launch_fence = ~0u;
  lp->av = &view;
  lp->cf = nullptr;
}

/// The tiled extent that the parameters describe; x is its last dimension.
HCRT_CPU inline hc::tiled_extent<3> grid_launch_extent(const grid_launch_parm& lp) {
  const gl_dim3 grid = lp.grid_dim, group = lp.group_dim;
  return hc::extent<3>(grid.z * group.z, grid.y * group.y, grid.x * group.x)
      .tile_with_dynamic(group.z, group.y, group.x, static_cast<int>(lp.dynamic_group_mem_bytes));
}

/// What a function with the attribute hc_grid_launch does: its body is f. The future goes to lp.cf, where
/// there is one.
template <class F>
HCRT_CPU inline void hcrt_grid_launch(const grid_launch_parm& lp, const F& f) {
  const hc::accelerator_view view = lp.av ? *lp.av : hc::accelerator().get_default_view();
  hc::completion_future done = hc::parallel_for_each(view, grid_launch_extent(lp), f);
  if (lp.barrier_bit == barrier_bit_wait) done.wait();
  if (lp.cf) *lp.cf = done;
}

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
