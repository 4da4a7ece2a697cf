#include "residency.hpp"

#include <algorithm>
#include <cstring>

#include "log.hpp"
#include "shown_memory.hpp"
#include "statistics.hpp"
#include "trace.hpp"

namespace hcrt {

static const char* space_name(Space space) {
  static thread_local std::string name;
  name = space ? narrow(space->info().path) : "host memory";
  return name.c_str();
}

constexpr std::size_t most_read_ahead = std::size_t{1} << 20;

thread_local int CallerWaits::depth_ = 0;

Buffer::Buffer(const Setup& setup)
    : kind(setup.kind),
      bytes(setup.bytes),
      cpu_access(setup.cpu_access),
      writable(setup.writable),
      home(setup.home),
      associated(setup.associated),
      unwritten_(all()) {
  if (setup.home) retain(setup.home);
  if (setup.associated) retain(setup.associated);
}

Buffer::~Buffer() {
  EventUses uses = std::move(readers_);
  if (writer_) uses.push_back(std::move(writer_));
  for (const Copy& copy : copies_) {
    if (copy.shown) hide(copy.block.address);
    if (copy.owned) retire(copy.block, uses);
  }
}

void Buffer::add_foreign(Space space, void* address) {
  copies_.push_back({{space, address, bytes, false}, space, false, ByteRanges(all())});
  unwritten_.clear();
}

const Buffer::Copy* Buffer::find(Space space) const {
  for (const Copy& copy : copies_)
    if (copy.space == space) return &copy;
  return nullptr;
}

Buffer::Copy& Buffer::copy_in(Space space) {
  if (const Copy* known = find(space)) return const_cast<Copy&>(*known);
  Device* const other = associated ? associated->device() : pinned_for_;
  Device* const reader = !space && other ? space_of(other) : nullptr;
  const bool pinned = reader && reader->implementation().pins();  // copies are faster; no kernel reads it
  const Block block = pinned ? allocate_pinned(reader, bytes) : allocate_block(space, bytes);
  if (pinned) std::memset(block.address, 0, bytes);
  copies_.push_back({block, space, true, ByteRanges()});
  return copies_.back();
}

void Buffer::prefer_pinned() {
  for (const Copy& copy : copies_)
    if (copy.space) pinned_for_ = copy.space;
}

void* Buffer::address(Space space) { return copy_in(space).block.address; }

void* Buffer::shown_address(Space space) {
  Copy& copy = copy_in(space);
  if (space && copy.owned && !copy.shown) {
    show(copy.block.address, bytes, space);
    copy.shown = true;
  }
  return copy.block.address;
}

bool Buffer::has_address(Space space) const { return find(space) != nullptr; }

bool Buffer::host_is_foreign() const {
  const Copy* host = kind == Kind::view ? find(nullptr) : nullptr;
  return host && !host->owned;
}

bool Buffer::current_in(Space space, Range range) const {
  const Copy* copy = find(space);
  return copy && copy->current.contains(range);
}

Space Buffer::space_with_contents(Range range) const {
  for (const Copy& copy : copies_)
    if (copy.current.contains(range)) return copy.space;
  return nullptr;
}

// A queue of the device that the contents are fetched from: the one that wrote them, if it is there.
Queue* Buffer::queue_for(Space space) const {
  if (writer_ && writer_->queue() && writer_->queue()->device() == space) return writer_->queue();
  if (home && home->device() == space) return home.get();
  return space->transfer_queue();
}

void Buffer::transfer(Queue* queue, const Copy& from, Copy& to, Range range) {
  HCRT_LOG("copy: %zu bytes from %s", range.bytes(), space_name(from.space));
  HCRT_LOG("copy:   to %s", space_name(to.space));
  Dependencies before;
  add_dependencies(Access::read_write, queue, before);
  backends::Copy copy{};
  copy.destination = static_cast<char*>(to.block.address) + range.begin;
  copy.source = static_cast<const char*>(from.block.address) + range.begin;
  copy.destination_side = to.space ? backends::Side::device : backends::Side::host;
  copy.source_side = from.space ? backends::Side::device : backends::Side::host;
  if (from.space && to.space) copy.source_device = &from.space->implementation();
  copy.caller_waits = CallerWaits::now();
  copy.row_bytes = range.bytes();
  copy.rows = copy.slices = 1;
  count_copy(CopyCause::coherence, copy);
  writer_ = EventUse(queue->submit(before, [&](backends::Queue& native) { return native.copy(copy); }));
  if (tracing()) trace_copy(writer_.event(), before, copy);
  to.current.add(range);
}

// Zeros where nothing was ever written need not travel. Host memory has them since it was allocated.
void Buffer::fill_unwritten(Queue* queue, Copy& target, Range range) {
  for (const Range zeros : unwritten_.within(range)) {
    if (target.space) {
      Dependencies before;
      add_dependencies(Access::read_write, queue, before);
      void* const address = static_cast<char*>(target.block.address) + zeros.begin;
      writer_ = EventUse(queue->submit(
          before, [&](backends::Queue& native) { return native.fill_zero(address, zeros.bytes()); }));
      if (tracing()) trace_other(writer_.event(), before, "fill with zeros", zeros.bytes());
    }
    target.current.add(zeros);
  }
}

void Buffer::make_current(Queue* queue, Range range) {
  const Space space = space_of(queue->device());
  if (!space) return make_current_on_host(range);
  if (current_in(space, range)) return;
  copy_in(space);  // before references to copies are held
  for (const Range part : find(space)->current.missing(range)) fill_unwritten(queue, copy_in(space), part);
  // From devices that it can copy from; else from host memory, to which other devices copy first.
  for (const bool by_host : {false, true})
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      const Space other = copies_[i].space;
      if (!other || other == space) continue;
      const bool direct = space->implementation().copies_from(other->implementation());
      for (const Range part : find(space)->current.missing(range))
        for (const Range there : copies_[i].current.within(part)) {
          if (direct) transfer(queue, copies_[i], copy_in(space), there);
          if (by_host && !direct) make_current_on_host(there);
        }
    }
  const Copy* const host = find(nullptr);
  if (!host) return;
  for (const Range part : find(space)->current.missing(range))
    for (const Range there : host->current.within(part)) transfer(queue, *host, copy_in(space), there);
}

void Buffer::make_current_on_host(Range range) {
  if (current_in(nullptr, range)) return;
  Copy& target = copy_in(nullptr);
  for (const Range part : target.current.missing(range)) fill_unwritten(nullptr, target, part);
  for (const Copy& source : copies_) {
    if (!source.space) continue;
    for (const Range part : target.current.missing(range))  // another device may have had it too
      for (const Range there : source.current.within(part))
        transfer(queue_for(source.space), source, target, there);
  }
}

void Buffer::add_dependencies(Access access, const Queue* queue, Dependencies& dependencies) const {
  // Work of the same queue comes after the writer anyway, but has to know where that failed.
  const auto elsewhere = [queue](const EventUse& use) { return !queue || use->queue() != queue; };
  if (writer_ && (elsewhere(writer_) || writer_->may_fail())) dependencies.push_back(writer_.event());
  if (!writes(access)) return;
  for (const EventUse& reader : readers_)
    if (elsewhere(reader)) dependencies.push_back(reader.event());
}

void Buffer::used(Space space, Access access, Range range, const Ref<Event>& event) {
  if (!writes(access)) return add_use(readers_, event);
  writer_ = EventUse(event);
  readers_.clear();
  only_current_in(space, range);
}

void Buffer::only_current_in(Space space, Range range) {
  for (Copy& copy : copies_) {
    if (copy.space == space) {
      copy.current.add(range);
    } else {
      copy.current.remove(range);
    }
  }
  unwritten_.remove(range);
}

void Buffer::also_current_in(Space space, Range range) { copy_in(space).current.add(range); }

void Buffer::wait_for_host(Access access) {
  if (const EventUse writer = std::move(writer_)) {
    const TraceCall call("wait for elements");
    writer->wait();
  }
  if (!writes(access)) return;
  for (const EventUse& reader : std::exchange(readers_, {})) reader->wait_unheard();
}

std::unique_lock<std::mutex> Buffer::lock_when_written(Range range) {
  std::unique_lock<std::mutex> lock(mutex);
  if (current_in(nullptr, range)) return lock;
  const Ref<Event> writer = this->writer();
  lock.unlock();
  writer->wait_unheard();
  lock.lock();
  return lock;
}

void Buffer::forget_contents(Range range) {
  for (Copy& copy : copies_) copy.current.remove(range);
  unwritten_.remove(range);
}

// Row after row of a view, each for itself, would be as many small copies: each one is twice the last.
Range Buffer::read_ahead(Range wanted) {
  Range fetch = wanted;
  if (wanted.begin == fetched_.end && wanted.begin != 0 && !current_in(nullptr, wanted)) {
    const std::size_t size = std::min(2 * fetched_.bytes(), most_read_ahead);
    fetch.end = std::min(bytes, std::max(wanted.end, wanted.begin + size));
  }
  if (!current_in(nullptr, wanted)) fetched_ = fetch;
  return fetch;
}

}  // namespace hcrt
