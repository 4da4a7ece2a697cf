// What the copies of a task of <ppltasks.h> share: its result, who waits for it, and what continues it.
#ifndef HCPY_MS_COMPAT_PPL_TASK_STATE_HPP
#define HCPY_MS_COMPAT_PPL_TASK_STATE_HPP

#include <condition_variable>
#include <thread>
#include <type_traits>

#include "ppl_cancellation.hpp"

namespace Concurrency {
namespace details {

struct Nothing {};
/// The value of a task<T>.
template <class T>
using Stored = std::conditional_t<std::is_void<T>::value, Nothing, T>;

/// Starts work on a thread of its own; nothing waits for it but those that want its result.
template <class F>
void start(F work) {
  std::thread(std::move(work)).detach();
}

template <class T>
class TaskState {
 public:
  explicit TaskState(cancellation_token token) : token(std::move(token)) {}

  /// Of several results the first one counts.
  bool set_value(Stored<T> made) {
    return finish([&] { value_.reset(new Stored<T>(std::move(made))); });
  }
  bool set_error(std::exception_ptr error) {
    return finish([&] { error_ = std::move(error); });
  }
  bool set_canceled() {
    return finish([] {});
  }
  /// Takes over how another one ended, where that has no value.
  template <class U>
  void set_failed_as(const TaskState<U>& other) {
    const std::exception_ptr error = other.error();
    if (error)
      set_error(error);
    else
      set_canceled();
  }

  /// Calls it when there is a result: at once, or in the thread that makes it.
  void on_done(std::function<void()> callback) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!is_done_) {
        callbacks_.push_back(std::move(callback));
        return;
      }
    }
    callback();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return is_done_; });
  }
  bool is_done() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return is_done_;
  }
  // These once it is done.
  bool has_value() const { return value_ != nullptr; }
  const Stored<T>& value() const { return *value_; }
  std::exception_ptr error() const { return error_; }

  const cancellation_token token;

 private:
  template <class F>
  bool finish(const F& write) {
    std::vector<std::function<void()>> callbacks;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (is_done_) return false;
      write();
      is_done_ = true;
      callbacks.swap(callbacks_);
      changed_.notify_all();
    }
    for (auto& callback : callbacks) callback();
    return true;
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
  std::unique_ptr<Stored<T>> value_;
  std::exception_ptr error_;
  std::vector<std::function<void()>> callbacks_;
};

template <class T>
using State = std::shared_ptr<TaskState<T>>;

}  // namespace details
}  // namespace Concurrency
#endif
