// Buffers whose bytes a function of the program uses, in their place among the work of devices.
#include <algorithm>

#include "graph_recorder.hpp"
#include "residency.hpp"
#include "soft_event.hpp"

namespace hcrt {

Ref<Event> lend(Buffer* buffer, Device* device, Access access, std::size_t offset, std::size_t bytes,
                Action* given, void** address) {
  std::unique_ptr<Action> action(given);
  not_while_recording("lending elements to a function");
  const std::size_t begin = std::min(offset, buffer->bytes);
  const Range range{begin, begin + std::min(bytes, buffer->bytes - begin)};
  const Space space = device ? space_of(device) : nullptr;
  const std::lock_guard<std::mutex> lock(buffer->mutex);
  if (!space) buffer->prefer_pinned();
  if (reads(access)) {
    if (space) {
      buffer->make_current(space->transfer_queue(), range);
    } else {
      buffer->make_current_on_host(range);
    }
  }
  *address = buffer->address(space);
  Dependencies before;
  buffer->add_dependencies(access, nullptr, before);
  // Where the contents were to be brought there, and that failed, the function is not called.
  const Ref<Event> event = run_behind_or_in_waiter(when_all(before), action.release());
  buffer->used(space, access, range, event);
  return event;
}

}  // namespace hcrt
