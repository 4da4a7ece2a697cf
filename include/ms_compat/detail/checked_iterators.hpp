// stdext::checked_array_iterator and unchecked_array_iterator: pointers that know their array's size.
#ifndef HCPY_MS_COMPAT_CHECKED_ITERATORS_HPP
#define HCPY_MS_COMPAT_CHECKED_ITERATORS_HPP

#include <assert.h>

#include <cstddef>
#include <iterator>

namespace stdext {

template <class Iterator>
class checked_array_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename std::iterator_traits<Iterator>::value_type;
  using difference_type = typename std::iterator_traits<Iterator>::difference_type;
  using pointer = typename std::iterator_traits<Iterator>::pointer;
  using reference = typename std::iterator_traits<Iterator>::reference;

  checked_array_iterator() = default;
  checked_array_iterator(Iterator array, std::size_t size, std::size_t index = 0)
      : array_(array), size_(size), index_(static_cast<difference_type>(index)) {}

  Iterator base() const { return array_ + index_; }
  reference operator*() const { return (*this)[0]; }
  pointer operator->() const { return &**this; }
  reference operator[](difference_type by) const {
    assert(index_ + by >= 0 && static_cast<std::size_t>(index_ + by) < size_);
    return array_[index_ + by];
  }
  checked_array_iterator& operator+=(difference_type by) { return index_ += by, *this; }
  checked_array_iterator& operator-=(difference_type by) { return index_ -= by, *this; }
  checked_array_iterator& operator++() { return *this += 1; }
  checked_array_iterator& operator--() { return *this -= 1; }
  checked_array_iterator operator++(int) { return ++*this, *this - 1; }
  checked_array_iterator operator--(int) { return --*this, *this + 1; }

  friend checked_array_iterator operator+(checked_array_iterator i, difference_type by) { return i += by; }
  friend checked_array_iterator operator+(difference_type by, checked_array_iterator i) { return i += by; }
  friend checked_array_iterator operator-(checked_array_iterator i, difference_type by) { return i -= by; }
  friend difference_type operator-(const checked_array_iterator& a, const checked_array_iterator& b) {
    return a.index_ - b.index_;
  }
  friend bool operator==(const checked_array_iterator& a, const checked_array_iterator& b) {
    return a.index_ == b.index_;
  }
  friend bool operator!=(const checked_array_iterator& a, const checked_array_iterator& b) {
    return a.index_ != b.index_;
  }
  friend bool operator<(const checked_array_iterator& a, const checked_array_iterator& b) {
    return a.index_ < b.index_;
  }
  friend bool operator>(const checked_array_iterator& a, const checked_array_iterator& b) { return b < a; }
  friend bool operator<=(const checked_array_iterator& a, const checked_array_iterator& b) {
    return !(b < a);
  }
  friend bool operator>=(const checked_array_iterator& a, const checked_array_iterator& b) {
    return !(a < b);
  }

 private:
  Iterator array_ = Iterator();
  std::size_t size_ = 0;
  difference_type index_ = 0;
};

template <class Iterator>
checked_array_iterator<Iterator> make_checked_array_iterator(Iterator array, std::size_t size,
                                                             std::size_t index = 0) {
  return checked_array_iterator<Iterator>(array, size, index);
}

template <class Iterator>
using unchecked_array_iterator = Iterator;
template <class Iterator>
Iterator make_unchecked_array_iterator(Iterator array) {
  return array;
}

}  // namespace stdext
#endif
