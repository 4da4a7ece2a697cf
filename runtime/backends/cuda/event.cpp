#include "event.hpp"

namespace hcrt::backends::cuda {

const void* Event::family_tag() noexcept {
  static const char tag = 0;
  return &tag;
}

// With HCPY_EVENT_TIMING=1 the GPU's times; else when the work was submitted and when its end was first
// asked for, which costs a launch nothing.
Ticks Event::ticks() noexcept {
  if (!complete()) return {};
  if (timing_) return queue_.measure(*timing_);
  std::uint64_t none = 0;
  seen_complete_.compare_exchange_strong(none, tick_now());
  return {submitted_, seen_complete_.load()};
}

}  // namespace hcrt::backends::cuda
