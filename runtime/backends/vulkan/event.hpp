#ifndef HCRT_BACKENDS_VULKAN_EVENT_HPP
#define HCRT_BACKENDS_VULKAN_EVENT_HPP

#include <atomic>
#include <mutex>

#include "stamp.hpp"

namespace hcrt::backends::vulkan {

// A timeline semaphore: a number that the device raises as a queue's commands are complete. Lives as long as
// its queue or an event of it. Any thread, at the same time.
class Timeline {
 public:
  explicit Timeline(Device&);
  ~Timeline();

  bool reached(u64 value) noexcept;  // also where the device is lost
  void wait(u64 value);              // throws where the device is lost
  VkSemaphore native() const noexcept { return semaphore_; }
  Device& device() const noexcept { return device_; }

 private:
  Device& device_;
  VkSemaphore semaphore_ = 0;
  std::atomic<u64> seen_{0};
};

// Any thread, at the same time.
class Event final : public backends::Event {
 public:
  Event(std::shared_ptr<Timeline>, u64 value, const char* what, std::shared_ptr<const Stamp>);

  const void* family() const noexcept override { return &timeline_->device(); }
  bool complete() noexcept override;
  void wait() override;
  FailureRef failure() noexcept override;
  Ticks ticks() noexcept override;
  void release() noexcept override { delete this; }

  const std::shared_ptr<Timeline>& timeline() const noexcept { return timeline_; }
  u64 value() const noexcept { return value_; }

 private:
  ~Event() = default;

  const std::shared_ptr<Timeline> timeline_;
  const u64 value_;
  const char* const what_;
  const std::shared_ptr<const Stamp> stamp_;
  const std::uint64_t begin_;          // when it was submitted
  std::atomic<std::uint64_t> end_{0};  // when somebody first saw that it was complete
  std::mutex failure_mutex_;
  FailureRef failure_;
};

}  // namespace hcrt::backends::vulkan
#endif
