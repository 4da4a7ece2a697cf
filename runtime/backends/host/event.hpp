// A command of the host back end, which is its own event.
#ifndef HCRT_BACKENDS_HOST_EVENT_HPP
#define HCRT_BACKENDS_HOST_EVENT_HPP

#include <atomic>
#include <mutex>

#include "../../core/backend.hpp"
#include "../../core/failure.hpp"
#include "sanitizers.hpp"

namespace hcrt::backends::host {

/// What the commands of a queue have in common. Any thread, at the same time.
class Progress {
 public:
  std::atomic<std::size_t> pending{0};
  void note(const FailureRef& failure) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!undelivered(failure_)) failure_ = failure;
  }
  /// A failure that nobody has seen; null: there is none.
  FailureRef unseen() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!undelivered(failure_)) failure_ = nullptr;
    return failure_;
  }

 private:
  std::mutex mutex_;
  FailureRef failure_;
};

// Work of `units` independent pieces. Becomes ready when all commands before it are complete; then threads
// claim units until none is left. Any thread, at the same time.
class Command : public backends::Event {
 public:
  explicit Command(std::uint64_t units, bool is_brief = false)
      : units_(units), brief_(is_brief || units == 1) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const void* family() const noexcept override { return family_tag(); }
  bool complete() noexcept override {
    if (!done_.load(std::memory_order_acquire)) return false;
    acquire_for_sanitizer(this);
    return true;
  }
  void wait() override;
  FailureRef failure() noexcept override { return complete() ? failure_ : nullptr; }
  bool may_fail() noexcept override { return !complete() || undelivered(failure_); }
  Ticks ticks() noexcept override;
  void release() noexcept override;
  bool notify(std::function<void()>&) override;
  bool cancel() noexcept override;
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

  static const void* family_tag() noexcept;

  /// Before submit(): this command comes after the other one; does it fail where that fails?
  void come_after(Command& earlier, bool inherits);
  /// Starts it as soon as what it comes after is complete.
  void submit(std::shared_ptr<Progress>);

  /// Claims and runs units until none is left, or `until` (may be null) is complete.
  void work(Command* until);
  bool exhausted() const noexcept { return claimed_.load(std::memory_order_relaxed) >= units_; }
  std::uint64_t units() const noexcept { return units_; }
  /// Is it likely to take less time than another processor takes to join?
  bool is_brief() const noexcept { return brief_; }

  std::uint32_t workers = 0;  // threads in work(); the pool's lock

 protected:
  virtual ~Command() = default;
  virtual void run(std::uint64_t first, std::uint64_t last) = 0;  // what it throws is the failure
  virtual bool sums_up() const noexcept { return false; }  // fails where anything before it on its queue did
  void fail(const FailureRef&) noexcept;                   // the first one counts

 private:
  enum class Phase : int { waiting, begun, broken };  // broken: failed or cancelled, runs nothing more

  struct Dependent {
    Command* command;  // retained
    bool inherits;
  };

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
  bool run_part(Share&, bool is_first);
  bool begin() noexcept;
  void run_units(std::uint64_t first, std::uint64_t last) noexcept;
  static void finish(Command*);
  void unblock(Command*& complete);

  const std::uint64_t units_;
  const bool brief_;
  std::atomic<int> references_{1};
  std::atomic<int> blockers_{1};  // commands before it, and one until submit()
  std::uint64_t share_count_ = 0;
  std::unique_ptr<Share[]> shares_;
  std::atomic<std::uint64_t> claimed_{0}, finished_{0};
  std::atomic<std::uint64_t> begin_{0}, end_{0};
  std::atomic<bool> done_{false};
  std::atomic<int> sleepers_{0};  // threads asleep in wait()
  std::atomic<Phase> phase_{Phase::waiting};
  std::mutex mutex_;
  std::vector<Dependent> dependents_;
  std::vector<std::function<void()>> notices_;
  FailureRef failure_;  // final once done_ is set
  std::shared_ptr<Progress> progress_;
  // Another one that has nothing to run and is not done: a list that takes no memory.
  Command* also_complete_ = nullptr;
};

struct ReleaseCommand {
  void operator()(Command* command) const noexcept { command->release(); }
};
using CommandHandle = std::unique_ptr<Command, ReleaseCommand>;

}  // namespace hcrt::backends::host
#endif
