#ifndef HCRT_BACKENDS_CUDA_EVENT_HPP
#define HCRT_BACKENDS_CUDA_EVENT_HPP

#include "queue.hpp"

namespace hcrt::backends::cuda {

// The command with a sequence number of a queue, which must outlive this. Any thread, at the same time.
class Event final : public backends::Event {
 public:
  Event(Queue& queue, std::uint64_t sequence, std::unique_ptr<Timing> timing)
      : queue_(queue), sequence_(sequence), submitted_(tick_now()), timing_(std::move(timing)) {}

  const void* family() const noexcept override { return family_tag(); }
  bool complete() noexcept override { return queue_.is_complete(sequence_); }
  void wait() override { queue_.wait_for(sequence_); }
  FailureRef failure() noexcept override { return queue_.failure_of(sequence_); }
  Ticks ticks() noexcept override;
  void release() noexcept override { delete this; }

  Queue& queue() const noexcept { return queue_; }
  std::uint64_t sequence() const noexcept { return sequence_; }

  static const void* family_tag() noexcept;

 private:
  Queue& queue_;
  const std::uint64_t sequence_;
  const std::uint64_t submitted_;
  const std::unique_ptr<Timing> timing_;
};

}  // namespace hcrt::backends::cuda
#endif
