// Raw memory that users hold by pointer (am_alloc), and copies between any two places.
#include <map>
#include <shared_mutex>

#include "log.hpp"
#include "memory.hpp"
#include "queue.hpp"

namespace hcrt {
namespace {

struct Allocation {
  Block block;
  Device* device;
};

struct Allocations {
  std::shared_mutex mutex;
  std::map<std::uintptr_t, Allocation> by_address;
};

Allocations& allocations() {
  static Allocations& instance = *new Allocations;
  return instance;
}

// The device whose own memory the pointer points into, or null for host memory.
Space space_of_pointer(const void* pointer) {
  AllocationInfo info;
  return find_allocation(pointer, &info) && info.in_device_memory ? info.device : nullptr;
}

Ref<Event> copy_here(Queue* queue, const Dependencies& before, void* destination, Space to,
                     const void* source, Space from, std::size_t bytes) {
  backends::Copy copy{};
  copy.destination = destination;
  copy.source = source;
  copy.destination_side = to ? backends::Side::device : backends::Side::host;
  copy.source_side = from ? backends::Side::device : backends::Side::host;
  copy.row_bytes = bytes;
  copy.rows = copy.slices = 1;
  return queue->submit(before, [&](backends::Queue& native) { return native.copy(copy); });
}

}  // namespace

void* allocate(Device* device, std::size_t bytes, std::size_t alignment, std::uint32_t flags) {
  if (bytes == 0) return nullptr;
  try {
    const Space space = space_of(device);
    const bool pinned = space && (flags & (alloc_host_pinned | alloc_host_coherent)) != 0;
    const Allocation allocation{
        pinned ? allocate_pinned(device, bytes) : allocate_block(space, bytes, alignment ? alignment : 256),
        device};
    Allocations& all = allocations();
    const std::lock_guard<std::shared_mutex> lock(all.mutex);
    all.by_address[reinterpret_cast<std::uintptr_t>(allocation.block.address)] = allocation;
    return allocation.block.address;
  } catch (const Error& error) {
    HCRT_LOG("allocate: %s", error.what());
    return nullptr;
  }
}

bool deallocate(void* pointer) {
  Allocations& all = allocations();
  Allocation gone;
  {
    const std::lock_guard<std::shared_mutex> lock(all.mutex);
    const auto place = all.by_address.find(reinterpret_cast<std::uintptr_t>(pointer));
    if (place == all.by_address.end()) return false;
    gone = place->second;
    all.by_address.erase(place);
  }
  // Which kernels use a raw pointer is not known: all work so far on devices that can reach it.
  EventUses uses;
  for (Device* device : opened_devices()) {
    if (space_of(device) != gone.block.space && device != gone.device) continue;
    for (const Ref<Queue>& queue : queues(device))
      if (pending(queue.get())) uses.emplace_back(marker(queue.get(), {}));
  }
  retire(gone.block, std::move(uses));
  return true;
}

bool find_allocation(const void* inside, AllocationInfo* info) {
  Allocations& all = allocations();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto address = reinterpret_cast<std::uintptr_t>(inside);
  auto place = all.by_address.upper_bound(address);
  if (place == all.by_address.begin()) return false;
  --place;
  const Allocation& allocation = place->second;
  if (address - place->first >= allocation.block.bytes) return false;
  const bool in_device_memory = allocation.block.space && !allocation.block.pinned;
  *info = {in_device_memory ? nullptr : allocation.block.address, allocation.block.address,
           allocation.block.bytes, allocation.device, in_device_memory};
  return true;
}

Ref<Event> copy_bytes(Queue* queue, void* destination, const void* source, std::size_t bytes) {
  const Space to = space_of_pointer(destination);
  const Space from = space_of_pointer(source);
  Queue* where = queue;
  if (Space device = to ? to : from; device && device != queue->device()) where = device->transfer_queue();
  Dependencies before;
  if (where != queue) before.push_back(marker(queue, {}));
  Ref<Event> done;
  if (to && from && to != from) {  // between two devices: through host memory
    const Block staging = allocate_block(nullptr, bytes);
    const Dependencies fetched{
        copy_here(from->transfer_queue(), before, staging.address, nullptr, source, from, bytes)};
    done = copy_here(where, fetched, destination, to, staging.address, nullptr, bytes);
    retire(staging, {EventUse(done)});
  } else {
    done = copy_here(where, before, destination, to, source, from, bytes);
  }
  return where == queue ? done : marker(queue, {done});  // later work of the queue comes after it
}

}  // namespace hcrt
