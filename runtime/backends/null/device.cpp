#include "device.hpp"

#include "../../core/memory.hpp"
#include "module.hpp"
#include "queue.hpp"

namespace hcrt::backends::null {

Device::Device(int number) {
  info_.backend = hcrt::Backend::null;
  info_.path = number == 0 ? L"null" : L"null:" + std::to_wstring(number);
  info_.description = L"null device: runs nothing";
  info_.version = 1u << 16;
  info_.memory_bytes = std::size_t{1} << 30;
  info_.max_tile_static_bytes = 64 * 1024;
  info_.compute_units = 1;
  info_.max_group_items = 1024;
  for (std::uint32_t& size : info_.max_group_size) size = 1024;
  info_.is_emulated = true;
  info_.supports_double = true;
}

std::unique_ptr<backends::Module> Device::load(const Image&) { return std::make_unique<Module>(); }

std::unique_ptr<backends::Queue> Device::create_queue(const QueueOptions&) {
  return std::make_unique<Queue>();
}

void* Device::allocate(std::size_t bytes, std::size_t alignment, MemoryKind) {
  return allocate_host_memory(bytes, alignment);
}

void Device::deallocate(void* address, MemoryKind) noexcept { free_host_memory(address); }

}  // namespace hcrt::backends::null
