// Cancellation of <ppltasks.h>: tokens, their sources, and what a task throws that gives up.
#ifndef HCPY_MS_COMPAT_PPL_CANCELLATION_HPP
#define HCPY_MS_COMPAT_PPL_CANCELLATION_HPP

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace Concurrency {

class task_canceled : public std::exception {
 public:
  task_canceled() = default;
  explicit task_canceled(const char* text) : text_(text) {}
  const char* what() const noexcept override { return text_; }

 private:
  const char* text_ = "";
};
struct invalid_operation : std::logic_error {
  invalid_operation() : std::logic_error("") {}
  explicit invalid_operation(const char* text) : std::logic_error(text) {}
};

namespace details {

/// What a source and its tokens share.
class Cancellation {
 public:
  void cancel() {
    std::map<int, std::function<void()>> callbacks;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (is_canceled_) return;
      is_canceled_ = true;
      callbacks.swap(callbacks_);
    }
    for (auto& callback : callbacks) callback.second();
  }
  bool is_canceled() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return is_canceled_;
  }
  /// Runs it at once where all is cancelled already.
  int add(std::function<void()> callback) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!is_canceled_) {
        callbacks_[++last_] = std::move(callback);
        return last_;
      }
    }
    callback();
    return 0;
  }
  void remove(int number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    callbacks_.erase(number);
  }

 private:
  mutable std::mutex mutex_;
  bool is_canceled_ = false;
  int last_ = 0;
  std::map<int, std::function<void()>> callbacks_;
};

}  // namespace details

class cancellation_token_registration {
 public:
  cancellation_token_registration() = default;
  explicit cancellation_token_registration(int number) : number_(number) {}
  int number() const { return number_; }

 private:
  int number_ = 0;
};

class cancellation_token {
 public:
  cancellation_token() = default;
  explicit cancellation_token(std::shared_ptr<details::Cancellation> shared) : shared_(std::move(shared)) {}
  static cancellation_token none() { return cancellation_token(); }

  bool is_cancelable() const { return shared_ != nullptr; }
  bool is_canceled() const { return shared_ && shared_->is_canceled(); }
  template <class F>
  cancellation_token_registration register_callback(const F& callback) const {
    if (!shared_) throw invalid_operation();
    return cancellation_token_registration(shared_->add(callback));
  }
  void deregister_callback(const cancellation_token_registration& registration) const {
    if (shared_) shared_->remove(registration.number());
  }
  bool operator==(const cancellation_token& other) const { return shared_ == other.shared_; }
  bool operator!=(const cancellation_token& other) const { return shared_ != other.shared_; }

 private:
  std::shared_ptr<details::Cancellation> shared_;
};

class cancellation_token_source {
 public:
  cancellation_token_source() : shared_(std::make_shared<details::Cancellation>()) {}
  cancellation_token get_token() const { return cancellation_token(shared_); }
  void cancel() const { shared_->cancel(); }
  /// Cancelled when the token is.
  static cancellation_token_source create_linked_source(const cancellation_token& token) {
    const cancellation_token_source made;
    if (token.is_cancelable()) token.register_callback([made] { made.cancel(); });
    return made;
  }
  template <class Iterator>
  static cancellation_token_source create_linked_source(Iterator first, Iterator last) {
    const cancellation_token_source made;
    for (; first != last; ++first)
      if (first->is_cancelable()) first->register_callback([made] { made.cancel(); });
    return made;
  }

 private:
  std::shared_ptr<details::Cancellation> shared_;
};

namespace details {

/// The token of the task that this thread runs.
inline cancellation_token& current_token() {
  static thread_local cancellation_token token;
  return token;
}

}  // namespace details

inline bool is_task_cancellation_requested() { return details::current_token().is_canceled(); }
[[noreturn]] inline void cancel_current_task() { throw task_canceled(); }

}  // namespace Concurrency
#endif
