// Raw memory that users hold by pointer (am_alloc), and copies between any two places.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <shared_mutex>
#include <thread>

#include "exit.hpp"
#include "graph_recorder.hpp"
#include "hcc_environment.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "memory.hpp"
#include "queue.hpp"
#include "registry.hpp"
#include "shown_memory.hpp"
#include "statistics.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

struct Allocation {
  Block block;  // empty: the program's own memory
  AllocationInfo info;
  std::vector<Device*> locked_for;  // devices that know of the program's own memory
  bool untracked = false;           // by the program; copies, deallocate() and unlocking still know it
};

struct Allocations {
  Allocations() { lock_around_forks<ForkPart::allocations>(mutex); }

  std::shared_mutex mutex;
  std::map<std::uintptr_t, Allocation> by_address;
};

Allocations& allocations() { return lasting<Allocations>(); }

// The allocation that the address lies in; the caller holds the lock.
std::map<std::uintptr_t, Allocation>::iterator find(Allocations& all, const void* inside) {
  const auto address = reinterpret_cast<std::uintptr_t>(inside);
  auto place = all.by_address.upper_bound(address);
  if (place == all.by_address.begin()) return all.by_address.end();
  --place;
  return address - place->first < place->second.info.bytes ? place : all.by_address.end();
}

std::map<std::uintptr_t, Allocation>::iterator find_tracked(Allocations& all, const void* inside) {
  const auto place = find(all, inside);
  return place != all.by_address.end() && place->second.untracked ? all.by_address.end() : place;
}

// The device whose own memory the pointer points into, or null for host memory.
Space space_of_pointer(const void* pointer) {
  {
    Allocations& all = allocations();
    const std::shared_lock<std::shared_mutex> lock(all.mutex);
    const auto place = find(all, pointer);
    if (place != all.by_address.end())
      return place->second.info.in_device_memory ? place->second.info.device : nullptr;
  }
  return space_of_shown(pointer);
}

void note(Allocation& allocation, int app_id, std::uint32_t app_flags, void* app_pointer) {
  allocation.info.app_id = app_id;
  allocation.info.app_flags = app_flags;
  if (app_pointer) allocation.info.app_pointer = app_pointer;
}

struct Rows {
  std::size_t bytes, count;
};

struct Place {
  void* address;
  std::size_t pitch;
  Space space;

  backends::Side side() const { return space ? backends::Side::device : backends::Side::host; }
};

backends::Copy describe(const Place& to, const Place& from, const Rows& rows) {
  backends::Copy copy{};
  copy.destination = to.address;
  copy.source = from.address;
  copy.destination_side = to.side();
  copy.source_side = from.side();
  if (from.space && to.space && from.space != to.space) copy.source_device = &from.space->implementation();
  copy.row_bytes = rows.bytes;
  copy.rows = rows.count;
  copy.slices = 1;
  copy.destination_row_pitch = to.pitch;
  copy.source_row_pitch = from.pitch;
  return copy;
}

// Waits until the queue is idle. Errors of its work stay for those who wait for that.
void wait_until_idle(const Queue* queue) {
  while (pending(queue) > 0) {
    yield_to_exit();
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

bool lock_for(Device* device, void* address, std::size_t bytes) {
  try {
    return device->implementation().lock(address, bytes);
  } catch (const Error& error) {
    HCRT_LOG("locking host memory: %s", error.what());
    return false;
  }
}

// The devices' kernels don't reach the memory any more.
void unlock_for(const std::vector<Device*>& devices, void* address) {
  for (Device* device : devices)
    if (!device->lost_by_fork()) device->implementation().unlock(address);
}

Ref<Event> record_copy(Queue* queue, const Place& to, const Place& from, const Rows& rows) {
  const auto is_own = [queue](Space space) { return !space || space == queue->device(); };
  const bool from_peer = from.space && to.space == queue->device() && rows.count == 1 &&
                         to.space->implementation().copies_from(from.space->implementation()) &&
                         current_recorder->records(from.space);
  if (!is_own(to.space) || !(is_own(from.space) || from_peer))
    current_recorder->refuse("a copy on an accelerator_view to memory of another accelerator");
  return current_recorder->add_copy(queue, describe(to, from, rows));
}

Ref<Event> copy_here(Queue* queue, const Dependencies& before, const Place& to, const Place& from,
                     const Rows& rows) {
  const backends::Copy copy = describe(to, from, rows);
  count_copy(CopyCause::program, copy);
  Ref<Event> event = serialized(queue, hcc_environment().serialize_copy, [&] {
    return queue->submit(before, [&](backends::Queue& native) { return native.copy(copy); });
  });
  if (tracing()) trace_copy(event, before, copy);
  return event;
}

}  // namespace

void* allocate(Device* device, std::size_t bytes, std::size_t alignment, std::uint32_t flags) {
  if (bytes == 0) return nullptr;
  try {
    const Space space = space_of(device);
    const bool pinned = space && (flags & (alloc_host_pinned | alloc_host_coherent)) != 0;
    if (!alignment) alignment = 256;
    const Block block =
        pinned ? allocate_pinned(device, bytes, alignment) : allocate_block(space, bytes, alignment);
    const bool in_device_memory = space && !pinned;
    AllocationInfo info{in_device_memory ? nullptr : block.address, block.address, block.bytes, device,
                        in_device_memory};
    info.for_device = (flags & (alloc_host_pinned | alloc_host_coherent)) == 0;
    Allocations& all = allocations();
    const std::lock_guard<std::shared_mutex> lock(all.mutex);
    all.by_address[reinterpret_cast<std::uintptr_t>(block.address)] = {block, info, {}, false};
    return block.address;
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
    if (place == all.by_address.end() || !place->second.info.managed) return false;
    gone = place->second;
    all.by_address.erase(place);
  }
  // Which kernels use a raw pointer is not known: all work so far on devices that can reach it.
  EventUses uses;
  for (Device* device : opened_devices()) {
    if (device->lost_by_fork() || (space_of(device) != gone.block.space && device != gone.info.device))
      continue;
    for (const Ref<Queue>& queue : queues(device)) {
      if (!pending(queue.get())) continue;
      try {
        uses.emplace_back(submit_marker(queue.get(), {}));
      } catch (const Error& error) {
        HCRT_LOG("deallocate: waiting for a queue that takes no marker: %s", error.what());
        wait_until_idle(queue.get());
      }
    }
  }
  retire(gone.block, std::move(uses));
  return true;
}

bool find_allocation(const void* inside, AllocationInfo* info) {
  Allocations& all = allocations();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto place = find_tracked(all, inside);
  if (place == all.by_address.end()) return false;
  *info = place->second.info;
  return true;
}

bool track_allocation(const void* address, const AllocationInfo& info) {
  if (!address || !info.bytes || !info.device) return false;
  Allocations& all = allocations();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const auto next = all.by_address.lower_bound(begin);
  if (const auto place = find(all, address); place != all.by_address.end()) {
    if (place->first != begin || !place->second.untracked) return false;
    place->second.untracked = false;
    note(place->second, info.app_id, info.app_flags, info.app_pointer);
    return true;
  }
  if (next != all.by_address.end() && next->first - begin < info.bytes) return false;
  Allocation& allocation = all.by_address[begin] = {Block(), info, {}, false};
  allocation.info.managed = false;
  return true;
}

bool untrack_allocation(const void* address) {
  Allocations& all = allocations();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const auto place = all.by_address.find(reinterpret_cast<std::uintptr_t>(address));
  if (place == all.by_address.end() || place->second.untracked) return false;
  place->second.untracked = true;
  if (!place->second.info.managed && place->second.locked_for.empty()) all.by_address.erase(place);
  return true;
}

std::size_t untrack_allocations_of(const Device* device) {
  Allocations& all = allocations();
  std::vector<void*> managed;
  std::size_t gone = 0;
  {
    const std::lock_guard<std::shared_mutex> lock(all.mutex);
    for (auto place = all.by_address.begin(); place != all.by_address.end();) {
      const AllocationInfo& info = place->second.info;
      if (info.device != device || place->second.untracked) {
        ++place;
      } else if (info.managed) {
        managed.push_back(reinterpret_cast<void*>(place->first));
        ++place;
      } else {
        place = all.by_address.erase(place);
        ++gone;
      }
    }
  }
  for (void* pointer : managed) gone += deallocate(pointer);
  return gone;
}

bool annotate_allocation(const void* address, int app_id, std::uint32_t app_flags, void* app_pointer) {
  Allocations& all = allocations();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  const auto place = find_tracked(all, address);
  if (place == all.by_address.end()) return false;
  note(place->second, app_id, app_flags, app_pointer);
  return true;
}

std::vector<AllocationInfo> allocations_of(const Device* device) {
  Allocations& all = allocations();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  std::vector<AllocationInfo> found;
  for (const auto& [address, allocation] : all.by_address)
    if (allocation.info.device == device && !allocation.untracked) found.push_back(allocation.info);
  return found;
}

void print_allocations(const void* inside) {
  Allocations& all = allocations();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  const auto only = inside ? find(all, inside) : all.by_address.end();
  for (auto place = all.by_address.begin(); place != all.by_address.end(); ++place) {
    if (place->second.untracked || (inside && place != only)) continue;
    const AllocationInfo& info = place->second.info;
    std::fprintf(stderr, "%p: %zu bytes, host %p, device %p on %s, %s, %s, app id %d flags %#x pointer %p\n",
                 reinterpret_cast<void*>(place->first), info.bytes, info.host_pointer, info.device_pointer,
                 narrow(info.device->info().path).c_str(),
                 info.for_device || info.in_device_memory ? "device memory" : "host memory",
                 info.managed ? "of am_alloc" : "of the program", info.app_id, info.app_flags,
                 info.app_pointer);
  }
}

bool lock_host_memory(void* address, std::size_t bytes, const std::vector<Device*>& devices,
                      std::uint32_t app_flags) {
  AllocationInfo info{address, address, bytes, devices.front(), false};
  info.app_flags = app_flags;
  if (!track_allocation(address, info)) return false;
  std::vector<Device*> locked;
  for (Device* device : devices) {
    if (std::find(locked.begin(), locked.end(), device) != locked.end()) continue;  // named twice
    if (lock_for(device, address, bytes)) {
      locked.push_back(device);
      continue;
    }
    unlock_for(locked, address);
    untrack_allocation(address);
    return false;
  }
  Allocations& all = allocations();
  const std::lock_guard<std::shared_mutex> lock(all.mutex);
  all.by_address[reinterpret_cast<std::uintptr_t>(address)].locked_for = std::move(locked);
  return true;
}

bool unlock_host_memory(void* address) {
  Allocations& all = allocations();
  std::vector<Device*> devices;
  {
    const std::lock_guard<std::shared_mutex> lock(all.mutex);
    const auto place = all.by_address.find(reinterpret_cast<std::uintptr_t>(address));
    if (place == all.by_address.end() || place->second.locked_for.empty()) return false;
    devices = std::move(place->second.locked_for);
    all.by_address.erase(place);
  }
  for (Device* device : devices) {  // its kernels may use the memory
    if (device->lost_by_fork()) continue;
    for (const Ref<Queue>& queue : queues(device)) wait_until_idle(queue.get());
  }
  unlock_for(devices, address);
  return true;
}

Ref<Event> copy_rows(Queue* queue, void* destination, std::size_t destination_pitch, const void* source,
                     std::size_t source_pitch, std::size_t row_bytes, std::size_t rows) {
  const TraceCall call("copy");
  const Place to{destination, destination_pitch, space_of_pointer(destination)};
  const Place from{const_cast<void*>(source), source_pitch, space_of_pointer(source)};
  const Rows all{row_bytes, rows};
  if (recording()) return record_copy(queue, to, from, all);
  Queue* where = queue;
  if (Space device = to.space ? to.space : from.space; device && device != queue->device())
    where = device->transfer_queue();
  const bool crosses = to.space && from.space && to.space != from.space;
  const bool direct =
      crosses && rows == 1 && to.space->implementation().copies_from(from.space->implementation());
  Dependencies before;  // if another queue begins it, it comes after this queue's work
  if (where != queue || (crosses && !direct)) before.push_back(marker(queue, {}));
  Ref<Event> done;
  if (crosses && !direct) {  // through host memory
    const Block staging = allocate_block(nullptr, row_bytes * rows);
    const Place between{staging.address, row_bytes, nullptr};
    const Dependencies fetched{copy_here(from.space->transfer_queue(), before, between, from, all)};
    done = copy_here(where, fetched, to, between, all);
    retire(staging, {EventUse(done)});
  } else {
    done = copy_here(where, before, to, from, all);
  }
  return where == queue ? done : marker(queue, {done});  // later work of the queue comes after it
}

Ref<Event> copy_bytes(Queue* queue, void* destination, const void* source, std::size_t bytes) {
  return copy_rows(queue, destination, bytes, source, bytes, bytes, 1);
}

}  // namespace hcrt
