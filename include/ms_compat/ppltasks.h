// Microsoft's <ppltasks.h>, without its schedulers: each task has a thread, and continuations start when what
// they continue is done.
#ifndef HCPY_MS_COMPAT_PPLTASKS_H
#define HCPY_MS_COMPAT_PPLTASKS_H

#include <chrono>
#include <future>
#include <type_traits>
#include <utility>

#include "detail/ppl_task_state.hpp"
#include "detail/ppl_tasks.hpp"

namespace Concurrency {

typedef task_group_status task_status;
template <class T>
class task;
template <class T>
class task_completion_event;

/// Where a continuation runs; here on a thread of its own in any case.
class task_continuation_context {
 public:
  static task_continuation_context use_default() { return task_continuation_context(); }
  static task_continuation_context use_arbitrary() { return task_continuation_context(); }
  static task_continuation_context use_current() { return task_continuation_context(); }
  static task_continuation_context get_current_winrt_context() { return task_continuation_context(); }
};
class task_options {
 public:
  task_options() = default;
  task_options(cancellation_token token) : token_(std::move(token)) {}
  task_options(task_continuation_context) {}
  task_options(cancellation_token token, task_continuation_context) : token_(std::move(token)) {}
  cancellation_token get_cancellation_token() const { return token_; }

 private:
  cancellation_token token_;
};

namespace details {

template <class F, class T>
struct ContinuationResult {
  using type = decltype(std::declval<F&>()(std::declval<T>()));
};
template <class F>
struct ContinuationResult<F, void> {
  using type = decltype(std::declval<F&>()());
};

/// Can F be called with a T?
template <class F, class T, class = void>
struct Takes : std::false_type {};
template <class F, class T>
struct Takes<F, T, hcrt::void_t<decltype(std::declval<F&>()(std::declval<T>()))>> : std::true_type {};

/// What a function's task has: of a function that returns a task, that one's result.
template <class R>
struct Unwrapped {
  using type = R;
  static constexpr bool is_task = false;
};
template <class R>
struct Unwrapped<task<R>> {
  using type = R;
  static constexpr bool is_task = true;
};

/// Gives a function's result, or how it failed, to a task.
template <class T, class F>
void run_into(const State<T>& state, F&& function) {
  if (state->token.is_canceled()) {
    state->set_canceled();
    return;
  }
  current_token() = state->token;
  try {
    using Result = decltype(function());
    if constexpr (Unwrapped<Result>::is_task) {
      const State<T> inner = function().state();
      inner->on_done([state, inner] {
        if (inner->has_value())
          state->set_value(inner->value());
        else
          state->set_failed_as(*inner);
      });
    } else if constexpr (std::is_void<Result>::value) {
      function();
      state->set_value(Nothing());
    } else {
      state->set_value(function());
    }
  } catch (const task_canceled&) {
    state->set_canceled();
  } catch (...) {
    state->set_error(std::current_exception());
  }
}

}  // namespace details

/// A result that is set by hand. Copies are one.
template <class T>
class task_completion_event {
 public:
  task_completion_event() : state_(std::make_shared<details::TaskState<T>>(cancellation_token())) {}
  bool set(details::Stored<T> value) const { return state_->set_value(std::move(value)); }
  bool set() const { return state_->set_value(details::Stored<T>()); }
  template <class E>
  bool set_exception(E error) const {
    return state_->set_error(std::make_exception_ptr(error));
  }
  bool set_exception(std::exception_ptr error) const { return state_->set_error(std::move(error)); }
  const details::State<T>& state() const { return state_; }

 private:
  details::State<T> state_;
};

/// Work on its own thread, and its result. Copies share both. An exception of the work is thrown by
/// wait() and get(), and by those of the tasks that continue it.
template <class T>
class task {
 public:
  typedef T result_type;

  task() = default;
  explicit task(details::State<T> state) : state_(std::move(state)) {}
  explicit task(task_completion_event<T> event, const task_options& = task_options())
      : state_(event.state()) {}
  /// The completion of other work.
  explicit task(std::shared_future<T> future) : task([future]() -> T { return future.get(); }) {}
  /// Starts the function.
  template <class F, class = decltype(std::declval<F&>()())>
  explicit task(F function, const task_options& options = task_options()) {
    state_ = std::make_shared<details::TaskState<T>>(options.get_cancellation_token());
    details::start([state = state_, function]() mutable { details::run_into<T>(state, function); });
  }

  task_status wait() const {
    known()->wait();
    if (state_->error()) std::rethrow_exception(state_->error());
    return state_->has_value() ? completed : canceled;
  }
  T get() const {
    if (wait() == canceled) throw task_canceled();
    return static_cast<T>(state_->value());
  }
  bool is_done() const { return known()->is_done(); }

  /// A task that runs the function with this one's result once there is one. A function that takes the task
  /// itself runs also when that failed or was cancelled. It has this task's token if it is given none.
  template <class F>
  auto then(F function, const task_options& options = task_options()) const {
    constexpr bool takes_task = details::Takes<F, task>::value;
    const cancellation_token given = options.get_cancellation_token();
    const details::State<T> before = known();
    const cancellation_token token = given.is_cancelable() || takes_task ? given : before->token;
    if constexpr (takes_task) {
      using Result = decltype(function(*this));
      return continued<Result>(token, [before, function]() mutable { return function(task(before)); });
    } else {
      using Result = typename details::ContinuationResult<F, T>::type;
      return continued<Result>(
          token,
          [before, function]() mutable -> Result {
            if constexpr (std::is_void<T>::value)
              return function();
            else
              return function(before->value());
          },
          true);
    }
  }
  template <class F>
  auto then(F function, cancellation_token token, task_continuation_context) const {
    return then(std::move(function), task_options(std::move(token)));
  }

  bool operator==(const task& other) const { return state_ == other.state_; }
  bool operator!=(const task& other) const { return state_ != other.state_; }
  const details::State<T>& state() const { return known(); }

 private:
  const details::State<T>& known() const {
    if (!state_) throw invalid_operation("the task was made without work");
    return state_;
  }
  template <class Result, class F>
  auto continued(const cancellation_token& token, F function, bool needs_value = false) const {
    using Value = typename details::Unwrapped<Result>::type;
    const auto after = std::make_shared<details::TaskState<Value>>(token);
    const details::State<T> before = state_;
    before->on_done([before, after, function, needs_value] {
      if (needs_value && !before->has_value())
        after->set_failed_as(*before);
      else
        details::start([after, function]() mutable { details::run_into<Value>(after, function); });
    });
    return task<Value>(after);
  }

  details::State<T> state_;
};

template <class F, class = decltype(std::declval<F&>()())>
auto create_task(F function, const task_options& options = task_options()) {
  return task<typename details::Unwrapped<decltype(function())>::type>(std::move(function), options);
}
template <class T>
task<T> create_task(task_completion_event<T> event, const task_options& options = task_options()) {
  return task<T>(std::move(event), options);
}
template <class T>
task<T> create_task(const task<T>& other, const task_options& = task_options()) {
  return other;
}

template <class T>
task<T> task_from_result(T value, const task_options& = task_options()) {
  const task_completion_event<T> event;
  event.set(std::move(value));
  return task<T>(event);
}
inline task<void> task_from_result(const task_options& = task_options()) {
  const task_completion_event<void> event;
  event.set();
  return task<void>(event);
}
template <class T, class E>
task<T> task_from_exception(E error, const task_options& = task_options()) {
  const task_completion_event<T> event;
  event.set_exception(error);
  return task<T>(event);
}

}  // namespace Concurrency

namespace hcrt {
namespace detail {
/// What completion_future::to_task gives.
template <class T>
struct task_of {
  using type = Concurrency::task<T>;
};
}  // namespace detail
}  // namespace hcrt

#include "detail/ppl_task_joins.hpp"

namespace concurrency = Concurrency;

#endif
