// Memory of devices and of the host, freed only when no work uses it any more.
#ifndef HCRT_CORE_MEMORY_HPP
#define HCRT_CORE_MEMORY_HPP

#include "devices.hpp"
#include "event.hpp"

namespace hcrt {

/// Where bytes live: a device with its own memory, or null for host memory, which includes all devices that
/// share it.
using Space = Device*;

inline Space space_of(Device* device) { return device->shares_host_memory() ? nullptr : device; }

/// Zeroed host memory. Throws Errc::out_of_memory.
void* allocate_host_memory(std::size_t bytes, std::size_t alignment);
void free_host_memory(void*) noexcept;

struct Block {
  Space space = nullptr;
  void* address = nullptr;
  std::size_t bytes = 0;
  bool pinned = false;   // pinned host memory of device `space`
  void* base = nullptr;  // where a larger block begins that it lies in; null: it is none's part
  void* host = nullptr;  // where the host sees the memory of allocate_visible()
};

/// Host blocks are zeroed. Waits for retired memory before it gives up. Throws Errc::out_of_memory.
Block allocate_block(Space, std::size_t bytes, std::size_t alignment = 256);
Block allocate_pinned(Device*, std::size_t bytes, std::size_t alignment = 256);
/// What the host and kernels of the device write at the same time; never freed.
Block allocate_visible(Device*, std::size_t bytes);
/// Frees the block, and lets go of what is kept, as soon as all uses are complete, at once where they are.
void retire(Block, EventUses uses, std::shared_ptr<const void> kept = nullptr) noexcept;

/// Notes a use, replacing an earlier one on the same queue: queues work in order.
void add_use(EventUses& uses, const Ref<Event>& event);

}  // namespace hcrt
#endif
