#ifndef HCRT_BACKENDS_OPENCL_EVENT_HPP
#define HCRT_BACKENDS_OPENCL_EVENT_HPP

#include <atomic>
#include <mutex>

#include "device.hpp"

namespace hcrt::backends::opencl {

// Any thread, at the same time. Held by its owner and, until it is complete, by its queue.
class Event final : public backends::Event {
 public:
  Event(const Device& device, cl_event event, const char* what, std::uint64_t clock_offset)
      : device_(device), event_(event), what_(what), clock_offset_(clock_offset) {}

  const void* family() const noexcept override { return &device_; }  // events live in the device's context
  bool complete() noexcept override { return status() <= CL_COMPLETE; }
  void wait() override;
  FailureRef failure() noexcept override;
  Ticks ticks() noexcept override;
  void release() noexcept override;
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

  cl_event native() const noexcept { return event_; }
  /// Has it failed with nobody notified?
  bool untold() noexcept { return failure() && !thrown_.load(std::memory_order_relaxed); }
  /// Throws the work's error unless wait() has done so already.
  void throw_once();

 private:
  ~Event();
  cl_int status() const noexcept;

  const Device& device_;
  const cl_event event_;
  const char* const what_;
  const std::uint64_t clock_offset_;  // tick_now() minus the device's clock
  std::atomic<int> references_{1};
  std::atomic<bool> thrown_{false};
  std::mutex failure_mutex_;
  FailureRef failure_;  // once somebody asked
};

}  // namespace hcrt::backends::opencl
#endif
