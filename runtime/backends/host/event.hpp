// A command of the host back end, which is its own event.
#ifndef HCRT_BACKENDS_HOST_EVENT_HPP
#define HCRT_BACKENDS_HOST_EVENT_HPP

#include <atomic>
#include <mutex>

#include "../../core/backend.hpp"
#include "sanitizers.hpp"

namespace hcrt::backends::host {

// Work of `units` independent pieces. Becomes ready when all commands before it are complete; then threads
// claim units until none is left. Any thread, at the same time.
class Command : public backends::Event {
 public:
  explicit Command(std::uint64_t units) : units_(units) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const void* family() const noexcept override { return family_tag(); }
  bool complete() noexcept override {
    if (!done_.load(std::memory_order_acquire)) return false;
    acquire_for_sanitizer(this);
    return true;
  }
  void wait() override;
  Ticks ticks() noexcept override;
  void release() noexcept override;
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

  static const void* family_tag() noexcept;

  /// Before submit(): this command comes after the other one.
  void come_after(Command& earlier);
  /// Starts it as soon as what it comes after is complete. `counter` is decremented when it is done.
  void submit(std::shared_ptr<std::atomic<std::size_t>> counter);

  /// Claims and runs units until none is left, or `until` (may be null) is complete.
  void work(Command* until);
  bool exhausted() const noexcept { return claimed_.load(std::memory_order_relaxed) >= units_; }
  std::uint64_t units() const noexcept { return units_; }

  std::uint32_t workers = 0;  // threads in work(); the pool's lock

 protected:
  virtual ~Command() = default;
  virtual void run(std::uint64_t first, std::uint64_t last) = 0;

 private:
  // A share of the units, one for each thread of the pool. A thread takes the same share of each command if
  // it can, so that data stay in its processor's cache from launch to launch, and helps with others' shares
  // when its own is done.
  struct Share {
    std::atomic<std::uint64_t> next{0};
    std::uint64_t end = 0;
    std::atomic<bool> taken{false};
  };

  void divide(std::uint64_t shares);
  std::uint64_t take_share() noexcept;
  bool run_part(Share&);
  static void finish(Command*);
  void unblock(std::vector<Command*>& complete);

  const std::uint64_t units_;
  std::atomic<int> references_{1};
  std::atomic<int> blockers_{1};  // commands before it, and one until submit()
  std::uint64_t share_count_ = 0;
  std::unique_ptr<Share[]> shares_;
  std::atomic<std::uint64_t> claimed_{0}, finished_{0};
  std::atomic<std::uint64_t> begin_{0}, end_{0};
  std::atomic<bool> done_{false};
  std::atomic<int> sleepers_{0};  // threads asleep in wait()
  std::mutex dependents_mutex_;
  std::vector<Command*> dependents_;  // retained
  std::shared_ptr<std::atomic<std::size_t>> counter_;
};

struct ReleaseCommand {
  void operator()(Command* command) const noexcept { command->release(); }
};
using CommandHandle = std::unique_ptr<Command, ReleaseCommand>;

}  // namespace hcrt::backends::host
#endif
