// Where a work-item is: device.hpp's names in both iterations, and the dialects' functions over them.
//
// The host iteration parses kernels and compiles what may run on both sides, so the names exist there too;
// they represent a launch of one work-item.
#ifndef HCRT_DETAIL_WORKITEM_HPP
#define HCRT_DETAIL_WORKITEM_HPP

#include <cstdint>

#ifdef __KALMAR_ACCELERATOR__
#include "device.hpp"
#else
#include "config.hpp"

namespace hcrt {
namespace device {

HCRT_BOTH inline unsigned local_id(int) { return 0; }
HCRT_BOTH inline unsigned group_id(int) { return 0; }
HCRT_BOTH inline unsigned group_size(int) { return 1; }
HCRT_BOTH inline unsigned num_groups(int) { return 1; }
HCRT_BOTH inline unsigned global_id(int) { return 0; }
HCRT_BOTH inline unsigned global_size(int) { return 1; }
HCRT_BOTH inline void barrier() {}
HCRT_BOTH inline void fence() {}
HCRT_BOTH inline void tile_fence() {}
HCRT_BOTH inline void* __hcrt_dynamic_group_memory() { return nullptr; }

}  // namespace device
}  // namespace hcrt
#endif

namespace hcrt {
namespace builtins {

// Dimension 0 is the fastest here, unlike in index<N>.
extern "C" {
HCRT_AMP inline std::int64_t hc_get_grid_size(unsigned d) { return device::global_size(static_cast<int>(d)); }
HCRT_AMP inline std::int64_t hc_get_workitem_absolute_id(unsigned d) {
  return device::global_id(static_cast<int>(d));
}
HCRT_AMP inline std::int64_t hc_get_workitem_id(unsigned d) { return device::local_id(static_cast<int>(d)); }
HCRT_AMP inline std::int64_t hc_get_group_id(unsigned d) { return device::group_id(static_cast<int>(d)); }
/// A group at the upper edge has what is left of the extent, though a GPU may run it whole.
HCRT_AMP inline std::int64_t hc_get_group_size(unsigned dimension) {
  const int d = static_cast<int>(dimension);
#ifdef HCRT_GPU_TARGET
  const unsigned left = device::global_size(d) - (device::global_id(d) - device::local_id(d));
  return left < device::group_size(d) ? left : device::group_size(d);
#else
  return device::group_size(d);
#endif
}
HCRT_AMP inline std::int64_t hc_get_num_groups(unsigned d) { return device::num_groups(static_cast<int>(d)); }
// The flags name the memories that the barrier orders: it orders them all.
#ifndef CLK_LOCAL_MEM_FENCE
#define CLK_LOCAL_MEM_FENCE 1
#endif
#ifndef CLK_GLOBAL_MEM_FENCE
#define CLK_GLOBAL_MEM_FENCE 2
#endif
HCRT_AMP inline void hc_barrier(unsigned) { device::barrier(); }

HCRT_AMP inline std::int64_t amp_get_global_size(unsigned d) { return hc_get_grid_size(d); }
HCRT_AMP inline std::int64_t amp_get_global_id(unsigned d) { return hc_get_workitem_absolute_id(d); }
HCRT_AMP inline std::int64_t amp_get_local_id(unsigned d) { return hc_get_workitem_id(d); }
HCRT_AMP inline std::int64_t amp_get_group_id(unsigned d) { return hc_get_group_id(d); }
HCRT_AMP inline std::int64_t amp_get_local_size(unsigned d) { return hc_get_group_size(d); }
HCRT_AMP inline std::int64_t amp_get_num_groups(unsigned d) { return hc_get_num_groups(d); }
HCRT_AMP inline void amp_barrier(unsigned) { device::barrier(); }
}

}  // namespace builtins
}  // namespace hcrt

using namespace hcrt::builtins;
namespace hc {
using namespace hcrt::builtins;
}
#endif
