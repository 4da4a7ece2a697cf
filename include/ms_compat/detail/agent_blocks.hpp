// The message blocks of <agents.h>: where messages are sent to and received from. A message is copied when it
// is sent; a block hands it on at once to the block that it is linked to.
#ifndef HCPY_MS_COMPAT_AGENT_BLOCKS_HPP
#define HCPY_MS_COMPAT_AGENT_BLOCKS_HPP

#include <deque>
#include <functional>
#include <stdexcept>
#include <vector>

#include "ppl_tasks.hpp"

namespace Concurrency {

struct operation_timed_out : std::runtime_error {
  explicit operation_timed_out(const char* text) : std::runtime_error(text) {}
};

namespace details {

/// Waits for a condition; false: not within the milliseconds.
template <class F>
bool wait_until(std::condition_variable& changed, std::unique_lock<std::mutex>& lock, unsigned timeout,
                const F& is_met) {
  if (timeout != COOPERATIVE_TIMEOUT_INFINITE)
    return changed.wait_for(lock, std::chrono::milliseconds(timeout), is_met);
  changed.wait(lock, is_met);
  return true;
}

}  // namespace details

template <class T>
class ITarget {
 public:
  typedef T type;
  virtual ~ITarget() = default;
  /// False: the block takes no more messages.
  virtual bool take(const T& message) = 0;
};

template <class T>
class ISource {
 public:
  typedef T source_type;
  virtual ~ISource() = default;
  virtual void link_target(ITarget<T>* target) = 0;
  virtual void unlink_target(ITarget<T>* target) = 0;
  /// Waits for a message; false: there was none within the milliseconds.
  virtual bool give(T& message, unsigned timeout) = 0;
};

/// Keeps all messages, in their order, for whoever receives them first.
template <class T>
class unbounded_buffer : public ITarget<T>, public ISource<T> {
 public:
  unbounded_buffer() = default;
  unbounded_buffer(const unbounded_buffer&) = delete;
  unbounded_buffer& operator=(const unbounded_buffer&) = delete;

  bool enqueue(const T& message) { return take(message); }
  T dequeue() {
    T message;
    give(message, COOPERATIVE_TIMEOUT_INFINITE);
    return message;
  }

  bool take(const T& message) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages_.push_back(message);
    hand_on();
    changed_.notify_one();
    return true;
  }
  bool give(T& message, unsigned timeout) override {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!details::wait_until(changed_, lock, timeout, [this] { return !messages_.empty(); })) return false;
    message = messages_.front();
    messages_.pop_front();
    return true;
  }
  void link_target(ITarget<T>* target) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    targets_.push_back(target);
    hand_on();
  }
  void unlink_target(ITarget<T>* target) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = targets_.begin(); it != targets_.end();) it = *it == target ? targets_.erase(it) : it + 1;
  }

 private:
  /// Each message goes to the first target that takes it.
  void hand_on() {
    while (!messages_.empty()) {
      bool is_taken = false;
      for (ITarget<T>* target : targets_)
        if (!is_taken) is_taken = target->take(messages_.front());
      if (!is_taken) return;
      messages_.pop_front();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> messages_;
  std::vector<ITarget<T>*> targets_;
};

/// Keeps the last message, which all may read, any number of times. Each linked block gets every message.
template <class T>
class overwrite_buffer : public ITarget<T>, public ISource<T> {
 public:
  overwrite_buffer() = default;
  overwrite_buffer(const overwrite_buffer&) = delete;
  overwrite_buffer& operator=(const overwrite_buffer&) = delete;

  bool has_value() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return has_value_;
  }
  T value() {
    T message;
    give(message, COOPERATIVE_TIMEOUT_INFINITE);
    return message;
  }

  bool take(const T& message) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (has_value_ && takes_one()) return false;
    message_ = message;
    has_value_ = true;
    for (ITarget<T>* target : targets_) target->take(message_);
    changed_.notify_all();
    return true;
  }
  bool give(T& message, unsigned timeout) override {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!details::wait_until(changed_, lock, timeout, [this] { return has_value_; })) return false;
    message = message_;
    return true;
  }
  void link_target(ITarget<T>* target) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    targets_.push_back(target);
    if (has_value_) target->take(message_);
  }
  void unlink_target(ITarget<T>* target) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = targets_.begin(); it != targets_.end();) it = *it == target ? targets_.erase(it) : it + 1;
  }

 protected:
  virtual bool takes_one() const { return false; }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool has_value_ = false;
  T message_{};
  std::vector<ITarget<T>*> targets_;
};

/// Keeps the first message, and takes no other.
template <class T>
class single_assignment : public overwrite_buffer<T> {
 protected:
  bool takes_one() const override { return true; }
};

/// Calls a function with each message, one after the other, on a thread of its own.
template <class T, class F = std::function<void(const T&)>>
class call : public ITarget<T> {
 public:
  explicit call(F function) : function_(std::move(function)), thread_([this] { run(); }) {}
  call(const call&) = delete;
  call& operator=(const call&) = delete;
  /// Once it has called it with all that were sent.
  ~call() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_ended_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  bool take(const T& message) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages_.push_back(message);
    changed_.notify_one();
    return true;
  }

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_ended_ || !messages_.empty(); });
      if (messages_.empty()) return;
      const T message = messages_.front();
      messages_.pop_front();
      lock.unlock();
      function_(message);
      lock.lock();
    }
  }

  F function_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> messages_;
  bool is_ended_ = false;
  std::thread thread_;  // the last member: it uses the others
};

/// Gives a function's result of each message on, in their order.
template <class T, class U>
class transformer : public ITarget<T>, public ISource<U> {
 public:
  template <class F>
  explicit transformer(F function, ITarget<U>* target = nullptr)
      : calls_([this, function](const T& message) { results_.take(function(message)); }) {
    if (target) results_.link_target(target);
  }

  bool take(const T& message) override { return calls_.take(message); }
  bool give(U& message, unsigned timeout) override { return results_.give(message, timeout); }
  void link_target(ITarget<U>* target) override { results_.link_target(target); }
  void unlink_target(ITarget<U>* target) override { results_.unlink_target(target); }

 private:
  unbounded_buffer<U> results_;
  call<T> calls_;  // ends before them
};

template <class T>
bool send(ITarget<T>& target, const typename ITarget<T>::type& message) {
  return target.take(message);
}
template <class T>
bool send(ITarget<T>* target, const typename ITarget<T>::type& message) {
  return send(*target, message);
}
template <class T>
bool asend(ITarget<T>& target, const typename ITarget<T>::type& message) {
  return send(target, message);
}
template <class T>
bool asend(ITarget<T>* target, const typename ITarget<T>::type& message) {
  return send(*target, message);
}

template <class T>
T receive(ISource<T>& source, unsigned timeout = COOPERATIVE_TIMEOUT_INFINITE) {
  T message;
  if (!source.give(message, timeout)) throw operation_timed_out("receive");
  return message;
}
template <class T>
T receive(ISource<T>* source, unsigned timeout = COOPERATIVE_TIMEOUT_INFINITE) {
  return receive(*source, timeout);
}
template <class T>
bool try_receive(ISource<T>& source, typename ISource<T>::source_type& message) {
  return source.give(message, 0);
}
template <class T>
bool try_receive(ISource<T>* source, typename ISource<T>::source_type& message) {
  return try_receive(*source, message);
}

}  // namespace Concurrency
#endif
