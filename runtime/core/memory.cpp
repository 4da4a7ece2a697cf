#include "memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>

#include "exit.hpp"
#include "lasting.hpp"
#include "log.hpp"

namespace hcrt {
namespace {

struct Retired {
  Block block;
  EventUses uses;
  std::shared_ptr<const void> kept;
};

struct RetiredList {
  RetiredList() { lock_around_forks<ForkPart::retired>(mutex); }

  std::mutex mutex;
  std::deque<Retired> blocks;
};

RetiredList& retired_list() { return lasting<RetiredList>(); }

bool all_complete(const EventUses& uses) {
  return std::all_of(uses.begin(), uses.end(), [](const EventUse& use) { return use->complete(); });
}

void free_block(const Block& block) noexcept {
  if (exiting() || exiting_elsewhere() || (block.space && block.space->lost_by_fork())) return;
  if (!block.space) return free_host_memory(block.address);
  block.space->implementation().deallocate(
      block.base ? block.base : block.address,
      block.pinned ? backends::MemoryKind::pinned : backends::MemoryKind::device);
}

// Frees blocks from the front of the list; with wait also those that are still in use.
void collect(bool wait) noexcept {
  RetiredList& list = retired_list();
  while (!exiting_elsewhere()) {
    Retired next;
    {
      std::lock_guard<std::mutex> lock(list.mutex);
      if (list.blocks.empty() || (!wait && !all_complete(list.blocks.front().uses))) return;
      next = std::move(list.blocks.front());
      list.blocks.pop_front();
    }
    for (const EventUse& use : next.uses) use->wait_unheard();
    free_block(next.block);
  }
}

// Calls allocate, and once more after all retired memory is free.
template <class Allocate>
void* allocate_twice(Allocate allocate) {
  collect(false);
  try {
    return allocate();
  } catch (const Error& error) {
    if (error.code() != Errc::out_of_memory) throw;
    HCRT_LOG("out of memory: waiting for memory that is still in use");
    collect(true);
  }
  return allocate();
}

}  // namespace

void* allocate_host_memory(std::size_t bytes, std::size_t alignment) {
  alignment = std::max(alignment, sizeof(void*));
  const std::size_t extra = alignment + sizeof(void*);
  void* const raw = bytes > SIZE_MAX - extra ? nullptr : std::calloc(1, bytes + extra);
  if (!raw) throw Error(Errc::out_of_memory, text("out of host memory: %zu bytes", bytes));
  auto address = reinterpret_cast<std::uintptr_t>(raw) + sizeof(void*);
  address = (address + alignment - 1) / alignment * alignment;
  reinterpret_cast<void**>(address)[-1] = raw;
  return reinterpret_cast<void*>(address);
}

void free_host_memory(void* address) noexcept {
  if (address) std::free(static_cast<void**>(address)[-1]);
}

static Block allocate_on(Device* device, std::size_t bytes, std::size_t alignment,
                         backends::MemoryKind kind) {
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  const auto allocate = [&](std::size_t count) {
    return allocate_twice([&] { return device->implementation().allocate(count, alignment, kind); });
  };
  const auto beyond = [&](void* address) {  // the last multiple of the alignment
    return alignment ? reinterpret_cast<std::uintptr_t>(address) % alignment : 0;
  };
  Block block{device, allocate(size), bytes, kind == backends::MemoryKind::pinned};
  if (!beyond(block.address)) return block;
  // Devices align to what their kernels need: the block becomes a part of a larger one.
  device->implementation().deallocate(block.address, kind);
  if (alignment > SIZE_MAX - size)
    throw Error(Errc::out_of_memory, text("out of memory: %zu bytes aligned to %zu", size, alignment));
  block.base = allocate(size + alignment);
  block.address = static_cast<char*>(block.base) + (alignment - beyond(block.base));
  return block;
}

Block allocate_block(Space space, std::size_t bytes, std::size_t alignment) {
  if (space) return allocate_on(space, bytes, alignment, backends::MemoryKind::device);
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  return {nullptr, allocate_twice([&] { return allocate_host_memory(size, alignment); }), bytes};
}

Block allocate_pinned(Device* device, std::size_t bytes, std::size_t alignment) {
  return allocate_on(device, bytes, alignment, backends::MemoryKind::pinned);
}

Block allocate_visible(Device* device, std::size_t bytes) {
  if (!space_of(device)) {
    Block block = allocate_block(nullptr, bytes);
    block.host = block.address;
    return block;
  }
  Block block{device, nullptr, bytes, true};
  block.address =
      allocate_twice([&] { return device->implementation().allocate_visible(bytes, block.host); });
  return block;
}

void retire(Block block, EventUses uses, std::shared_ptr<const void> kept) noexcept {
  collect(false);
  if (!block.address && !kept) return;
  if (all_complete(uses)) return free_block(block);
  RetiredList& list = retired_list();
  std::lock_guard<std::mutex> lock(list.mutex);
  list.blocks.push_back({block, std::move(uses), std::move(kept)});
}

void add_use(EventUses& uses, const Ref<Event>& event) {
  for (EventUse& use : uses) {
    // The newest of a queue represents all; work of no queue represents itself.
    if (event->queue() ? use->queue() != event->queue() : use->queue() || !use->complete()) continue;
    use = EventUse(event);
    return;
  }
  uses.emplace_back(event);
}

}  // namespace hcrt
