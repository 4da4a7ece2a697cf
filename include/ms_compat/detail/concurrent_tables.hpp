// concurrent_unordered_map and its kin: inserting and finding is safe beside inserting and finding. What the
// standard's containers keep in nodes does not move, so that iterators and references stay valid.
#ifndef HCPY_MS_COMPAT_CONCURRENT_TABLES_HPP
#define HCPY_MS_COMPAT_CONCURRENT_TABLES_HPP

#include <cstddef>
#include <initializer_list>
#include <mutex>
#include <utility>

namespace hcrt_ms {

template <class Table>
class ConcurrentTable {
 public:
  typedef typename Table::key_type key_type;
  typedef typename Table::value_type value_type;
  typedef typename Table::size_type size_type;

  // An iterator that takes the lock for each step, as an insertion may be linking nodes.
  template <class Inner>
  class Iterator {
   public:
    typedef std::forward_iterator_tag iterator_category;
    typedef typename Table::value_type value_type;
    typedef std::ptrdiff_t difference_type;
    typedef typename Inner::pointer pointer;
    typedef typename Inner::reference reference;

    Iterator() = default;
    Iterator(Inner at, std::mutex* mutex) : at_(at), mutex_(mutex) {}
    template <class Other>
    Iterator(const Iterator<Other>& other) : at_(other.inner()), mutex_(other.mutex()) {}
    reference operator*() const { return *at_; }
    pointer operator->() const { return at_.operator->(); }
    Iterator& operator++() {
      const std::lock_guard<std::mutex> lock(*mutex_);
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.at_ != b.at_; }
    Inner inner() const { return at_; }
    std::mutex* mutex() const { return mutex_; }

   private:
    Inner at_;
    std::mutex* mutex_ = nullptr;
  };
  typedef Iterator<typename Table::iterator> iterator;
  typedef Iterator<typename Table::const_iterator> const_iterator;

  ConcurrentTable() = default;
  template <class Input>
  ConcurrentTable(Input first, Input last) : table_(first, last) {}
  ConcurrentTable(std::initializer_list<value_type> values) : table_(values) {}
  ConcurrentTable(const ConcurrentTable& other) : table_(other.table_) {}
  ConcurrentTable& operator=(const ConcurrentTable& other) {
    table_ = other.table_;
    return *this;
  }

  auto insert(const value_type& value) {
    return inserted(locked([&] { return table_.insert(value); }));
  }
  auto insert(value_type&& value) {
    return inserted(locked([&] { return table_.insert(std::move(value)); }));
  }
  template <class Input>
  void insert(Input first, Input last) {
    for (; first != last; ++first) insert(*first);
  }
  template <class... Arguments>
  auto emplace(Arguments&&... arguments) {
    return insert(value_type(std::forward<Arguments>(arguments)...));
  }
  iterator find(const key_type& key) {
    return made(locked([&] { return table_.find(key); }));
  }
  const_iterator find(const key_type& key) const {
    return {locked([&] { return table_.find(key); }), &mutex_};
  }
  size_type count(const key_type& key) const {
    return locked([&] { return table_.count(key); });
  }
  size_type size() const {
    return locked([&] { return table_.size(); });
  }
  bool empty() const { return size() == 0; }
  iterator begin() {
    return made(locked([&] { return table_.begin(); }));
  }
  iterator end() { return made(table_.end()); }
  const_iterator begin() const {
    return {locked([&] { return table_.begin(); }), &mutex_};
  }
  const_iterator end() const { return {table_.end(), &mutex_}; }
  // Not beside other calls, as in Microsoft's.
  void clear() { table_.clear(); }
  size_type unsafe_erase(const key_type& key) { return table_.erase(key); }
  void swap(ConcurrentTable& other) { table_.swap(other.table_); }

 protected:
  template <class F>
  auto locked(const F& work) const -> decltype(work()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return work();
  }
  Table& table() { return table_; }
  const Table& table() const { return table_; }

 private:
  iterator made(typename Table::iterator at) { return {at, &mutex_}; }
  iterator inserted(typename Table::iterator at) { return made(at); }
  std::pair<iterator, bool> inserted(const std::pair<typename Table::iterator, bool>& found) {
    return {made(found.first), found.second};
  }

  mutable std::mutex mutex_;
  Table table_;
};

}  // namespace hcrt_ms
#endif
