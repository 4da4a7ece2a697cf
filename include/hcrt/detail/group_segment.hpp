// HC: the group segment (tile_static and dynamic group memory) of a work-item's tile.
#ifndef HCRT_DETAIL_GROUP_SEGMENT_HPP
#define HCRT_DETAIL_GROUP_SEGMENT_HPP

#include "../abi.h"
#include "workitem.hpp"

#ifdef HCRT_GPU_TARGET
extern "C" HCRT_AMP unsigned
    hcrt_launch_group_bytes[2];  // static, dynamic; the runtime sets them at each launch
#elif defined(HCPY_AMP) && defined(__KALMAR_ACCELERATOR__)
extern "C" HCRT_AMP std::uint32_t __hcrt_host_group_bytes(int which);
#endif

namespace hcrt {
namespace device {

HCRT_AMP inline unsigned group_bytes(int which) {
#ifdef HCRT_GPU_TARGET
  return hcrt_launch_group_bytes[which];
#elif defined(__KALMAR_ACCELERATOR__)
  return __hcrt_host_group_bytes(which);
#else
  static_cast<void>(which);
  return 0;
#endif
}

}  // namespace device
}  // namespace hcrt

namespace hc {

/// Bytes of the kernel's tile_static variables.
HCRT_AMP inline unsigned get_static_group_segment_size() { return hcrt::device::group_bytes(0); }
/// The same and the dynamic bytes of the launch.
HCRT_AMP inline unsigned get_group_segment_size() {
  return hcrt::device::group_bytes(0) + hcrt::device::group_bytes(1);
}
/// The dynamic group memory: it begins where the static one ends.
HCRT_AMP inline void* get_dynamic_group_segment_base_pointer() {
  return hcrt::device::__hcrt_dynamic_group_memory();
}
/// Where the static memory would begin if it lay right before the dynamic one, as AMD's hardware has it.
/// Devices here place the variables themselves: reach them by their names.
HCRT_AMP inline void* get_group_segment_base_pointer() {
  return static_cast<char*>(get_dynamic_group_segment_base_pointer()) - get_static_group_segment_size();
}
/// The address of a byte of the tile's group memory: static memory first, dynamic memory after it.
HCRT_AMP inline void* get_group_segment_addr(unsigned offset) {
  return static_cast<char*>(get_group_segment_base_pointer()) + offset;
}

}  // namespace hc
#endif
