#ifndef HCRT_BACKENDS_CUDA_SEEN_TIMES_HPP
#define HCRT_BACKENDS_CUDA_SEEN_TIMES_HPP

#include <cstdint>
#include <deque>
#include <memory>

namespace hcrt::backends::cuda {

/// When the commands of a queue were first seen complete: times where the GPU takes none. They never
/// contradict the order of the work, also not between queues. Any thread, at the same time.
class SeenTimes {
 public:
  /// The command comes after one of another queue.
  void come_after(std::uint64_t sequence, const std::shared_ptr<SeenTimes>& other, std::uint64_t earlier);
  /// All commands up to this one are complete, as of now.
  void note(std::uint64_t sequence) noexcept;
  /// The queue ends: it notes no more commands of others. Queues that came after each other would keep each
  /// other's times for ever, where the GPU was lost or a command was refused.
  void end() noexcept;
  /// The time of a complete command.
  std::uint64_t of(std::uint64_t sequence) noexcept;

 private:
  struct Seen {
    std::uint64_t sequence, tick;
  };
  struct Link {
    std::uint64_t sequence;
    std::shared_ptr<SeenTimes> other;
    std::uint64_t earlier;
  };

  void note(std::uint64_t sequence, std::uint64_t tick);

  std::deque<Seen> seen_;
  std::deque<Link> links_;
};

}  // namespace hcrt::backends::cuda
#endif
