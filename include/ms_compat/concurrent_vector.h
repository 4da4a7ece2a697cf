// concurrent_vector: elements never move; appending is safe beside appending and reading.
#ifndef HCPY_MS_COMPAT_CONCURRENT_VECTOR_H
#define HCPY_MS_COMPAT_CONCURRENT_VECTOR_H

#include <deque>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace Concurrency {

template <class T>
class concurrent_vector {
 public:
  typedef T value_type;
  typedef std::size_t size_type;
  typedef typename std::deque<T>::iterator iterator;
  typedef typename std::deque<T>::const_iterator const_iterator;

  concurrent_vector() = default;
  explicit concurrent_vector(size_type count, const T& value = T()) : items_(count, value) {}
  template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
  concurrent_vector(Iterator first, Iterator last) : items_(first, last) {}
  concurrent_vector(const concurrent_vector& other) : items_(other.items_) {}
  concurrent_vector& operator=(const concurrent_vector& other) {
    items_ = other.items_;
    return *this;
  }

  iterator push_back(const T& value) { return emplace_back(value); }
  iterator push_back(T&& value) { return emplace_back(std::move(value)); }
  template <class... Arguments>
  iterator emplace_back(Arguments&&... arguments) {
    const Lock lock(mutex_);
    items_.emplace_back(std::forward<Arguments>(arguments)...);
    return items_.end() - 1;
  }
  iterator grow_by(size_type count, const T& value = T()) {
    const Lock lock(mutex_);
    return items_.insert(items_.end(), count, value);
  }
  iterator grow_to_at_least(size_type count) {
    const Lock lock(mutex_);
    if (items_.size() < count) items_.resize(count);
    return items_.begin();
  }

  T& operator[](size_type i) {
    const Lock lock(mutex_);
    return items_[i];
  }
  const T& operator[](size_type i) const {
    const Lock lock(mutex_);
    return items_[i];
  }
  T& at(size_type i) {
    const Lock lock(mutex_);
    return items_.at(i);
  }
  size_type size() const {
    const Lock lock(mutex_);
    return items_.size();
  }
  bool empty() const { return size() == 0; }
  T& front() { return (*this)[0]; }
  T& back() { return (*this)[size() - 1]; }
  // Not beside other calls, as in Microsoft's.
  iterator begin() { return items_.begin(); }
  iterator end() { return items_.end(); }
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }
  void clear() { items_.clear(); }
  void reserve(size_type) {}
  void resize(size_type count) { items_.resize(count); }
  void shrink_to_fit() {}
  void swap(concurrent_vector& other) { items_.swap(other.items_); }

 private:
  using Lock = std::lock_guard<std::mutex>;
  mutable std::mutex mutex_;
  std::deque<T> items_;
};

}  // namespace Concurrency
namespace concurrency = Concurrency;
#endif
