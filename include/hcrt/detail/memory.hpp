// am_*: memory of accelerators through plain pointers.
#ifndef HCRT_DETAIL_MEMORY_HPP
#define HCRT_DETAIL_MEMORY_HPP

#include "../../hc_defines.h"
#include "accelerator_view.hpp"

typedef int am_status_t;
#define AM_SUCCESS 0
#define AM_ERROR_MISC -1

#define amHostPinned 0x1
#define amHostNonCoherent 0x1
#define amHostCoherent 0x2
#define amHostUnmapped 0x4
#define amDeviceFinegrained 0x8

namespace hc {

/// What is known of an allocation. Memory that host and device share has both addresses; _isInDeviceMem: it
/// was allocated as the device's own, as hcc had it.
struct AmPointerInfo {
  HCRT_CPU AmPointerInfo() {}
  HCRT_CPU AmPointerInfo(void* host, void* device, void* unaligned_device, std::size_t bytes,
                         Kalmar::accelerator& acc, bool in_device_memory = false, bool am_managed = false)
      : _hostPointer(host),
        _devicePointer(device),
        _unalignedDevicePointer(unaligned_device),
        _sizeBytes(bytes),
        _acc(acc),
        _isInDeviceMem(in_device_memory),
        _isAmManaged(am_managed) {}
  /// As hcc had it up to 1.2, where every allocation was aligned.
  HCRT_CPU AmPointerInfo(void* host, void* device, std::size_t bytes, Kalmar::accelerator& acc,
                         bool in_device_memory = false, bool am_managed = false)
      : AmPointerInfo(host, device, device, bytes, acc, in_device_memory, am_managed) {}

  void* _hostPointer = nullptr;
  void* _devicePointer = nullptr;
  void* _unalignedDevicePointer = nullptr;
  std::size_t _sizeBytes = 0;
  Kalmar::accelerator _acc{static_cast<hcrt::Device*>(nullptr)};
  bool _isInDeviceMem = false;
  bool _isAmManaged = false;
  int _appId = -1;
  unsigned _appAllocationFlags = 0;
  void* _appPtr = nullptr;
};

/// Memory of the accelerator, or with amHostPinned host memory that it can reach; null where there is none
/// or bytes is 0. Alignment: a power of two.
HCRT_CPU auto_voidp am_aligned_alloc(std::size_t bytes, Kalmar::accelerator& acc, unsigned flags,
                                     std::size_t alignment);
/// As am_aligned_alloc(), aligned for every type.
/// \return null where there is no memory or bytes is 0
HCRT_CPU auto_voidp am_alloc(std::size_t bytes, Kalmar::accelerator& acc, unsigned flags);
/// AM_ERROR_MISC where the pointer is not the start of an am allocation.
HCRT_CPU am_status_t am_free(void* pointer);
/// Copies bytes between any two of host memory and allocations; the destination comes first.
HCRT_CPU am_status_t am_copy(void* destination, const void* source, std::size_t bytes);
/// The allocation that a pointer points into.
HCRT_CPU am_status_t am_memtracker_getinfo(AmPointerInfo* info, const void* pointer);
/// Makes memory that the program owns known to the tracker and to copies. AM_ERROR_MISC where the info has no
/// size or accelerator, or the memory overlaps memory that is known.
HCRT_CPU am_status_t am_memtracker_add(void* pointer, AmPointerInfo& info);
HCRT_CPU am_status_t am_memtracker_add(void* pointer, std::size_t bytes, Kalmar::accelerator& acc,
                                       bool in_device_memory = false);
/// Notes the program's own data with an allocation: _appId, _appAllocationFlags, _appPtr.
HCRT_CPU am_status_t am_memtracker_update(const void* pointer, int app_id, unsigned allocation_flags,
                                          void* app_pointer = nullptr);
/// The tracker forgets the memory that begins there, of the program's own or of am_alloc. The memory stays:
/// copies, am_free and am_memory_host_unlock still know it.
HCRT_CPU am_status_t am_memtracker_remove(void* pointer);
/// Forgets all such memory of the accelerator, and frees what am_alloc gave of it; how many pieces that was.
HCRT_CPU std::size_t am_memtracker_reset(const Kalmar::accelerator& acc);
/// Bytes of the accelerator's am allocations in its own and in host memory, and of the program's own memory.
HCRT_CPU void am_memtracker_sizeinfo(const Kalmar::accelerator& acc, std::size_t* device_bytes,
                                     std::size_t* host_bytes, std::size_t* user_bytes);
/// Prints all allocations, or the one that the address points into, on stderr.
HCRT_CPU void am_memtracker_print(void* address = nullptr);
/// hcc noted here who else reaches the accelerator's allocations; here the device's driver knows.
HCRT_CPU inline void am_memtracker_update_peers(const Kalmar::accelerator&, int, const void*) {}
/// Lets kernels of other accelerators use an allocation. AM_ERROR_MISC where they can't reach it.
HCRT_CPU am_status_t am_map_to_peers(void* pointer, std::size_t peers,
                                     const Kalmar::accelerator* accelerators);
/// Lets kernels of an accelerator, and of the visible ones, use host memory of the program's, and registers
/// it with the tracker. AM_ERROR_MISC where they can't reach it, or it overlaps memory that is known.
HCRT_CPU am_status_t am_memory_host_lock(Kalmar::accelerator& acc, void* host_pointer, std::size_t bytes,
                                         Kalmar::accelerator* visible = nullptr,
                                         std::size_t visible_count = 0);
/// As am_memory_host_lock(); flags: am_alloc's.
HCRT_CPU am_status_t am_memory_host_lock_with_flag(Kalmar::accelerator& acc, void* host_pointer,
                                                   std::size_t bytes, Kalmar::accelerator* visible,
                                                   std::size_t visible_count, unsigned flags);
/// Undoes am_memory_host_lock(), after waiting for kernels that use the memory. AM_ERROR_MISC where it was
/// not locked.
HCRT_CPU am_status_t am_memory_host_unlock(Kalmar::accelerator& acc, void* host_pointer);

#ifndef __KALMAR_ACCELERATOR__
HCRT_CPU inline auto_voidp am_aligned_alloc(std::size_t bytes, Kalmar::accelerator& acc, unsigned flags,
                                            std::size_t alignment) {
  std::uint32_t kind = hcrt::alloc_device;
  if (flags & (amHostPinned | amHostUnmapped)) kind = hcrt::alloc_host_pinned;
  if (flags & amHostCoherent) kind = hcrt::alloc_host_coherent;
  hcrt::Device* device = static_cast<hcrt::Device*>(acc.get_dev_ptr());
  return bytes ? hcrt::allocate(device, bytes, alignment, kind) : nullptr;
}

HCRT_CPU inline auto_voidp am_alloc(std::size_t bytes, Kalmar::accelerator& acc, unsigned flags) {
  constexpr std::size_t alignment = 256;
  return am_aligned_alloc(bytes, acc, flags, alignment);
}

HCRT_CPU inline am_status_t am_free(void* pointer) {
  return !pointer || hcrt::deallocate(pointer) ? AM_SUCCESS : AM_ERROR_MISC;
}

HCRT_CPU inline am_status_t am_memtracker_getinfo(AmPointerInfo* info, const void* pointer) {
  hcrt::AllocationInfo found;
  if (!hcrt::find_allocation(pointer, &found)) return AM_ERROR_MISC;
  info->_hostPointer = found.host_pointer;
  info->_devicePointer = info->_unalignedDevicePointer = found.device_pointer;
  info->_sizeBytes = found.bytes;
  info->_acc = Kalmar::accelerator(found.device);
  info->_isInDeviceMem = found.in_device_memory || found.for_device;
  info->_isAmManaged = found.managed;
  info->_appId = found.app_id;
  info->_appAllocationFlags = found.app_flags;
  info->_appPtr = found.app_pointer;
  return AM_SUCCESS;
}

HCRT_CPU inline am_status_t am_memtracker_add(void* pointer, AmPointerInfo& info) {
  hcrt::AllocationInfo known;
  known.host_pointer = info._hostPointer;
  known.device_pointer = info._devicePointer;
  known.bytes = info._sizeBytes;
  known.device = static_cast<hcrt::Device*>(info._acc.get_dev_ptr());
  known.in_device_memory = info._isInDeviceMem;
  known.managed = false;
  known.app_id = info._appId;
  known.app_flags = info._appAllocationFlags;
  known.app_pointer = info._appPtr;
  return hcrt::track_allocation(pointer, known) ? AM_SUCCESS : AM_ERROR_MISC;
}

HCRT_CPU inline am_status_t am_memtracker_add(void* pointer, std::size_t bytes, Kalmar::accelerator& acc,
                                              bool in_device_memory) {
  AmPointerInfo info(in_device_memory ? nullptr : pointer, pointer, pointer, bytes, acc, in_device_memory);
  return am_memtracker_add(pointer, info);
}

HCRT_CPU inline am_status_t am_memtracker_update(const void* pointer, int app_id, unsigned allocation_flags,
                                                 void* app_pointer) {
  return hcrt::annotate_allocation(pointer, app_id, allocation_flags, app_pointer) ? AM_SUCCESS
                                                                                   : AM_ERROR_MISC;
}

HCRT_CPU inline am_status_t am_memtracker_remove(void* pointer) {
  return hcrt::untrack_allocation(pointer) ? AM_SUCCESS : AM_ERROR_MISC;
}

HCRT_CPU inline std::size_t am_memtracker_reset(const Kalmar::accelerator& acc) {
  return hcrt::untrack_allocations_of(static_cast<hcrt::Device*>(acc.get_dev_ptr()));
}

HCRT_CPU inline void am_memtracker_sizeinfo(const Kalmar::accelerator& acc, std::size_t* device_bytes,
                                            std::size_t* host_bytes, std::size_t* user_bytes) {
  *device_bytes = *host_bytes = *user_bytes = 0;
  for (const hcrt::AllocationInfo& one : hcrt::allocations_of(static_cast<hcrt::Device*>(acc.get_dev_ptr())))
    *(!one.managed                             ? user_bytes
      : one.in_device_memory || one.for_device ? device_bytes
                                               : host_bytes) += one.bytes;
}

HCRT_CPU inline void am_memtracker_print(void* address) { hcrt::print_allocations(address); }

HCRT_CPU inline am_status_t am_map_to_peers(void* pointer, std::size_t peers,
                                            const Kalmar::accelerator* accelerators) {
  AmPointerInfo info;
  if (!peers || !accelerators || am_memtracker_getinfo(&info, pointer) != AM_SUCCESS) return AM_ERROR_MISC;
  for (std::size_t i = 0; i < peers; ++i) {
    const bool reached = info._acc == accelerators[i] ||
                         (info._hostPointer && accelerators[i].get_supports_cpu_shared_memory()) ||
                         hcrt::reach(static_cast<hcrt::Device*>(accelerators[i].get_dev_ptr()),
                                     static_cast<hcrt::Device*>(info._acc.get_dev_ptr()));
    if (!reached) return AM_ERROR_MISC;
  }
  return AM_SUCCESS;
}

HCRT_CPU inline am_status_t am_memory_host_lock_with_flag(Kalmar::accelerator& acc, void* host_pointer,
                                                          std::size_t bytes, Kalmar::accelerator* visible,
                                                          std::size_t visible_count, unsigned flags) {
  std::vector<hcrt::Device*> devices{static_cast<hcrt::Device*>(acc.get_dev_ptr())};
  for (std::size_t i = 0; visible && i < visible_count; ++i)
    devices.push_back(static_cast<hcrt::Device*>(visible[i].get_dev_ptr()));
  return hcrt::lock_host_memory(host_pointer, bytes, devices, flags) ? AM_SUCCESS : AM_ERROR_MISC;
}

HCRT_CPU inline am_status_t am_memory_host_lock(Kalmar::accelerator& acc, void* host_pointer,
                                                std::size_t bytes, Kalmar::accelerator* visible,
                                                std::size_t visible_count) {
  return am_memory_host_lock_with_flag(acc, host_pointer, bytes, visible, visible_count, amHostPinned);
}

HCRT_CPU inline am_status_t am_memory_host_unlock(Kalmar::accelerator&, void* host_pointer) {
  return hcrt::unlock_host_memory(host_pointer) ? AM_SUCCESS : AM_ERROR_MISC;
}

HCRT_CPU inline am_status_t am_copy(void* destination, const void* source, std::size_t bytes) {
  AmPointerInfo info;
  const bool known = am_memtracker_getinfo(&info, destination) == AM_SUCCESS ||
                     am_memtracker_getinfo(&info, source) == AM_SUCCESS;
  try {
    (known ? info._acc : Kalmar::accelerator()).get_default_view().copy(source, destination, bytes);
  } catch (const Kalmar::runtime_exception&) {
    return AM_ERROR_MISC;  // the am functions report by their status
  }
  return AM_SUCCESS;
}
#endif

}  // namespace hc

// Calls without a namespace find them through the accelerator.
namespace Kalmar {
using hc::am_aligned_alloc;
using hc::am_alloc;
using hc::am_map_to_peers;
using hc::am_memory_host_lock;
using hc::am_memory_host_lock_with_flag;
using hc::am_memory_host_unlock;
using hc::am_memtracker_add;
using hc::am_memtracker_reset;
using hc::am_memtracker_sizeinfo;
using hc::am_memtracker_update_peers;
}  // namespace Kalmar
#endif
