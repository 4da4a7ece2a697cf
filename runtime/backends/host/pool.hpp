// The threads that run host commands.
#ifndef HCRT_BACKENDS_HOST_POOL_HPP
#define HCRT_BACKENDS_HOST_POOL_HPP

#include <condition_variable>

#include "event.hpp"

namespace hcrt::backends::host {

struct ThreadCount {
  std::uint32_t count;
  std::string fault;  // why HCPY_HOST_THREADS can't be used; empty: it can
};

/// HCPY_HOST_THREADS, or, where that is 0 or not set, one for each processor that the process may use.
ThreadCount configured_threads();

// Any thread, at the same time; lives until the process ends. A thread that has nothing to do spins
// shortly, then sleeps. Threads that wait for a command help to run it.
class Pool {
 public:
  static Pool& instance();

  std::uint32_t threads() const noexcept { return threads_; }
  /// Before commands are submitted: throws where not one thread can be started.
  void require_threads() {
    if (!started_.load(std::memory_order_acquire)) start_or_throw();
  }
  void add(Command*);     // ready, with units to run
  void close() noexcept;  // all units of a command are claimed
  /// Threads have worked on the command for a while: all that could are woken.
  void recruit(const Command*);
  /// Runs what is ready, `until` first, and spins for a while. True: `until` is complete.
  bool help(Command* until);
  /// A process is about to be forked: nobody begins another part of a command.
  bool paused() const noexcept { return paused_.load(std::memory_order_relaxed); }

 private:
  Pool();
  void pause_for_fork();
  void resume(bool in_child);
  std::string start();
  void start_or_throw();
  void run_thread();
  Command* take(Command* preferred);
  Command* take_locked(Command* preferred);
  std::uint32_t useful_threads(const Command*) const;
  bool joinable(const Command*) const;
  bool anything_joinable() const;
  void leave(Command*);
  void wake(std::uint32_t count);
  std::unique_lock<std::mutex> lock();
  enum class Seen { nothing, work_of_others, work };  // of a thread that looks for work
  Seen spin(std::uint64_t seen) const;
  bool left_to_waiter(std::uint64_t& seen) const;

  const std::uint32_t threads_;
  // What spinning threads read, apart from what those who launch write with every step.
  struct alignas(64) News {
    std::atomic<std::uint64_t> added{0};
    std::atomic<bool> brief{false};      // is the newest command better left to the launching thread?
    std::atomic<std::uint32_t> open{0};  // commands with units that nobody has claimed
  } news_;
  alignas(64) std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Command*> ready_;  // retained; oldest first
  std::uint32_t spinning_ = 0, sleeping_ = 0;
  std::atomic<bool> started_{false};  // one thread at least
  std::atomic<bool> paused_{false};
  std::uint32_t working_ = 0;  // threads between take() and leave()
  std::condition_variable quiet_;
};

}  // namespace hcrt::backends::host
#endif
