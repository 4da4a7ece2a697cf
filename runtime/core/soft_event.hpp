// Completions of what the run time and the program do themselves: functions given to then(), when_all,
// when_any.
#ifndef HCRT_CORE_SOFT_EVENT_HPP
#define HCRT_CORE_SOFT_EVENT_HPP

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "event.hpp"

namespace hcrt {

// Any thread, at the same time. Completes once.
class SoftEvent final : public backends::Event {
 public:
  const void* family() const noexcept override { return family_tag(); }
  bool complete() noexcept override { return done_.load(std::memory_order_acquire); }
  void wait() override;         // throws at once in the function whose completion this is
  void wait_untold() noexcept;  // a failure is still to be reported
  FailureRef failure() noexcept override { return complete() ? failure_ : nullptr; }
  backends::Ticks ticks() noexcept override;
  void release() noexcept override;
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  bool may_fail() noexcept override { return !complete() || undelivered(failure_); }
  bool notify(std::function<void()>&) override;
  bool cancel() noexcept override;

  /// Who waits may run the function, where no other thread has begun it.
  void offer(std::function<void()> function);
  void run_offered();
  /// The work begins; false: it was cancelled, or another thread does it.
  bool begin() noexcept;
  /// Who waits asks from now on, and does not sleep.
  void hurry() noexcept;
  /// It is over; null: without a failure. False: it was over before, with another value.
  bool finish(const FailureRef&, std::size_t value = 0) noexcept;
  /// In a child process: the thread that would have finished it, and those that waited, are not there.
  void abandon(const FailureRef&) noexcept;
  std::size_t value() const noexcept { return value_; }  // once it is complete

  static const void* family_tag() noexcept;

 private:
  ~SoftEvent() = default;

  enum class Phase { waiting, running, done };

  std::atomic<int> references_{1};
  std::atomic<bool> done_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  Phase phase_ = Phase::waiting;
  bool hurries_ = false;
  std::function<void()> offered_;  // until the work begins
  FailureRef failure_;             // this and value_: before done_
  std::size_t value_ = 0;
  backends::Ticks ticks_;
  std::vector<std::function<void()>> notices_;
};

struct ReleaseSoft {
  void operator()(SoftEvent* event) const noexcept { event->release(); }
};
using SoftHandle = std::unique_ptr<SoftEvent, ReleaseSoft>;

/// An event, and the handle that completes it.
std::pair<Ref<Event>, SoftHandle> make_soft_event(const char* label);

/// As run_behind; but who waits for its end runs it, where that is quicker than to wake another thread.
Ref<Event> run_behind_or_in_waiter(const Ref<Event>& after, Action* action);
/// Runs what is offered so, if it is; not in a function, which has a thread of its own.
void help(const Event*);

/// Is this the event of the function that this thread runs?
bool runs_here(const backends::Event*) noexcept;
/// The function that this thread runs, if any, will not go on: its event fails.
void give_up_function() noexcept;
/// Waits until one more of the functions after events, or of run_later()'s actions, has ended. False: none is
/// left, or that is the time.
bool wait_for_function(std::chrono::steady_clock::time_point) noexcept;
template <class Function>
class ActionOf final : public Action {
 public:
  explicit ActionOf(Function function) : function_(std::move(function)) {}
  void run() override { function_(); }

 private:
  Function function_;
};

/// A function, which may be one that can only be moved, as an Action.
template <class Function>
std::unique_ptr<Action> action_of(Function function) {
  return std::make_unique<ActionOf<Function>>(std::move(function));
}

/// Runs the action on one of the run time's threads, where it may wait for anything.
void run_later(std::unique_ptr<Action>);

}  // namespace hcrt
#endif
