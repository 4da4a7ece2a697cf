// completion_future: the completion of a kernel, a copy or a marker.
#ifndef HCRT_DETAIL_FUTURE_HPP
#define HCRT_DETAIL_FUTURE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "enums.hpp"
#include "exceptions.hpp"
#include "handle.hpp"

// Declared here, so that programs which never name them needn't read <future>.
#if defined(__GLIBCXX__)
namespace std {
template <class T>
class promise;
template <class T>
class shared_future;
}  // namespace std
#else
#include <future>
#endif

namespace Concurrency {
template <class T>
class task;  // of <ppltasks.h>
}

namespace hcrt {
namespace detail {

#ifndef __KALMAR_ACCELERATOR__
/// A callable object as an hcrt::Action.
template <class Function>
class ActionOf final : public Action {
 public:
  explicit ActionOf(Function function) : function_(static_cast<Function&&>(function)) {}
  void run() override { function_(); }

 private:
  Function function_;
};

template <class Function>
HCRT_CPU Action* new_action(Function function) {
  return new ActionOf<Function>(static_cast<Function&&>(function));
}
#endif

/// Makes futures that carry more than an event.
struct FutureAccess;

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// Empty futures (of launches over nothing) are complete and not valid.
class completion_future {
 public:
  HCRT_CPU completion_future() {}
  HCRT_CPU explicit completion_future(hcrt::Ref<hcrt::Event> event) : event_(event) {}

  HCRT_CPU bool valid() const;
  /// Waits and throws the work's error. Waiting twice is allowed; an empty future returns at once.
  HCRT_CPU void wait(hcWaitMode mode = hcWaitModeBlocked) const;
  HCRT_CPU void get() const { wait(); }
  HCRT_CPU bool is_ready() const;

  /// Calls the function on another thread once the work is done. HC: only the first call of then() counts.
  /// The last copy of the future waits for the function.
  template <class Function>
  HCRT_DIALECT HCRT_CPU void then(const Function& function) const;

  /// Nanosecond ticks of the work; 0 where the future is empty.
  HCRT_CPU std::uint64_t get_begin_tick() const;
  HCRT_CPU std::uint64_t get_end_tick() const;
  HCRT_CPU std::uint64_t get_tick_frequency() const;
  HCRT_CPU int get_use_count() const;
  HCRT_CPU void* get_native_handle() const;

  /// The same completion as a standard future; the program includes <future> itself.
  template <class Future, class = std::enable_if_t<std::is_same<Future, std::shared_future<void>>::value>>
  HCRT_CPU operator Future() const;
  /// The same as a task of the Parallel Patterns Library; the program includes <ppltasks.h> itself.
  template <class Task = Concurrency::task<void>>
  HCRT_CPU Task to_task() const {
    return Task(std::shared_future<std::enable_if_t<sizeof(Task) != 0, void>>(*this));
  }
  template <class Duration, class Future = std::shared_future<void>>
  HCRT_CPU auto wait_for(const Duration& duration) const {
    return Future(*this).wait_for(duration);
  }
  template <class TimePoint, class Future = std::shared_future<void>>
  HCRT_CPU auto wait_until(const TimePoint& time) const {
    return Future(*this).wait_until(time);
  }

 private:
  friend struct hcrt::detail::FutureAccess;

  hcrt::Ref<hcrt::Event> event_;
  mutable hcrt::Ref<hcrt::Continuation> continuation_;
};

static_assert(sizeof(completion_future) == 2 * sizeof(void*), "one layout in both iterations");

#ifndef __KALMAR_ACCELERATOR__
HCRT_CPU inline bool completion_future::valid() const { return static_cast<bool>(event_); }

HCRT_CPU inline void completion_future::wait(hcWaitMode) const {
  if (event_) hcrt::detail::checked([&] { hcrt::wait(event_.get()); });
  if (continuation_) hcrt::finish(continuation_.get());
}

HCRT_CPU inline bool completion_future::is_ready() const { return event_ && hcrt::is_ready(event_.get()); }

template <class Function>
HCRT_CPU void completion_future::then(const Function& function) const {
  if (!event_) return;
  if (!continuation_) continuation_ = hcrt::make_continuation();
#ifdef HCPY_AMP
  constexpr bool only_first = false;
#else
  constexpr bool only_first = true;
#endif
  hcrt::start_then(continuation_.get(), event_, hcrt::detail::new_action(function), only_first);
}

HCRT_CPU inline std::uint64_t completion_future::get_begin_tick() const {
  return event_ ? hcrt::begin_tick(event_.get()) : 0;
}
HCRT_CPU inline std::uint64_t completion_future::get_end_tick() const {
  return event_ ? hcrt::end_tick(event_.get()) : 0;
}
HCRT_CPU inline std::uint64_t completion_future::get_tick_frequency() const {
  return event_ ? hcrt::tick_frequency() : 0;
}
HCRT_CPU inline int completion_future::get_use_count() const {
  return event_ ? static_cast<int>(hcrt::use_count(event_.get())) : 0;
}
HCRT_CPU inline void* completion_future::get_native_handle() const { return event_.get(); }

template <class Future, class>
HCRT_CPU completion_future::operator Future() const {
  // Named through a dependent type: <future> is the program's to include.
  using Promise = std::promise<typename std::enable_if<sizeof(Future) != 0, void>::type>;
  Promise promise;
  Future result = promise.get_future().share();
  if (!event_) {
    promise.set_value();
    return result;
  }
  auto tell = [promise = static_cast<Promise&&>(promise), future = *this]() mutable {
    try {
      future.wait();
      promise.set_value();
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  };
  hcrt::on_complete(event_.get(), hcrt::detail::new_action(static_cast<decltype(tell)&&>(tell)));
  return result;
}
#endif

}  // namespace Kalmar

#ifdef __KALMAR_ACCELERATOR__
namespace Kalmar {

// Never run; but clang wants a body for templates over a program's local types.
template <class Function>
HCRT_CPU void completion_future::then(const Function&) const {}

}  // namespace Kalmar
#else
namespace hcrt {
namespace detail {

struct FutureAccess {
  HCRT_CPU static const Ref<Event>& event(const Kalmar::completion_future& future) { return future.event_; }

  /// A future of a copy to host memory: the buffer over it lives as long, `action` runs in the first wait.
  HCRT_CPU static Kalmar::completion_future with_rest(const Ref<Event>& event, const Ref<Buffer>& buffer,
                                                      Action* action) {
    Kalmar::completion_future future(event);
    future.continuation_ = make_continuation();
    keep(future.continuation_.get(), buffer);
    set_finish(future.continuation_.get(), action);
    return future;
  }
};

}  // namespace detail
}  // namespace hcrt
#endif
#endif
