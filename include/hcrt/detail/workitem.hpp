// Where a work-item is: device.hpp's names in both iterations, and the dialects' functions over them.
//
// The host iteration parses kernels and compiles what may run on both sides, so the names exist there too;
// they stand for a launch of one work-item.
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

// Dimension 0 is the fastest here, unlike in index<N>.
extern "C" {
HCRT_AMP inline std::int64_t hc_get_grid_size(int d) { return hcrt::device::global_size(d); }
HCRT_AMP inline std::int64_t hc_get_workitem_absolute_id(int d) { return hcrt::device::global_id(d); }
HCRT_AMP inline std::int64_t hc_get_workitem_id(int d) { return hcrt::device::local_id(d); }
HCRT_AMP inline std::int64_t hc_get_group_id(int d) { return hcrt::device::group_id(d); }
HCRT_AMP inline std::int64_t hc_get_group_size(int d) { return hcrt::device::group_size(d); }
HCRT_AMP inline std::int64_t hc_get_num_groups(int d) { return hcrt::device::num_groups(d); }
HCRT_AMP inline void hc_barrier(unsigned) { hcrt::device::barrier(); }

HCRT_AMP inline std::int64_t amp_get_global_size(int d) { return hcrt::device::global_size(d); }
HCRT_AMP inline std::int64_t amp_get_global_id(int d) { return hcrt::device::global_id(d); }
HCRT_AMP inline std::int64_t amp_get_local_id(int d) { return hcrt::device::local_id(d); }
HCRT_AMP inline std::int64_t amp_get_group_id(int d) { return hcrt::device::group_id(d); }
HCRT_AMP inline std::int64_t amp_get_local_size(int d) { return hcrt::device::group_size(d); }
HCRT_AMP inline std::int64_t amp_get_num_groups(int d) { return hcrt::device::num_groups(d); }
HCRT_AMP inline void amp_barrier(unsigned) { hcrt::device::barrier(); }
}

namespace hc {

/// The dynamic group memory of the work-item's tile: it begins where the static one ends.
HCRT_AMP inline void* get_dynamic_group_segment_base_pointer() {
  return hcrt::device::__hcrt_dynamic_group_memory();
}

}  // namespace hc
#endif
