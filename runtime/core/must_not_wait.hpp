// Threads that others wait for, and that must not wait themselves.
#ifndef HCRT_CORE_MUST_NOT_WAIT_HPP
#define HCRT_CORE_MUST_NOT_WAIT_HPP

namespace hcrt {

/// While one exists, its thread reports events to others: it must not wait for anything, or what it waits for
/// may never be reported. What waits is given to run_later().
class MustNotWait {
 public:
  MustNotWait() noexcept { ++depth_; }
  ~MustNotWait() { --depth_; }
  MustNotWait(const MustNotWait&) = delete;
  MustNotWait& operator=(const MustNotWait&) = delete;
  static bool here() noexcept { return depth_ > 0; }

 private:
  static inline thread_local int depth_ = 0;
};

}  // namespace hcrt
#endif
