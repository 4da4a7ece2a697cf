#include "memory.hpp"

#include <algorithm>
#include <map>

#include "../core/exit.hpp"
#include "../core/lasting.hpp"
#include "../core/queue.hpp"

namespace hcrt::c {

// A stretch of host memory, and the views whose bytes lie in it.
struct Region {
  std::uintptr_t end;
  Ref<Buffer> buffer;
  std::vector<const Memory*> views;
};

struct Regions {
  Regions() { lock_around_forks<ForkPart::memories>(mutex); }

  using Place = std::map<std::uintptr_t, Region>::iterator;

  // The first region that has a byte at the address or after it.
  Place first_from(std::uintptr_t address) {
    Place place = by_begin.upper_bound(address);
    if (place != by_begin.begin() && std::prev(place)->second.end > address) --place;
    return place;
  }
  Region& of(const Memory& memory) { return std::prev(by_begin.upper_bound(memory.address_))->second; }
  void add(const Memory*);
  void wait_for_overlapping(const Memory&);
  bool remove_covered(const Memory*);
  void remove(const Memory*);
  Region join(const Memory&, Place first, Place last);

  std::shared_mutex mutex;
  std::map<std::uintptr_t, Region> by_begin;  // they have no byte in common
  std::atomic<std::uint64_t> joins{0};
};

namespace {

Regions& regions() { return lasting<Regions>(); }

// What a kernel's own error is to the code that brings its results home, where these are there already.
enum class Seen { by_caller, by_future };

// The range's results to host memory, and no work left that uses the buffer.
void bring_home(Buffer& buffer, Range range, Seen error) {
  const CallerWaits waits;
  const auto lock = buffer.lock_when_written(range);
  const bool away = !buffer.current_in(nullptr, range);
  buffer.make_current_on_host(range);
  try {
    buffer.wait_for_host(Access::read_write);
  } catch (const std::exception&) {
    if (away || error == Seen::by_caller) throw;
  }
}

// Its end does nothing more: it was brought home, or can't be.
void let_go(const Ref<Buffer>& buffer) { buffer->abandoned = true; }

}  // namespace

// The views of [first, last) and the new one, in one region.
Region Regions::join(const Memory& added, Place first, Place last) {
  Region joined{added.end(), {}, {}};
  std::uintptr_t begin = added.address_;
  for (Place place = first; place != last; ++place) {
    Buffer& buffer = *place->second.buffer.get();
    bring_home(buffer, buffer.all(), Seen::by_caller);
    begin = std::min(begin, place->first);
    joined.end = std::max(joined.end, place->second.end);
  }
  joined.buffer = create_view_buffer(reinterpret_cast<void*>(begin), joined.end - begin, true);
  for (Place place = first; place != last; ++place) {
    let_go(place->second.buffer);
    joined.views.insert(joined.views.end(), place->second.views.begin(), place->second.views.end());
  }
  return joined;
}

// What add() would wait for, with the lock that all launches need.
void Regions::wait_for_overlapping(const Memory& memory) {
  std::vector<Ref<Buffer>> buffers;
  {
    const std::shared_lock<std::shared_mutex> lock(mutex);
    for (Place place = first_from(memory.address_); place != by_begin.end() && place->first < memory.end();
         ++place) {
      if (place->first <= memory.address_ && memory.end() <= place->second.end) return;
      buffers.push_back(place->second.buffer);
    }
  }
  for (const Ref<Buffer>& buffer : buffers) bring_home(*buffer.get(), buffer->all(), Seen::by_caller);
}

void Regions::add(const Memory* memory) {
  wait_for_overlapping(*memory);
  const std::lock_guard<std::shared_mutex> lock(mutex);
  const Place first = first_from(memory->address_);
  if (first != by_begin.end() && first->first <= memory->address_ && memory->end() <= first->second.end) {
    first->second.views.push_back(memory);
    return;
  }
  Place last = first;
  while (last != by_begin.end() && last->first < memory->end()) ++last;
  const std::uintptr_t begin = first == last ? memory->address_ : std::min(memory->address_, first->first);
  Region region = join(*memory, first, last);
  region.views.push_back(memory);
  if (first != last) joins.fetch_add(1);
  by_begin.erase(first, last);
  by_begin.emplace(begin, std::move(region));
}

// Where another view has all of its bytes, they are that one's to write back. False: the view stays.
bool Regions::remove_covered(const Memory* memory) {
  const std::lock_guard<std::shared_mutex> lock(mutex);
  std::vector<const Memory*>& views = of(*memory).views;
  const bool covered = std::any_of(views.begin(), views.end(), [&](const Memory* other) {
    return other != memory && other->address_ <= memory->address_ && memory->end() <= other->end();
  });
  if (covered) views.erase(std::find(views.begin(), views.end(), memory));
  return covered;
}

void Regions::remove(const Memory* memory) {
  Ref<Buffer> last;  // ends after the lock
  const std::lock_guard<std::shared_mutex> lock(mutex);
  Region& region = of(*memory);
  region.views.erase(std::find(region.views.begin(), region.views.end(), memory));
  if (!region.views.empty()) return;
  last = region.buffer;
  let_go(last);
  by_begin.erase(std::prev(by_begin.upper_bound(memory->address_)));
}

SteadyBuffers::SteadyBuffers() { regions().mutex.lock_shared(); }
SteadyBuffers::~SteadyBuffers() { regions().mutex.unlock_shared(); }

std::uint64_t joins() noexcept { return regions().joins.load(); }

Memory* Memory::over_host(void* address, std::size_t bytes) {
  std::unique_ptr<Memory> memory(new Memory(reinterpret_cast<std::uintptr_t>(address), bytes));
  if (bytes) regions().add(memory.get());
  return memory.release();
}

Memory* Memory::adopt(Device* device, void* address, std::size_t bytes) {
  device->require_not_forked();
  std::unique_ptr<Memory> memory(new Memory(reinterpret_cast<std::uintptr_t>(address), bytes));
  memory->adopted_ = adopt_device_pointer(default_queue(device).get(), address, bytes);
  device->implementation().lend(address);
  return memory.release();
}

void Memory::release(Memory* memory) {
  const std::unique_ptr<Memory> owned(memory);
  if (exiting()) return;
  if (memory->adopted_) {
    Device* const device = memory->adopted_->home->device();
    if (!device->lost_by_fork())
      device->implementation().take_back(reinterpret_cast<void*>(memory->address_));
  }
  if (memory->adopted_ || !memory->bytes_) return;
  if (regions().remove_covered(memory)) return;
  std::exception_ptr fault;
  try {
    Place place;
    const Ref<Buffer> buffer = memory->buffer(place);
    bring_home(*buffer.get(), {place.offset, place.offset + memory->bytes_}, Seen::by_future);
  } catch (const std::exception&) {
    fault = std::current_exception();
  }
  regions().remove(memory);
  if (fault) std::rethrow_exception(fault);
}

Memory::Place Memory::place() const {
  if (adopted_) return {adopted_.get(), 0};
  if (!bytes_) return {nullptr, 0};
  Regions& all = regions();
  const auto found = std::prev(all.by_begin.upper_bound(address_));
  return {found->second.buffer.get(), address_ - found->first};
}

// A thread that waits keeps nobody from making views, launching, and exchanging the buffer: it is home then.
Ref<Buffer> Memory::buffer(Place& here) const {
  const SteadyBuffers steady;
  here = place();
  if (here.buffer) hcrt::retain(here.buffer);
  return Ref<Buffer>(here.buffer);
}

void Memory::synchronize(std::size_t offset, std::size_t bytes) {
  Place here;
  const Ref<Buffer> kept = buffer(here);
  if (!kept) return;
  Ref<Event> writer;
  {
    const CallerWaits waits;
    const std::size_t begin = here.offset + offset;
    const auto lock = here.buffer->lock_when_written({begin, begin + bytes});
    if (!adopted_) here.buffer->make_current_on_host(here.buffer->read_ahead({begin, begin + bytes}));
    writer = here.buffer->writer();
  }
  writer->wait();
}

Ref<Event> Memory::synchronize_to(Queue* queue, std::size_t offset, std::size_t bytes) {
  const SteadyBuffers steady;
  const Place here = place();
  if (!here.buffer) return marker(queue, {});
  return hcrt::synchronize_to(here.buffer, queue, here.offset + offset, bytes);
}

void Memory::refresh(std::size_t offset, std::size_t row_bytes, std::size_t rows, std::size_t row_pitch) {
  const SteadyBuffers steady;
  const Place here = place();
  if (!here.buffer || adopted_) return;
  const std::lock_guard<std::mutex> lock(here.buffer->mutex);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t begin = here.offset + offset + row * row_pitch;
    here.buffer->only_current_in(nullptr, {begin, begin + row_bytes});
  }
}

void Memory::wait() {
  Place here;
  const Ref<Buffer> kept = buffer(here);
  if (!kept) return;
  const std::lock_guard<std::mutex> lock(here.buffer->mutex);
  here.buffer->wait_for_host(Access::read_write);
}

void finish() {
  drain_all_queues();
  const SteadyBuffers steady;
  std::exception_ptr fault;
  for (auto& known : regions().by_begin) {
    try {
      bring_home(*known.second.buffer.get(), known.second.buffer->all(), Seen::by_future);
    } catch (const std::exception&) {
      if (!fault) fault = std::current_exception();
    }
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace hcrt::c
