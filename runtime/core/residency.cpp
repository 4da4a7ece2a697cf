#include "residency.hpp"

#include <algorithm>

#include "log.hpp"

namespace hcrt {

static const char* space_name(Space space) {
  static thread_local std::string name;
  name = space ? narrow(space->info().path) : "host memory";
  return name.c_str();
}

Buffer::Buffer(const Setup& setup)
    : kind(setup.kind),
      bytes(setup.bytes),
      cpu_access(setup.cpu_access),
      writable(setup.writable),
      home(setup.home),
      associated(setup.associated) {
  if (setup.home) retain(setup.home);
  if (setup.associated) retain(setup.associated);
}

Buffer::~Buffer() {
  EventUses uses = std::move(readers_);
  if (writer_) uses.push_back(std::move(writer_));
  for (const Copy& copy : copies_)
    if (copy.owned) retire(copy.block, uses);
}

void Buffer::add_foreign(Space space, void* address) {
  copies_.push_back({{space, address, bytes, false}, space, false, true});
}

const Buffer::Copy* Buffer::find(Space space) const {
  for (const Copy& copy : copies_)
    if (copy.space == space) return &copy;
  return nullptr;
}

Buffer::Copy& Buffer::copy_in(Space space) {
  if (const Copy* known = find(space)) return const_cast<Copy&>(*known);
  const bool pinned = !space && associated && space_of(associated->device());
  const Block block = pinned ? allocate_pinned(associated->device(), bytes) : allocate_block(space, bytes);
  copies_.push_back({block, space, true, false});
  return copies_.back();
}

void* Buffer::address(Space space) { return copy_in(space).block.address; }

bool Buffer::has_address(Space space) const { return find(space) != nullptr; }

bool Buffer::host_is_foreign() const {
  const Copy* host = kind == Kind::view ? find(nullptr) : nullptr;
  return host && !host->owned;
}

bool Buffer::current_in(Space space) const {
  const Copy* copy = find(space);
  return copy && copy->current;
}

bool Buffer::current_anywhere() const {
  return std::any_of(copies_.begin(), copies_.end(), [](const Copy& copy) { return copy.current; });
}

Space Buffer::space_with_contents() const {
  for (const Copy& copy : copies_)
    if (copy.current) return copy.space;
  return nullptr;
}

// A queue of the device that the contents are fetched from: the one that wrote them, if it is there.
Queue* Buffer::queue_for(Space space) const {
  if (writer_ && writer_->queue() && writer_->queue()->device() == space) return writer_->queue();
  if (home && home->device() == space) return home.get();
  return space->transfer_queue();
}

// Contents in a device from which the other one can copy directly.
const Buffer::Copy* Buffer::peer_of(Space space) const {
  for (const Copy& copy : copies_)
    if (copy.current && copy.space && space->implementation().copies_from(copy.space->implementation()))
      return &copy;
  return nullptr;
}

void Buffer::transfer(Queue* queue, const Copy& from, Copy& to) {
  HCRT_LOG("copy: %zu bytes from %s", bytes, space_name(from.space));
  HCRT_LOG("copy:   to %s", space_name(to.space));
  Dependencies before;
  add_dependencies(Access::read_write, queue, before);
  backends::Copy copy{};
  copy.destination = to.block.address;
  copy.source = from.block.address;
  copy.destination_side = to.space ? backends::Side::device : backends::Side::host;
  copy.source_side = from.space ? backends::Side::device : backends::Side::host;
  if (from.space && to.space) copy.source_device = &from.space->implementation();
  copy.row_bytes = bytes;
  copy.rows = copy.slices = 1;
  writer_ = EventUse(queue->submit(before, [&](backends::Queue& native) { return native.copy(copy); }));
}

void Buffer::make_current(Queue* queue) {
  const Space space = space_of(queue->device());
  if (!space) return make_current_on_host();
  if (current_in(space)) return;
  if (!current_anywhere()) {
    Copy& target = copy_in(space);
    if (!undefined_ && bytes) {
      Dependencies before;
      add_dependencies(Access::read_write, queue, before);
      void* const address = target.block.address;
      writer_ = EventUse(
          queue->submit(before, [&](backends::Queue& native) { return native.fill_zero(address, bytes); }));
    }
    target.current = true;
    return;
  }
  copy_in(space);
  if (!peer_of(space)) make_current_on_host();  // between two devices that can't copy: through host memory
  Copy& target = copy_in(space);                // addresses of copies change where one is added
  const Copy* const peer = peer_of(space);
  if (bytes) transfer(queue, peer ? *peer : *find(nullptr), target);
  target.current = true;
}

void Buffer::make_current_on_host() {
  if (current_in(nullptr)) return;
  Copy& target = copy_in(nullptr);
  if (current_anywhere() && bytes) {
    const Copy& source = *find(space_with_contents());
    transfer(queue_for(source.space), source, target);
  }
  target.current = true;
}

void Buffer::add_dependencies(Access access, const Queue* queue, Dependencies& dependencies) const {
  // Work of the same queue comes after the writer anyway, but has to know where that failed.
  if (writer_ && (writer_->queue() != queue || writer_->may_fail())) dependencies.push_back(writer_.event());
  if (!writes(access)) return;
  for (const EventUse& reader : readers_)
    if (reader->queue() != queue) dependencies.push_back(reader.event());
}

void Buffer::used(Space space, Access access, const Ref<Event>& event) {
  if (!writes(access)) return add_use(readers_, event);
  writer_ = EventUse(event);
  readers_.clear();
  only_current_in(space);
}

void Buffer::only_current_in(Space space) {
  for (Copy& copy : copies_) copy.current = copy.space == space;
  undefined_ = false;
}

void Buffer::wait_for_host(Access access) {
  if (const EventUse writer = std::move(writer_)) writer->wait();
  if (!writes(access)) return;
  for (const EventUse& reader : std::exchange(readers_, {})) {
    try {
      reader->wait();
    } catch (const std::exception&) {  // whoever waits for that work, or reads what it writes, is told
    }
  }
}

void Buffer::forget_contents() {
  for (Copy& copy : copies_) copy.current = false;
  undefined_ = true;
}

}  // namespace hcrt
