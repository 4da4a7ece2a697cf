#ifndef HCRT_BACKENDS_NULL_QUEUE_HPP
#define HCRT_BACKENDS_NULL_QUEUE_HPP

#include <cstring>

#include "../../core/backend.hpp"

namespace hcrt::backends::null {

// One thread at a time. Everything is complete when it is submitted, which a null event says; copies are
// done, so that data survive a round trip.
class Queue final : public backends::Queue {
 public:
  EventHandle launch(const Launch&) override { return nullptr; }

  EventHandle copy(const Copy& copy) override {
    for (std::size_t slice = 0; slice < copy.slices; ++slice)
      for (std::size_t row = 0; row < copy.rows; ++row)
        std::memmove(static_cast<char*>(copy.destination) + slice * copy.destination_slice_pitch +
                         row * copy.destination_row_pitch,
                     static_cast<const char*>(copy.source) + slice * copy.source_slice_pitch +
                         row * copy.source_row_pitch,
                     copy.row_bytes);
    return nullptr;
  }

  EventHandle fill_zero(void* address, std::size_t bytes) override {
    std::memset(address, 0, bytes);
    return nullptr;
  }

  EventHandle marker() override { return nullptr; }
  bool depend(Event& event) override { return event.complete(); }
  std::unique_ptr<Gate> hold() override { return nullptr; }
  void checkpoint() override {}
  void flush() override {}
  void wait() override {}
  std::size_t pending() noexcept override { return 0; }
};

}  // namespace hcrt::backends::null
#endif
