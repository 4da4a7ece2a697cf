// Runs the Parallel Patterns Library's loops and tasks: on new threads for each call, one a processor.
#ifndef HCPY_MS_COMPAT_PPL_THREADS_HPP
#define HCPY_MS_COMPAT_PPL_THREADS_HPP

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace hcrt_ms {

inline bool& in_parallel() {
  static thread_local bool value = false;
  return value;
}

// Keeps the first exception of several threads.
class FirstError {
 public:
  template <class F>
  void guard(const F& work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_ = true;
    }
  }
  bool failed() const { return failed_; }
  // Throws it, once.
  void rethrow() {
    if (!error_) return;
    const std::exception_ptr error = error_;
    error_ = nullptr;
    failed_ = false;
    std::rethrow_exception(error);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
  std::atomic<bool> failed_{false};
};

// Calls work(begin, end) for parts of [0, count) on all processors; inside of another such call on one
// thread.
template <class F>
void in_parts(std::size_t count, const F& work) {
  std::size_t threads = std::thread::hardware_concurrency();
  if (threads == 0) threads = 1;
  if (in_parallel() || threads == 1 || count < 2) {
    if (count) work(std::size_t{0}, count);
    return;
  }
  if (threads > count) threads = count;
  // Small parts even out work of unequal length.
  const std::size_t part = (count + 8 * threads - 1) / (8 * threads);
  std::atomic<std::size_t> next{0};
  FirstError error;
  const auto run = [&] {
    in_parallel() = true;
    for (;;) {
      const std::size_t begin = next.fetch_add(part);
      if (begin >= count || error.failed()) break;
      const std::size_t end = count - begin < part ? count : begin + part;
      error.guard([&] { work(begin, end); });
    }
    in_parallel() = false;
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run);
  run();
  for (std::thread& thread : others) thread.join();
  error.rethrow();
}

}  // namespace hcrt_ms
#endif
