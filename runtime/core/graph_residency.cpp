// Buffers in the recording of a task graph: where their contents are at each point, what must be there before
// the graph starts, and which node comes after which. The same rules as for work that is submitted at once
// (residency.cpp, buffers.cpp), over nodes instead of events.
#include <algorithm>

#include "graph_recorder.hpp"
#include "log.hpp"

namespace hcrt {
namespace {

using Kind = backends::GraphNode::Kind;

bool contains(const std::vector<Space>& spaces, Space space) {
  return std::find(spaces.begin(), spaces.end(), space) != spaces.end();
}

// Can the one device's queues copy from the other's memory?
bool copies(Space from, Space to) {
  return from && to && to->implementation().copies_from(from->implementation());
}

void* address_of(const GraphBuffer& tracked, Space space) {
  const std::lock_guard<std::mutex> lock(tracked.buffer->mutex);
  return tracked.buffer->address(space);
}

}  // namespace

GraphBuffer& GraphRecorder::track(Buffer* buffer) {
  GraphBuffer*& known = tracked_[buffer];
  if (!known) {
    work_->buffers.emplace_back();
    known = &work_->buffers.back();
    retain(buffer);
    known->buffer = Ref<Buffer>(buffer);
  }
  return *known;
}

Queue* GraphRecorder::queue_on(Space space, const Buffer* array) const {
  for (const Ref<Queue>& queue : work_->queues)
    if (array && array->home == queue && space_of(queue->device()) == space) return queue.get();
  for (const Ref<Queue>& queue : work_->queues)
    if (space_of(queue->device()) == space) return queue.get();
  if (!space) return work_->queues.front().get();  // every device copies between host memories
  throw Error(Errc::runtime, text("the task graph records no accelerator_view of %s, where it must copy",
                                  narrow(space->info().path).c_str()));
}

bool GraphRecorder::records(Space space) const {
  return !space || std::any_of(work_->queues.begin(), work_->queues.end(),
                               [&](const Ref<Queue>& queue) { return space_of(queue->device()) == space; });
}

bool GraphRecorder::is_current(const GraphBuffer& tracked, Space space) const {
  if (tracked.changed) return contains(tracked.current, space);
  const std::lock_guard<std::mutex> lock(tracked.buffer->mutex);
  return tracked.buffer->current_in(space, tracked.buffer->all());
}

Space GraphRecorder::space_with_contents(const GraphBuffer& tracked) const {
  if (tracked.changed) return tracked.current.empty() ? nullptr : tracked.current.front();
  const std::lock_guard<std::mutex> lock(tracked.buffer->mutex);
  return tracked.buffer->space_with_contents(tracked.buffer->all());
}

void GraphRecorder::add_dependencies(GraphNode& node, const GraphBuffer& tracked, Access access) {
  come_after(node, tracked.writer);
  if (!writes(access)) return;
  for (const std::uint32_t reader : tracked.readers) come_after(node, reader);
}

// The newest node uses the copy in the space.
void GraphRecorder::used(GraphBuffer& tracked, Space space, Access access) {
  const std::uint32_t node = newest();
  if (writes(access)) {
    tracked.writer = node;
    tracked.readers.clear();
    tracked.changed = true;
    tracked.current = {space};
    return;
  }
  for (std::uint32_t& reader : tracked.readers) {
    if (work_->nodes[reader].queue != work_->nodes[node].queue) continue;
    reader = node;
    return;
  }
  tracked.readers.push_back(node);
}

// The next node needs the contents in the space; `queue` is on its device.
void GraphRecorder::make_current(GraphBuffer& tracked, Space space, Queue* queue) {
  address_of(tracked, space);  // missing memory is reported now
  if (!tracked.changed) {
    if (!contains(tracked.needed, space)) tracked.needed.push_back(space);
    return;
  }
  if (contains(tracked.current, space)) return;
  if (tracked.current.empty()) {  // discarded: any bytes will do
    tracked.current.push_back(space);
    return;
  }
  if (space && !contains(tracked.current, nullptr)) {
    for (const Space from : tracked.current)
      if (copies(from, space)) return transfer(tracked, from, space, queue);
    // Between two devices that can't: through host memory.
    transfer(tracked, tracked.current.front(), nullptr, queue_on(tracked.current.front()));
  }
  transfer(tracked, space ? nullptr : tracked.current.front(), space,
           space ? queue : queue_on(tracked.current.front()));
}

void GraphRecorder::transfer(GraphBuffer& tracked, Space from, Space to, Queue* queue) {
  const std::size_t bytes = tracked.buffer->bytes;
  GraphNode& node = add_node(Kind::copy, queue_number(queue), "transfer");
  add_dependencies(node, tracked, Access::read_write);
  backends::Copy& copy = node.command.copy;
  copy.destination = address_of(tracked, to);
  copy.source = address_of(tracked, from);
  copy.destination_side = to ? backends::Side::device : backends::Side::host;
  copy.source_side = from ? backends::Side::device : backends::Side::host;
  if (from && to) copy.source_device = &from->implementation();
  copy.row_bytes = bytes;
  tracked.writer = newest();
  tracked.current.push_back(to);
}

// As for copies at once: an array's own device; a view where its contents are, in host memory by preference.
Space GraphRecorder::destination_space(const GraphBuffer& source, const GraphBuffer& destination,
                                       bool whole) const {
  if (destination.buffer->home) return space_of(destination.buffer->home->device());
  const Space from = space_with_contents(source);
  if (from && is_current(destination, from)) return from;
  if (is_current(destination, nullptr) || whole) return nullptr;
  return space_with_contents(destination);
}

Ref<Event> GraphRecorder::add_copy(Buffer* source, const Region& from, Buffer* destination, const Region& to,
                                   bool whole) {
  return guarded([&] {
    if (changed_work_) refuse("a copy");
    GraphBuffer &a = track(source), &b = track(destination);
    const Space to_space = destination_space(a, b, whole);
    Space from_space = is_current(a, to_space) ? to_space : space_with_contents(a);
    const bool between_devices = from_space && to_space && from_space != to_space;
    const bool direct = between_devices && from.rows * from.slices == 1 && copies(from_space, to_space);
    // By way of host memory, where the graph finds the contents of devices that it does not record.
    if ((between_devices && !direct) || !records(from_space)) from_space = nullptr;
    Queue* const queue = queue_on(to_space ? to_space : from_space, to_space ? destination : source);
    make_current(a, from_space, queue);
    if (!whole) make_current(b, to_space, queue);
    GraphNode& node = add_node(Kind::copy, queue_number(queue), "copy");
    node.command.copy =
        describe_copy(address_of(a, from_space), from, from_space, address_of(b, to_space), to, to_space);
    add_dependencies(node, a, Access::read);
    add_dependencies(node, b, Access::write);
    used(a, from_space, Access::read);
    used(b, to_space, Access::write);
    return event_of_newest();
  });
}

Ref<Event> GraphRecorder::add_synchronize(Buffer* buffer, Queue* queue) {
  return guarded([&] {
    if (changed_work_) refuse("synchronize");
    GraphBuffer& tracked = track(buffer);
    const Space space = queue ? space_of(queue->device()) : nullptr;
    make_current(tracked, space, space ? queue_on(space) : nullptr);
    Queue* const where = queue_on(space);
    add_dependencies(add_node(Kind::marker, queue_number(where), "synchronize"), tracked, Access::read);
    return event_of_newest();
  });
}

// Parts of a buffer keep their contents: the graph knows buffers as a whole.
void GraphRecorder::discard(Buffer* buffer, Range range) {
  guarded([&] {
    if (changed_work_) refuse("discard_data");
    if (range.bytes() < buffer->bytes) return;
    GraphBuffer& tracked = track(buffer);
    tracked.changed = true;
    tracked.current.clear();
  });
}

}  // namespace hcrt
