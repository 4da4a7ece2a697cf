#include "event.hpp"

#include <chrono>

#include "../../core/log.hpp"

namespace hcrt::backends::vulkan {

// A thread that sleeps until a GPU is done wakes up some 50 us later: what ends soon is looked at until then.
constexpr auto waking = std::chrono::microseconds(100);

Timeline::Timeline(Device& device) : device_(device) {
  VkSemaphoreTypeCreateInfo type;
  VkSemaphoreCreateInfo info;
  info.pNext = &type;
  device.check(device.api().vkCreateSemaphore(device.native(), &info, nullptr, &semaphore_),
               "vkCreateSemaphore");
}

Timeline::~Timeline() { device_.api().vkDestroySemaphore(device_.native(), semaphore_, nullptr); }

bool Timeline::reached(u64 value) noexcept {
  if (seen_.load(std::memory_order_acquire) >= value || device_.lost()) return true;
  u64 now = 0;
  try {
    device_.check(device_.api().vkGetSemaphoreCounterValue(device_.native(), semaphore_, &now),
                  "vkGetSemaphoreCounterValue");
  } catch (const Error&) {
    return true;
  }
  seen_.store(now, std::memory_order_release);
  return now >= value;
}

void Timeline::wait(u64 value) {
  if (seen_.load(std::memory_order_acquire) >= value) return;
  VkSemaphoreWaitInfo info;
  info.pSemaphores = &semaphore_;
  info.pValues = &value;
  const auto end = std::chrono::steady_clock::now() + (device_.info().is_gpu ? waking : waking.zero());
  while (!reached(value) && std::chrono::steady_clock::now() < end) {
  }
  if (device_.lost()) fail(VK_ERROR_DEVICE_LOST, "waiting for work");
  if (seen_.load(std::memory_order_acquire) >= value) return;
  device_.check(device_.api().vkWaitSemaphores(device_.native(), &info, ~u64{0}), "waiting for work");
  seen_.store(value, std::memory_order_release);
}

Event::Event(std::shared_ptr<Timeline> timeline, u64 value, const char* what,
             std::shared_ptr<const Stamp> stamp)
    : timeline_(std::move(timeline)),
      value_(value),
      what_(what),
      stamp_(std::move(stamp)),
      begin_(tick_now()) {}

bool Event::complete() noexcept {
  if (!timeline_->reached(value_)) return false;
  std::uint64_t none = 0;
  end_.compare_exchange_strong(none, tick_now());
  return true;
}

void Event::wait() {
  try {
    timeline_->wait(value_);
  } catch (const Error&) {
    if (const FailureRef failed = failure()) failed->deliver();
    throw;
  }
  complete();
}

FailureRef Event::failure() noexcept {
  if (!timeline_->device().lost()) return nullptr;
  const std::lock_guard<std::mutex> lock(failure_mutex_);
  if (failure_) return failure_;
  try {
    fail(VK_ERROR_DEVICE_LOST, what_);
  } catch (const Error&) {
    failure_ = current_failure();
  }
  return failure_;
}

Ticks Event::ticks() noexcept {
  if (!complete()) return {};
  Ticks ticks{begin_, end_.load()};
  stamp_->read(ticks.begin, ticks.end);  // else what the host saw
  return ticks;
}

}  // namespace hcrt::backends::vulkan
