// A part of Microsoft's <ppltasks.h>: task<T>, create_task and what completion_future::to_task() needs.
#ifndef HCPY_MS_COMPAT_PPLTASKS_H
#define HCPY_MS_COMPAT_PPLTASKS_H

#include <chrono>
#include <future>
#include <type_traits>
#include <utility>

#include "detail/ppl_tasks.hpp"

namespace Concurrency {

typedef task_group_status task_status;
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

}  // namespace details

/// Work on its own thread, and its result. Copies share both. An exception of the work is thrown by
/// wait() and get(), and by those of the tasks that continue it.
template <class T>
class task {
 public:
  typedef T result_type;

  task() = default;
  /// The completion of other work.
  explicit task(std::shared_future<T> future) : future_(std::move(future)) {}
  /// Starts the function.
  template <class F, class = decltype(std::declval<F&>()())>
  explicit task(F function) : future_(std::async(std::launch::async, std::move(function)).share()) {}

  task_status wait() const {
    future_.wait();
    future_.get();
    return completed;
  }
  T get() const { return future_.get(); }
  bool is_done() const { return future_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }

  /// A task that runs the function with this one's result once there is one. A function that takes the task
  /// itself runs also when that failed.
  template <class F>
  auto then(F function) const {
    const task before = *this;
    if constexpr (details::Takes<F, task>::value) {
      using Result = decltype(function(before));
      return task<Result>([before, function]() mutable -> Result {
        before.future_.wait();
        return function(before);
      });
    } else {
      using Result = typename details::ContinuationResult<F, T>::type;
      return task<Result>([before, function]() mutable -> Result {
        if constexpr (std::is_void<T>::value) {
          before.get();
          return function();
        } else {
          return function(before.get());
        }
      });
    }
  }

 private:
  std::shared_future<T> future_;
};

template <class F>
auto create_task(F function) -> task<decltype(function())> {
  return task<decltype(function())>(std::move(function));
}

}  // namespace Concurrency

namespace concurrency = Concurrency;

#endif
