// concurrent_queue: any number of threads push and pop.
#ifndef HCPY_MS_COMPAT_CONCURRENT_QUEUE_H
#define HCPY_MS_COMPAT_CONCURRENT_QUEUE_H

#include <deque>
#include <mutex>
#include <utility>

namespace Concurrency {

template <class T>
class concurrent_queue {
 public:
  typedef T value_type;
  typedef std::size_t size_type;

  void push(const T& value) {
    const Lock lock(mutex_);
    items_.push_back(value);
  }
  void push(T&& value) {
    const Lock lock(mutex_);
    items_.push_back(std::move(value));
  }
  bool try_pop(T& target) {
    const Lock lock(mutex_);
    if (items_.empty()) return false;
    target = std::move(items_.front());
    items_.pop_front();
    return true;
  }
  bool empty() const { return unsafe_size() == 0; }
  size_type unsafe_size() const {
    const Lock lock(mutex_);
    return items_.size();
  }
  void clear() {
    const Lock lock(mutex_);
    items_.clear();
  }

 private:
  using Lock = std::lock_guard<std::mutex>;
  mutable std::mutex mutex_;
  std::deque<T> items_;
};

}  // namespace Concurrency
namespace concurrency = Concurrency;
#endif
