// concurrent_priority_queue: any number of threads push and pop.
#ifndef HCPY_MS_COMPAT_CONCURRENT_PRIORITY_QUEUE_H
#define HCPY_MS_COMPAT_CONCURRENT_PRIORITY_QUEUE_H

#include <functional>
#include <mutex>
#include <queue>
#include <utility>
#include <vector>

namespace Concurrency {

template <class T, class Less = std::less<T>>
class concurrent_priority_queue {
 public:
  typedef T value_type;
  typedef std::size_t size_type;

  concurrent_priority_queue() = default;
  explicit concurrent_priority_queue(const Less& less) : items_(less) {}
  template <class Input>
  concurrent_priority_queue(Input first, Input last) : items_(first, last) {}

  void push(const T& value) {
    const Lock lock(mutex_);
    items_.push(value);
  }
  void push(T&& value) {
    const Lock lock(mutex_);
    items_.push(std::move(value));
  }
  bool try_pop(T& target) {
    const Lock lock(mutex_);
    if (items_.empty()) return false;
    target = items_.top();
    items_.pop();
    return true;
  }
  size_type size() const {
    const Lock lock(mutex_);
    return items_.size();
  }
  bool empty() const { return size() == 0; }
  void clear() {
    const Lock lock(mutex_);
    while (!items_.empty()) items_.pop();
  }

 private:
  using Lock = std::lock_guard<std::mutex>;
  mutable std::mutex mutex_;
  std::priority_queue<T, std::vector<T>, Less> items_;
};

}  // namespace Concurrency
namespace concurrency = Concurrency;
#endif
