// completion_future: the completion of a kernel, a copy or a marker.
#ifndef HCRT_DETAIL_FUTURE_HPP
#define HCRT_DETAIL_FUTURE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

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

namespace Kalmar {

class completion_future;

}  // namespace Kalmar

namespace HCRT_EXTENSIONS {

template <class T>
class value_future;

}  // namespace HCRT_EXTENSIONS

namespace hcrt {
namespace detail {

// <ppltasks.h> defines it. Without that header the name `task` is the program's.
template <class T>
struct task_of;

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

template <class T>
struct ThenResult {
  using type = HCRT_EXTENSIONS::value_future<T>;
};
template <>
struct ThenResult<void> {
  using type = Kalmar::completion_future;
};
/// A counted value that a function given to then() makes.
template <class T>
struct Value {
  T* value = nullptr;
  long references = 1;
};
template <class T>
class ValueBox {
 public:
  HCRT_CPU ValueBox() {}
  HCRT_CPU explicit ValueBox(Value<T>* adopted) : p_(adopted) {}
  HCRT_CPU ValueBox(const ValueBox& o) : p_(o.p_) {
    if (p_) __atomic_add_fetch(&p_->references, 1, __ATOMIC_RELAXED);
  }
  HCRT_CPU ValueBox& operator=(ValueBox o) {
    Value<T>* const old = p_;
    p_ = o.p_;
    o.p_ = old;
    return *this;
  }
  HCRT_CPU ~ValueBox() {
    if (!p_ || __atomic_sub_fetch(&p_->references, 1, __ATOMIC_ACQ_REL) > 0) return;
    delete p_->value;
    delete p_;
  }
  HCRT_CPU Value<T>* operator->() const { return p_; }

 private:
  Value<T>* p_ = nullptr;
};

/// The future of a function that is called without arguments.
template <class Function>
using FutureOf = typename ThenResult<typename std::decay<decltype(std::declval<Function&>()())>::type>::type;

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

/// Empty futures (of launches over nothing) are complete and not valid.
class completion_future {
 public:
  HCRT_CPU completion_future() {}
  HCRT_CPU explicit completion_future(hcrt::Ref<hcrt::Event> event)
      : event_(static_cast<hcrt::Ref<hcrt::Event>&&>(event)) {}

  /// Does it represent work? Not where it is empty.
  HCRT_CPU bool valid() const;
  /// Waits for the work. Waiting twice is allowed; an empty future returns at once.
  /// \throws runtime_exception with the work's error
  HCRT_CPU void wait(hcWaitMode mode = hcWaitModeBlocked) const;
  /// As wait().
  HCRT_CPU void get() const { wait(); }
  /// Is the work done, or has it failed? Does not wait.
  HCRT_CPU bool is_ready() const;

  /// Calls the function on another thread once the work is done, unless that failed. Gives the function's
  /// future: a completion_future where it returns nothing, else a value_future (compose.hpp). It fails with
  /// what the function throws, or with this future's error. The last of this future's copies, and of
  /// the function's future, waits for the function. HC: of functions that return nothing only the first is
  /// called, as by hcc; the others' futures are the first one's.
  template <class Function>
  HCRT_DIALECT HCRT_CPU hcrt::detail::FutureOf<Function> then(const Function& function) const;

  /// Keeps the work from being done; the future, and what depends on it, then fails.
  /// \return false: it has begun, or a GPU's driver has it already
  HCRT_CPU bool cancel() const;

  /// Nanosecond ticks of the work; 0 where the future is empty.
  HCRT_CPU std::uint64_t get_begin_tick() const;
  /// When the work was done, in ticks; 0 before that and where the future is empty.
  HCRT_CPU std::uint64_t get_end_tick() const;
  /// Ticks per second: 1,000,000,000.
  HCRT_CPU std::uint64_t get_tick_frequency() const;
  /// How many futures represent the work.
  HCRT_CPU int get_use_count() const;
  /// The runtime's handle of the work; null where the future is empty.
  HCRT_CPU void* get_native_handle() const;

  /// The same completion as a standard future; the program includes <future> itself.
  template <class Future, class = hcrt::enable_if_t<std::is_same<Future, std::shared_future<void>>::value>>
  HCRT_CPU operator Future() const;
  /// The same as a task of the Parallel Patterns Library; the program includes <ppltasks.h> itself.
  template <class Nothing = void>
  HCRT_CPU typename hcrt::detail::task_of<Nothing>::type to_task() const {
    return typename hcrt::detail::task_of<Nothing>::type(std::shared_future<Nothing>(*this));
  }
  /// Waits until the work is done, but no longer than a duration of std::chrono.
  /// \return a std::future_status
  template <class Duration, class Future = std::shared_future<void>>
  HCRT_CPU auto wait_for(const Duration& duration) const
      -> decltype(std::declval<Future&>().wait_for(duration)) {
    using Status = decltype(std::declval<Future&>().wait_for(duration));
    // A program that polls: nothing need watch the work.
    if (duration <= Duration::zero() && valid() && !is_ready()) return Status::timeout;
    return Future(*this).wait_for(duration);
  }
  /// Waits until the work is done, but not beyond a moment of std::chrono.
  /// \return a std::future_status
  template <class TimePoint, class Future = std::shared_future<void>>
  HCRT_CPU auto wait_until(const TimePoint& time) const
      -> decltype(std::declval<Future&>().wait_until(time)) {
    return Future(*this).wait_until(time);
  }

 private:
  friend struct hcrt::detail::FutureAccess;

  hcrt::Ref<hcrt::Event> event_;
  mutable hcrt::Ref<hcrt::Continuation> continuation_;
};

static_assert(sizeof(completion_future) == 2 * sizeof(void*), "one layout in both iterations");

}  // namespace Kalmar

#ifndef __KALMAR_ACCELERATOR__
namespace hcrt {
namespace detail {

struct FutureAccess {
  /// The future of a function: it keeps the continuation that started it.
  HCRT_CPU static Kalmar::completion_future behind(const Ref<Continuation>& continuation,
                                                   const Ref<Event>& event) {
    Kalmar::completion_future future(event);
    future.continuation_ = make_continuation(continuation);
    return future;
  }

  HCRT_CPU static Ref<Event> start(const Ref<Continuation>& continuation, const Ref<Event>& event,
                                   Action* action, bool only_first) {
    return checked([&] { return start_then(continuation.get(), event, action, only_first); });
  }

  template <class Function>
  HCRT_CPU static Kalmar::completion_future then(const Ref<Continuation>& continuation,
                                                 const Ref<Event>& event, const Function& function,
                                                 Kalmar::completion_future*) {
#ifdef HCPY_AMP
    constexpr bool only_first = false;
#else
    constexpr bool only_first = true;
#endif
    return behind(continuation, start(continuation, event, new_action(function), only_first));
  }
  template <class Function, class T>
  HCRT_CPU static HCRT_EXTENSIONS::value_future<T> then(const Ref<Continuation>& continuation,
                                                        const Ref<Event>& event, const Function& function,
                                                        HCRT_EXTENSIONS::value_future<T>*) {
    const ValueBox<T> box(new Value<T>());
    auto store = [box, function = Function(function)]() mutable { box->value = new T(function()); };
    return HCRT_EXTENSIONS::value_future<T>(
        behind(continuation, start(continuation, event, new_action(store), false)), box);
  }

  HCRT_CPU static const Ref<Event>& event(const Kalmar::completion_future& future) { return future.event_; }

  /// A future of a copy to host memory: the buffer over it lives as long, `action` runs in the first wait.
  HCRT_CPU static Kalmar::completion_future with_rest(const Ref<Event>& event, const Ref<Buffer>& buffer,
                                                      Action* action) {
    Kalmar::completion_future future(event);
    future.continuation_ = make_continuation({});
    keep(future.continuation_.get(), buffer);
    set_finish(future.continuation_.get(), action);
    return future;
  }
};

}  // namespace detail
}  // namespace hcrt

namespace Kalmar {

HCRT_CPU inline bool completion_future::valid() const { return static_cast<bool>(event_); }

HCRT_CPU inline void completion_future::wait(hcWaitMode) const {
  hcrt::wait_for(event_.get(), continuation_.get());
}

HCRT_CPU inline bool completion_future::is_ready() const { return event_ && hcrt::is_ready(event_.get()); }

template <class Function>
HCRT_CPU hcrt::detail::FutureOf<Function> completion_future::then(const Function& function) const {
  if (!continuation_) continuation_ = hcrt::make_continuation({});
  return hcrt::detail::FutureAccess::then<Function>(continuation_, event_, function,
                                                    static_cast<hcrt::detail::FutureOf<Function>*>(nullptr));
}

HCRT_CPU inline bool completion_future::cancel() const { return hcrt::cancel(event_.get()); }

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
  auto tell = [promise = static_cast<Promise&&>(promise), future = *this]() mutable {
    try {
      future.wait();
      promise.set_value();
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  };
  if (!event_ || is_ready()) {  // a thread would tell it later: who asks without waiting would never learn it
    tell();
    return result;
  }
  hcrt::Action* const action = hcrt::detail::new_action(static_cast<decltype(tell)&&>(tell));
  hcrt::detail::checked([&] { hcrt::on_complete(event_.get(), action); });
  return result;
}

}  // namespace Kalmar
#else
namespace Kalmar {

// Never run; but clang wants a body for templates over a program's local types.
template <class Function>
HCRT_CPU hcrt::detail::FutureOf<Function> completion_future::then(const Function&) const {
  return {};
}
HCRT_CPU inline bool completion_future::cancel() const { return false; }

}  // namespace Kalmar
#endif
#endif
