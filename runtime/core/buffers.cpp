// The public functions on buffers, over residency.hpp.
#include <algorithm>

#include "exit.hpp"
#include "graph_recorder.hpp"
#include "hcc_environment.hpp"
#include "log.hpp"
#include "residency.hpp"
#include "statistics.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

const char* const not_accessible = "The array is not accessible on CPU.";

// Any value but the four plain ones is the specification's access_type_auto.
Access resolve_access(Access access, Device* device) {
  if (static_cast<std::uint32_t>(access) <= static_cast<std::uint32_t>(Access::read_write)) return access;
  return default_cpu_access(device, true);
}

// The first byte of a region and the one after its last.
std::pair<std::size_t, std::size_t> bounds(const Region& region) {
  return {region.offset, region.offset + (region.slices - 1) * region.slice_pitch +
                             (region.rows - 1) * region.row_pitch + region.row_bytes};
}

// Might the regions of one buffer have bytes in common? Sections side by side are told apart by their columns
// only where their rows have the same pitch.
bool may_overlap(const Region& a, const Region& b) {
  const auto [a_first, a_end] = bounds(a);
  const auto [b_first, b_end] = bounds(b);
  if (a_end <= b_first || b_end <= a_first) return false;
  const std::size_t pitch = a.row_pitch;
  if (a.slices > 1 || a.rows == 1 || pitch == 0 || pitch != b.row_pitch) return true;
  const std::size_t a_column = a.offset % pitch, b_column = b.offset % pitch;
  const bool wraps = a_column + a.row_bytes > pitch || b_column + b.row_bytes > pitch;
  return wraps || (a_column < b_column + b.row_bytes && b_column < a_column + a.row_bytes);
}

// Are its bytes contiguous, all of bounds()?
bool dense(const Region& region) {
  const bool whole_rows = region.rows == 1 || region.row_pitch == region.row_bytes;
  const bool whole_slices = region.slices == 1 || region.slice_pitch == region.row_bytes * region.rows;
  return whole_rows && whole_slices;
}

// The bytes that a region reaches from its first to its last one.
Range span(const Region& region) {
  if (!region.row_bytes || !region.rows || !region.slices) return {region.offset, region.offset};
  const auto [first, end] = bounds(region);
  return {first, end};
}

// The part of a buffer that a caller names.
Range part_of(const Buffer& buffer, std::size_t offset, std::size_t bytes) {
  const std::size_t begin = std::min(offset, buffer.bytes);
  return {begin, begin + std::min(bytes, buffer.bytes - begin)};
}

void check_region(const Region& region, const Buffer& buffer) {
  if (!region.row_bytes || !region.rows || !region.slices) return;
  const std::size_t last = bounds(region).second;
  if (last > buffer.bytes)
    throw Error(Errc::runtime,
                text("copy outside of the buffer: it ends at byte %zu of %zu", last, buffer.bytes));
}

// Locks two buffers, which may be one, in the order of their addresses.
class BothLocked {
 public:
  BothLocked(Buffer& a, Buffer& b) : first_(&a < &b ? &a : &b), second_(&a < &b ? &b : &a) {
    first_->mutex.lock();
    if (second_ != first_) second_->mutex.lock();
  }
  ~BothLocked() {
    if (second_ != first_) second_->mutex.unlock();
    first_->mutex.unlock();
  }
  BothLocked(const BothLocked&) = delete;
  BothLocked& operator=(const BothLocked&) = delete;

 private:
  Buffer *first_, *second_;
};

// Where the bytes of a copy are written: an array's own device; a view where its contents are, in host
// memory by preference, so that no transfer follows. Where it needs no contents: beside the source, if it has
// memory there.
Space destination_space(const Buffer& source, Range from, const Buffer& destination, Range to, bool whole) {
  if (destination.home) return space_of(destination.home->device());
  const Space beside = source.space_with_contents(from);
  if (beside && (destination.current_in(beside, to) || (whole && destination.has_address(beside))))
    return beside;
  if (destination.current_in(nullptr, to) || whole) return nullptr;
  return destination.space_with_contents(to);
}

Queue* copying_queue(const Buffer& source, const Buffer& destination, Space device) {
  for (const Buffer* buffer : {&destination, &source})
    if (buffer->home && space_of(buffer->home->device()) == device) return buffer->home.get();
  return device ? device->transfer_queue() : cpu_device()->transfer_queue();
}

// Host memory that others own must not be touched by any work once its last view is gone.
void write_back(Buffer& buffer) noexcept {
  const CallerWaits waits;
  const auto lock = buffer.lock_when_written(buffer.all());
  try {
    if (buffer.writable) buffer.make_current_on_host(buffer.all());
    buffer.wait_for_host(Access::read_write);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hcrt: the last view of host memory could not write it back: %s\n", error.what());
  }
}

}  // namespace

backends::Copy describe_copy(const void* source, const Region& from, Space from_space, void* destination,
                             const Region& to, Space to_space) {
  backends::Copy copy{};
  copy.source = static_cast<const char*>(source) + from.offset;
  copy.destination = static_cast<char*>(destination) + to.offset;
  copy.source_side = from_space ? backends::Side::device : backends::Side::host;
  copy.destination_side = to_space ? backends::Side::device : backends::Side::host;
  if (from_space && to_space && from_space != to_space) copy.source_device = &from_space->implementation();
  copy.row_bytes = from.row_bytes;
  copy.rows = from.rows;
  copy.slices = from.slices;
  copy.source_row_pitch = from.row_pitch;
  copy.source_slice_pitch = from.slice_pitch;
  copy.destination_row_pitch = to.row_pitch;
  copy.destination_slice_pitch = to.slice_pitch;
  return copy;
}

void retain(Buffer* buffer) noexcept { buffer->references.fetch_add(1, std::memory_order_relaxed); }

void release(Buffer* buffer) noexcept {
  if (buffer->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (buffer->host_is_foreign() && !buffer->abandoned && !exiting()) write_back(*buffer);
  delete buffer;
}

Ref<Buffer> create_view_buffer(void* host, std::size_t bytes, bool writable) {
  Ref<Buffer> buffer(new Buffer({Buffer::Kind::view, bytes, Access::read_write, writable, nullptr, nullptr}));
  if (host) buffer->add_foreign(nullptr, host);
  return buffer;
}

Ref<Buffer> create_array_buffer(Queue* queue, std::size_t bytes, Access cpu_access, Queue* associated) {
  const Access access = resolve_access(cpu_access, queue->device());
  Ref<Buffer> buffer(new Buffer({Buffer::Kind::array, bytes, access, true, queue, associated}));
  std::lock_guard<std::mutex> lock(buffer->mutex);
  buffer->address(space_of(queue->device()));
  return buffer;
}

Ref<Buffer> adopt_device_pointer(Queue* queue, void* device_pointer, std::size_t bytes) {
  const Access access = queue->device()->shares_host_memory() ? Access::read_write : Access::none;
  Ref<Buffer> buffer(new Buffer({Buffer::Kind::adopted, bytes, access, true, queue, nullptr}));
  buffer->add_foreign(space_of(queue->device()), device_pointer);
  return buffer;
}

Queue* home_queue(const Buffer* buffer) { return buffer->home.get(); }

Queue* associated_queue(const Buffer* buffer) { return buffer->associated.get(); }

Access cpu_access(const Buffer* buffer) { return buffer->cpu_access; }

void* device_pointer(const Buffer* buffer) {
  not_while_recording("accelerator_pointer");
  const Ref<Queue> queue = buffer->home ? buffer->home : default_queue(default_device());
  auto& changeable = const_cast<Buffer&>(*buffer);
  std::lock_guard<std::mutex> lock(changeable.mutex);
  // The program reads and writes through the pointer unseen: the contents must be there now, and only there.
  const Space space = space_of(queue->device());
  changeable.make_current(queue.get(), buffer->all());
  changeable.wait_for_host(Access::read);
  changeable.only_current_in(space, buffer->all());
  return changeable.shown_address(space);
}

std::size_t size_bytes(const Buffer* buffer) { return buffer->bytes; }

void* host_pointer(Buffer* buffer, Access access, std::size_t offset, std::size_t bytes) {
  not_while_recording("an access to elements on the host");
  // Memory that the program keeps may be written without the buffer's knowledge: a copy of it could be stale.
  if (buffer->kind == Buffer::Kind::adopted && buffer->cpu_access == Access::none)
    throw Error(Errc::runtime, not_accessible);
  const CallerWaits waits;
  const Range range = part_of(*buffer, offset, bytes);
  const auto lock = buffer->lock_when_written(range);
  void* const address = buffer->address(nullptr);
  if (reads(access)) buffer->make_current_on_host(buffer->read_ahead(range));
  buffer->wait_for_host(access);
  if (writes(access)) buffer->only_current_in(nullptr, range);
  return address;
}

Ref<Queue> source_queue(const Buffer* buffer) {
  if (buffer->home) return buffer->home;
  auto& changeable = const_cast<Buffer&>(*buffer);
  std::lock_guard<std::mutex> lock(changeable.mutex);
  return buffer->host_is_foreign() ? default_queue(cpu_device()) : Ref<Queue>();
}

Ref<Event> synchronize_source(Buffer* buffer, std::size_t offset, std::size_t bytes) {
  if (recording()) return current_recorder->add_synchronize(buffer, buffer->home.get());
  std::lock_guard<std::mutex> lock(buffer->mutex);
  const Range range = part_of(*buffer, offset, bytes);
  if (buffer->kind == Buffer::Kind::view) buffer->make_current_on_host(range);
  if (buffer->kind == Buffer::Kind::array) buffer->make_current(buffer->home.get(), range);
  return buffer->writer();
}

Ref<Event> synchronize_to(Buffer* buffer, Queue* queue, std::size_t offset, std::size_t bytes) {
  if (recording()) return current_recorder->add_synchronize(buffer, queue);
  std::lock_guard<std::mutex> lock(buffer->mutex);
  buffer->make_current(queue, part_of(*buffer, offset, bytes));
  return buffer->writer();
}

void discard(Buffer* buffer, std::size_t offset, std::size_t bytes) {
  if (recording()) return current_recorder->discard(buffer, part_of(*buffer, offset, bytes));
  std::lock_guard<std::mutex> lock(buffer->mutex);
  buffer->forget_contents(part_of(*buffer, offset, bytes));
}

void refresh(Buffer* buffer, std::size_t offset, std::size_t bytes) {
  not_while_recording("refresh");
  std::lock_guard<std::mutex> lock(buffer->mutex);
  if (buffer->host_is_foreign()) buffer->only_current_in(nullptr, part_of(*buffer, offset, bytes));
}

void give_to_host(Buffer* buffer, std::size_t offset, std::size_t bytes) {
  {
    std::lock_guard<std::mutex> lock(buffer->mutex);
    if (!buffer->host_is_foreign()) return;
  }
  host_pointer(buffer, Access::read_write, offset, bytes);
}

// A copy within one buffer whose regions overlap: by way of other memory in the buffer's place.
static Ref<Event> copy_through(Buffer* buffer, const Region& from, const Region& to) {
  const std::size_t slice = from.row_bytes * from.rows;
  const Region dense{0, from.row_bytes, from.rows, from.row_bytes, from.slices, slice};
  const std::size_t bytes = slice * from.slices;
  const Ref<Buffer> between = buffer->home
                                  ? create_array_buffer(buffer->home.get(), bytes, Access::none, nullptr)
                                  : create_view_buffer(nullptr, bytes, true);
  copy(buffer, from, between.get(), dense);
  return copy(between.get(), dense, buffer, to);
}

Ref<Event> copy(Buffer* source, const Region& from, Buffer* destination, const Region& to) {
  const TraceCall call("copy");
  check_region(from, *source);
  check_region(to, *destination);
  if (from.row_bytes != to.row_bytes || from.rows != to.rows || from.slices != to.slices)
    throw Error(Errc::runtime, "copy between regions of different shapes");
  if (source == destination && from.row_bytes && may_overlap(from, to)) return copy_through(source, from, to);
  if (recording()) {
    const bool replaces = dense(to) && span(to).bytes() == destination->bytes;
    return current_recorder->add_copy(source, from, destination, to, replaces);
  }
  BothLocked lock(*source, *destination);
  const Range read = span(from), written = span(to);
  const bool whole = dense(to);
  const Space to_space = destination_space(*source, read, *destination, written, whole);
  Space from_space = source->current_in(to_space, read) ? to_space : source->space_with_contents(read);
  Queue* const queue = copying_queue(*source, *destination, to_space ? to_space : from_space);
  const bool direct = from.rows * from.slices == 1 && from_space && to_space &&
                      to_space->implementation().copies_from(from_space->implementation());
  const bool bounce = from_space && to_space && from_space != to_space && !direct;
  if (bounce || !source->current_in(from_space, read)) {
    source->make_current_on_host(read);
    from_space = nullptr;
  }
  // What lies between the rows is then current there as well.
  if (!whole && to_space) destination->make_current(queue, written);
  if (!whole && !to_space) destination->make_current_on_host(written);
  const backends::Copy command = describe_copy(source->address(from_space), from, from_space,
                                               destination->address(to_space), to, to_space);
  Dependencies before;
  source->add_dependencies(Access::read, queue, before);
  destination->add_dependencies(Access::write, queue, before);
  count_copy(CopyCause::program, command);
  const Ref<Event> event = serialized(queue, hcc_environment().serialize_copy, [&] {
    return queue->submit(before, [&](backends::Queue& native) { return native.copy(command); });
  });
  if (tracing()) trace_copy(event, before, command);
  source->used(from_space, Access::read, read, event);
  destination->used(to_space, Access::write, written, event);
  return event;
}

}  // namespace hcrt
