#include "queue.hpp"

#include <algorithm>
#include <cstring>

#include "../../core/log.hpp"
#include "recorder.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr std::size_t least_argument_bytes = 1024;

}  // namespace

Queue::Queue(Device& device)
    : device_(device), api_(device.api()), timeline_(std::make_shared<Timeline>(device)) {
  VkCommandPoolCreateInfo info;
  info.queueFamilyIndex = device.queue_family();
  device.check(api_.vkCreateCommandPool(device.native(), &info, nullptr, &pool_), "vkCreateCommandPool");
  try {
    if (device.has_stamps()) std::call_once(device.clock_once(), [this] { find_clock(); });
  } catch (const Error&) {
    end();
    throw;
  }
}

// A command begins after it was given: the nearest of a few tries is what the clocks differ by.
void Queue::find_clock() {
  std::int64_t ahead = INT64_MIN;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t before = tick_now();
    const EventHandle event = marker();
    event->wait();
    u64 began = 0, ended = 0;
    if (slots_.back().stamp->read(began, ended))
      ahead = std::max(ahead, static_cast<std::int64_t>(before - began));
  }
  device_.set_clock(ahead == INT64_MIN ? 0 : ahead);
}

Queue::~Queue() { end(); }

void Queue::end() noexcept {
  try {
    timeline_->wait(submitted_);
  } catch (const Error& error) {
    HCRT_LOG("a queue of %s ends: %s", narrow(device_.info().path).c_str(), error.what());
  }
  for (const Slot& slot : slots_) device_.destroy(slot.argument);
  for (const Chunk& chunk : chunks_) device_.destroy(chunk.memory);
  api_.vkDestroyCommandPool(device_.native(), pool_, nullptr);
}

// --- commands ---
Queue::Slot& Queue::take_slot(std::size_t argument_bytes) {
  if (slots_.empty() || !timeline_->reached(slots_.front().value)) {
    Slot slot;
    VkCommandBufferAllocateInfo info;
    info.commandPool = pool_;
    device_.check(api_.vkAllocateCommandBuffers(device_.native(), &info, &slot.commands),
                  "vkAllocateCommandBuffers");
    slots_.push_back(slot);
  } else {
    slots_.push_back(slots_.front());
    slots_.pop_front();
  }
  Slot& slot = slots_.back();
  if (!slot.stamp || slot.stamp.use_count() > 1) slot.stamp = std::make_shared<Stamp>(device_);
  slot.stamp->reset();
  if (argument_bytes > slot.argument.bytes) {
    const Allocation larger = device_.make(std::max(argument_bytes, least_argument_bytes), Place::both);
    device_.destroy(slot.argument);
    slot.argument = larger;
  }
  return slot;
}

void Queue::open(Slot& slot) {
  if (slot.is_open) device_.check(api_.vkResetCommandBuffer(slot.commands, 0), "vkResetCommandBuffer");
  slot.is_open = true;
  const VkCommandBufferBeginInfo info;
  device_.check(api_.vkBeginCommandBuffer(slot.commands, &info), "vkBeginCommandBuffer");
  wait_for_commands(api_, slot.commands);
}

void Queue::close(Slot& slot) {
  device_.check(api_.vkEndCommandBuffer(slot.commands), "vkEndCommandBuffer");
  slot.is_open = false;
}

void Queue::begin(Slot& slot) {
  open(slot);
  slot.stamp->begin(slot.commands);
}

EventHandle Queue::submit(Slot& slot, const char* what, bool fills_chunk,
                          std::vector<VkCommandBuffer> commands) {
  commands.push_back(slot.commands);
  slot.stamp->end(slot.commands);
  if (fills_chunk || device_.is_seen()) show_host(api_, slot.commands);
  close(slot);
  std::vector<VkSemaphore> semaphores;
  std::vector<u64> values;
  for (const auto& [timeline, value] : waits_) {
    semaphores.push_back(timeline->native());
    values.push_back(value);
  }
  const std::vector<VkFlags> stages(waits_.size(), stage_all_commands);
  const u64 value = submitted_ + 1;
  const VkSemaphore own = timeline_->native();
  VkTimelineSemaphoreSubmitInfo times;
  times.waitSemaphoreValueCount = static_cast<u32>(values.size());
  times.pWaitSemaphoreValues = values.data();
  times.signalSemaphoreValueCount = 1;
  times.pSignalSemaphoreValues = &value;
  VkSubmitInfo info;
  info.pNext = &times;
  info.waitSemaphoreCount = static_cast<u32>(semaphores.size());
  info.pWaitSemaphores = semaphores.data();
  info.pWaitDstStageMask = stages.data();
  info.commandBufferCount = static_cast<u32>(commands.size());
  info.pCommandBuffers = commands.data();
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &own;
  device_.submit(info, what);
  waits_.clear();
  slot.value = value;
  submitted_ = value;
  return EventHandle(new Event(timeline_, value, what, slot.stamp));
}

EventHandle Queue::launch(const Launch& launch) {
  Slot& slot = take_slot(argument_bytes(*launch.function));
  begin(slot);
  KernelRecorder(device_, slot.commands).record(launch, slot.argument, 0);
  return submit(slot, launch.label);
}

// Between a buffer that waits for earlier work and one that shows the host the results.
EventHandle Queue::run(VkCommandBuffer commands, const char* what) {
  Slot& first = take_slot(0);
  first.value = submitted_ + 1;
  Slot& last = take_slot(0);
  open(first);
  last.stamp->begin(first.commands);
  close(first);
  open(last);
  return submit(last, what, false, {first.commands, commands});
}

EventHandle Queue::marker() {
  Slot& slot = take_slot(0);
  begin(slot);
  return submit(slot, "marker");
}

bool Queue::depend(backends::Event& event) {
  if (event.family() != &device_) return false;
  const auto& native = static_cast<Event&>(event);
  if (!native.timeline()->reached(native.value())) waits_.emplace_back(native.timeline(), native.value());
  return true;
}

// --- waiting ---
void Queue::wait() { timeline_->wait(submitted_); }

std::size_t Queue::pending() noexcept { return timeline_->reached(submitted_) ? 0 : 1; }

}  // namespace hcrt::backends::vulkan
