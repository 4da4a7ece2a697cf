#include "queue.hpp"

#include <algorithm>
#include <cstring>

#include "../../core/log.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr std::size_t least_argument_bytes = 1024;

// What a kernel finds in its push constants (hcpy/passes/vulkan/emit.py).
struct PushConstants {
  u64 argument, data;
  u32 global_size[3];
};

void barrier(const Api& api, VkCommandBuffer commands, VkFlags from, VkFlags from_access, VkFlags to,
             VkFlags to_access) {
  VkMemoryBarrier memory;
  memory.srcAccessMask = from_access;
  memory.dstAccessMask = to_access;
  api.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

}  // namespace

Queue::Queue(Device& device)
    : device_(device), api_(device.api()), timeline_(std::make_shared<Timeline>(device)) {
  VkCommandPoolCreateInfo info;
  info.queueFamilyIndex = device.queue_family();
  device.check(api_.vkCreateCommandPool(device.native(), &info, nullptr, &pool_), "vkCreateCommandPool");
  if (device.has_stamps()) std::call_once(device.clock_once(), [this] { find_clock(); });
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

Queue::~Queue() {
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
  if (argument_bytes > slot.argument.bytes) {
    const Allocation larger = device_.make(std::max(argument_bytes, least_argument_bytes), true);
    device_.destroy(slot.argument);
    slot.argument = larger;
  }
  return slot;
}

void Queue::begin(const Slot& slot) {
  const VkCommandBufferBeginInfo info;
  device_.check(api_.vkBeginCommandBuffer(slot.commands, &info), "vkBeginCommandBuffer");
  constexpr VkFlags all = access_memory_read | access_memory_write;
  barrier(api_, slot.commands, stage_all_commands | stage_host, all | access_host_write, stage_all_commands,
          all);
  slot.stamp->begin(slot.commands);
}

EventHandle Queue::submit(Slot& slot, const char* what) {
  slot.stamp->end(slot.commands);
  barrier(api_, slot.commands, stage_all_commands, access_memory_write, stage_host, access_host_read);
  device_.check(api_.vkEndCommandBuffer(slot.commands), "vkEndCommandBuffer");
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
  info.commandBufferCount = 1;
  info.pCommandBuffers = &slot.commands;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &own;
  device_.submit(info, what);
  waits_.clear();
  slot.value = value;
  submitted_ = value;
  return EventHandle(new Event(timeline_, value, what, slot.stamp));
}

// --- kernels ---
// The group of a flat launch; more items where the device allows fewer groups.
static void choose_flat_group(const LaunchShape& shape, const Device& device, u32 group[3]) {
  const DeviceInfo& info = device.info();
  const bool one_row = shape.global[1] == 1 && shape.global[2] == 1;
  const u32 items = std::min<u32>(128, info.max_group_items);
  group[0] = std::min(one_row ? items : std::min<u32>(32, items), info.max_group_size[0]);
  group[1] = one_row ? 1 : std::min(items / group[0], info.max_group_size[1]);
  group[2] = 1;
}

Queue::Grid Queue::choose_grid(const Launch& launch, const Function& function) const {
  const LaunchShape& shape = *launch.shape;
  Grid grid{};
  if (shape.group[0] == 0)
    choose_flat_group(shape, device_, grid.group);
  else
    std::copy(shape.group, shape.group + 3, grid.group);
  for (int d = 0; d < 3; ++d) {
    const std::uint64_t groups = (shape.global[d] + grid.group[d] - 1) / grid.group[d];
    if (groups > UINT32_MAX || shape.global[d] > UINT32_MAX)
      throw Error(Errc::invalid_compute_domain,
                  text("kernel '%s': too many tiles in dimension %d", function.entry.display_name, d));
    grid.groups[d] = static_cast<u32>(groups);
  }
  return grid;
}

// In parts where the device takes fewer groups at once.
void Queue::dispatch(VkCommandBuffer commands, const Grid& grid) const {
  const u32 most[3] = {device_.max_groups(0), device_.max_groups(1), device_.max_groups(2)};
  for (std::uint64_t z = 0; z < grid.groups[2]; z += most[2])
    for (std::uint64_t y = 0; y < grid.groups[1]; y += most[1])
      for (std::uint64_t x = 0; x < grid.groups[0]; x += most[0]) {
        const u32 at[3] = {static_cast<u32>(x), static_cast<u32>(y), static_cast<u32>(z)};
        u32 count[3];
        for (int d = 0; d < 3; ++d) count[d] = std::min(grid.groups[d] - at[d], most[d]);
        api_.vkCmdDispatchBase(commands, at[0], at[1], at[2], count[0], count[1], count[2]);
      }
}

EventHandle Queue::launch(const Launch& launch) {
  const auto& function = *static_cast<const Function*>(launch.function);
  const LaunchShape& shape = *launch.shape;
  const Grid grid = choose_grid(launch, function);
  const u32 bytes = function.group_bytes + shape.dynamic_bytes;
  if (bytes > device_.info().max_tile_static_bytes)
    throw Error(Errc::runtime, text("%s: %u bytes of tile_static exceed the accelerator's limit (%zu)",
                                    launch.label, bytes, device_.info().max_tile_static_bytes));
  const Shape wanted = {grid.group[0], grid.group[1], grid.group[2], std::max((bytes + 3) / 4, 1u)};
  const VkPipeline pipeline = function.module->pipeline(function, wanted);
  Slot& slot = take_slot(function.entry.parameter_bytes);
  std::memcpy(slot.argument.mapped, launch.argument, function.entry.parameter_bytes);
  begin(slot);
  PushConstants constants{};
  constants.argument = slot.argument.address;
  constants.data = function.module->data_address();
  for (int d = 0; d < 3; ++d) constants.global_size[d] = static_cast<u32>(shape.global[d]);
  api_.vkCmdBindPipeline(slot.commands, 1, pipeline);  // of compute
  api_.vkCmdPushConstants(slot.commands, device_.layout(), shader_stage_compute, 0, 28, &constants);
  dispatch(slot.commands, grid);
  return submit(slot, launch.label);
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
