// task_group, combinable and the locks of <ppl.h> and <concrt.h>.
#ifndef HCPY_MS_COMPAT_PPL_TASKS_HPP
#define HCPY_MS_COMPAT_PPL_TASKS_HPP

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <utility>

#include "ppl_threads.hpp"

namespace Concurrency {

enum task_group_status { not_complete, completed, canceled };

template <class F>
class task_handle {
 public:
  explicit task_handle(const F& work) : work_(work) {}
  void operator()() const { work_(); }

 private:
  F work_;
};
template <class F>
task_handle<F> make_task(const F& work) {
  return task_handle<F>(work);
}

constexpr unsigned COOPERATIVE_TIMEOUT_INFINITE = ~0u;
constexpr std::size_t COOPERATIVE_WAIT_TIMEOUT = ~std::size_t{0};

// Stays set until it is reset.
class event {
 public:
  event() = default;
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void set() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_set_ = true;
    changed_.notify_all();
  }
  void reset() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_set_ = false;
  }
  // 0 where it was set within the milliseconds.
  std::size_t wait(unsigned timeout = COOPERATIVE_TIMEOUT_INFINITE) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto is_set = [this] { return is_set_; };
    if (timeout == COOPERATIVE_TIMEOUT_INFINITE)
      changed_.wait(lock, is_set);
    else if (!changed_.wait_for(lock, std::chrono::milliseconds(timeout), is_set))
      return COOPERATIVE_WAIT_TIMEOUT;
    return 0;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;
};

// Tasks that start at once, each on its thread. One thread uses a group; its tasks may add to it.
class task_group {
 public:
  task_group() = default;
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;
  ~task_group() { join(); }

  template <class F>
  void run(const F& work) {
    const std::lock_guard<std::mutex> lock(mutex_);
    threads_.emplace_back([this, work] {
      if (!canceled_) error_.guard(work);
    });
  }
  template <class F>
  void run(task_handle<F>& handle) {
    run([&handle] { handle(); });
  }
  // Waits for all; throws the first exception of a task.
  task_group_status wait() {
    join();
    const bool was_canceled = canceled_.exchange(false);
    error_.rethrow();
    return was_canceled ? Concurrency::canceled : completed;
  }
  template <class F>
  task_group_status run_and_wait(const F& work) {
    if (!canceled_) error_.guard(work);
    return wait();
  }
  // Tasks that have not begun do not begin.
  void cancel() { canceled_ = true; }
  bool is_canceling() const { return canceled_; }

 private:
  void join() {
    for (;;) {
      std::vector<std::thread> running;
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        running.swap(threads_);
      }
      if (running.empty()) return;
      for (std::thread& thread : running) thread.join();
    }
  }

  std::mutex mutex_;
  std::vector<std::thread> threads_;
  hcrt_ms::FirstError error_;
  std::atomic<bool> canceled_{false};
};
typedef task_group structured_task_group;

// A value for each thread.
template <class T>
class combinable {
 public:
  combinable() : make_([] { return T(); }) {}
  template <class F>
  explicit combinable(F make) : make_(make) {}
  combinable(const combinable&) = delete;

  T& local() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<T>& place = values_[std::this_thread::get_id()];
    if (!place) place.reset(new T(make_()));
    return *place;
  }
  void clear() { values_.clear(); }
  template <class F>
  T combine(F operation) const {
    bool is_first = true;
    T total = make_();
    for (const auto& value : values_) {
      total = is_first ? *value.second : operation(total, *value.second);
      is_first = false;
    }
    return total;
  }
  template <class F>
  void combine_each(F work) const {
    for (const auto& value : values_) work(*value.second);
  }

 private:
  std::function<T()> make_;
  std::mutex mutex_;
  std::map<std::thread::id, std::unique_ptr<T>> values_;
};

class critical_section {
 public:
  class scoped_lock {
   public:
    explicit scoped_lock(critical_section& section) : section_(section) { section_.lock(); }
    ~scoped_lock() { section_.unlock(); }
    scoped_lock(const scoped_lock&) = delete;

   private:
    critical_section& section_;
  };
  void lock() { mutex_.lock(); }
  bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class reader_writer_lock {
 public:
  class scoped_lock {
   public:
    explicit scoped_lock(reader_writer_lock& locked) : locked_(locked) { locked.lock(); }
    ~scoped_lock() { locked_.unlock(); }
    scoped_lock(const scoped_lock&) = delete;
    scoped_lock& operator=(const scoped_lock&) = delete;

   private:
    reader_writer_lock& locked_;
  };
  class scoped_lock_read {
   public:
    explicit scoped_lock_read(reader_writer_lock& locked) : locked_(locked) { locked.lock_read(); }
    ~scoped_lock_read() { locked_.unlock(); }
    scoped_lock_read(const scoped_lock_read&) = delete;
    scoped_lock_read& operator=(const scoped_lock_read&) = delete;

   private:
    reader_writer_lock& locked_;
  };

  void lock() {
    mutex_.lock();
    is_writing_ = true;
  }
  void lock_read() { mutex_.lock_shared(); }
  bool try_lock() { return mutex_.try_lock() && (is_writing_ = true); }
  bool try_lock_read() { return mutex_.try_lock_shared(); }
  void unlock() {
    if (is_writing_) {
      is_writing_ = false;
      mutex_.unlock();
    } else {
      mutex_.unlock_shared();
    }
  }

 private:
  std::shared_timed_mutex mutex_;  // C++14 has no other
  std::atomic<bool> is_writing_{false};
};

inline unsigned GetProcessorCount() { return std::thread::hardware_concurrency(); }
inline void wait(unsigned milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
inline bool is_current_task_group_canceling() { return false; }

}  // namespace Concurrency
#endif
