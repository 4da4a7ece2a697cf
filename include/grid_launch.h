// HC: the shape of a launch, as HIP's launches over hcc carried it.
#ifndef GRID_LAUNCH_H
#define GRID_LAUNCH_H

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include <stdint.h>

#include "hc_defines.h"

namespace Kalmar {
class accelerator_view;
class completion_future;
}  // namespace Kalmar

typedef struct gl_dim3 {
  int x, y, z;
  HCRT_BOTH gl_dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1)
      : x(static_cast<int>(x_)), y(static_cast<int>(y_)), z(static_cast<int>(z_)) {}
} gl_dim3;

typedef enum gl_barrier_bit {
  barrier_bit_queue_default,
  barrier_bit_none,
  barrier_bit_wait,
} gl_barrier_bit;

typedef struct grid_launch_parm {
  gl_dim3 grid_dim;   // groups
  gl_dim3 group_dim;  // work-items of a group
  unsigned int dynamic_group_mem_bytes;
  enum gl_barrier_bit barrier_bit;
  unsigned int launch_fence;
  Kalmar::accelerator_view* av;
  Kalmar::completion_future* cf;

  grid_launch_parm() = default;
} grid_launch_parm;

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
