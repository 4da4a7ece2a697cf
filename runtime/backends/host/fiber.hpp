// A separate stack for a work-item that may have to wait for others in the middle of its kernel.
#ifndef HCRT_BACKENDS_HOST_FIBER_HPP
#define HCRT_BACKENDS_HOST_FIBER_HPP

#include <cstddef>

namespace hcrt::backends::host {

// Belongs to the thread that made it. To ThreadSanitizer each is a separate thread, which nothing but
// acquire_for_sanitizer() orders after others.
class Fiber {
 public:
  using Work = void (*)(void* argument);

  explicit Fiber(std::size_t stack_bytes);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// New work, which resume() begins; what the fiber did before is forgotten.
  void start(Work, void* argument);
  /// Runs the work until it pauses or ends.
  void resume();
  bool ended() const noexcept { return ended_; }

  /// The fiber that the calling thread is in; null: none.
  static Fiber* current() noexcept;
  /// The calling thread has left its fiber by a jump to its own stack.
  static void forget_current() noexcept;
  /// In a fiber: back to resume().
  void pause();
  /// In a fiber: ends its work here.
  [[noreturn]] void leave();

 private:
  static void begin();
  void switch_back(bool for_good);

  const std::size_t stack_bytes_;
  char* stack_;
  void* place_ = nullptr;  // its stack pointer while it does not run
  void* caller_ = nullptr;
  Work work_ = nullptr;
  void* argument_ = nullptr;
  bool ended_ = true;
  // What the sanitizers keep of both sides.
  void *own_fake_stack_ = nullptr, *caller_fake_stack_ = nullptr;
  const void* caller_bottom_ = nullptr;
  std::size_t caller_bytes_ = 0;
  void *own_identity_ = nullptr, *caller_identity_ = nullptr;
};

}  // namespace hcrt::backends::host
#endif
