#include "event.hpp"

namespace hcrt::backends::cuda {

const void* Event::family_tag() noexcept {
  static const char tag = 0;
  return &tag;
}

// With HCPY_EVENT_TIMING=1 the GPU's times; else when the work was submitted and when its end was first
// seen, which costs a launch nothing.
Ticks Event::ticks() noexcept {
  if (!complete()) return {};
  if (timing_) return queue_.measure(*timing_);
  return {submitted_, queue_.seen_complete(sequence_)};
}

}  // namespace hcrt::backends::cuda
