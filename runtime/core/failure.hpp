// Why a piece of work failed: shared by the work and by what depends on it.
#ifndef HCRT_CORE_FAILURE_HPP
#define HCRT_CORE_FAILURE_HPP

#include <atomic>
#include <exception>
#include <hcrt/runtime.hpp>
#include <memory>
#include <string>

namespace hcrt {

/// While one exists, its thread waits for work whose errors it drops (Event::wait_unheard()).
class Unheard {
 public:
  Unheard() noexcept { ++depth_; }
  ~Unheard() { --depth_; }
  Unheard(const Unheard&) = delete;
  Unheard& operator=(const Unheard&) = delete;
  static bool here() noexcept { return depth_ > 0; }

 private:
  static inline thread_local int depth_ = 0;
};

// Any thread, at the same time.
class Failure {
 public:
  enum class Shared : bool { no, yes };  // by work that has nothing to do with each other
  explicit Failure(std::exception_ptr error, Shared shared = Shared::no)
      : error_(std::move(error)), shared_(shared == Shared::yes) {}

  /// Throws the error. From then on its work's data can be used again: somebody knows.
  [[noreturn]] void deliver() {
    if (!Unheard::here() && !shared_) delivered_.store(true, std::memory_order_relaxed);
    std::rethrow_exception(error_);
  }
  bool delivered() const noexcept { return delivered_.load(std::memory_order_relaxed); }
  std::string message() const;

 private:
  const std::exception_ptr error_;
  const bool shared_;
  std::atomic<bool> delivered_{false};
};

using FailureRef = std::shared_ptr<Failure>;

inline bool undelivered(const FailureRef& failure) noexcept { return failure && !failure->delivered(); }
FailureRef make_failure(Errc, const std::string& message);
/// In a catch clause, and where no memory is left too: std::bad_alloc becomes Errc::out_of_memory.
FailureRef current_failure() noexcept;

}  // namespace hcrt
#endif
