// std::vector<const T>, which Microsoft's library has: elements come and go, and none is changed.
#ifndef HCPY_MS_COMPAT_VECTOR_OF_CONST_HPP
#define HCPY_MS_COMPAT_VECTOR_OF_CONST_HPP

#include <cstddef>
#include <vector>

namespace std {

template <class T>
class vector<const T, allocator<const T>> : private vector<T> {
  using base = vector<T>;

 public:
  using value_type = const T;
  using typename base::const_iterator;
  using typename base::const_pointer;
  using typename base::const_reference;
  using typename base::const_reverse_iterator;
  using typename base::difference_type;
  using typename base::size_type;
  using iterator = const_iterator;
  using reference = const_reference;
  using pointer = const_pointer;
  using reverse_iterator = const_reverse_iterator;

  using base::base;
  using base::capacity;
  using base::clear;
  using base::emplace_back;
  using base::empty;
  using base::max_size;
  using base::pop_back;
  using base::push_back;
  using base::reserve;
  using base::resize;
  using base::shrink_to_fit;
  using base::size;
  vector() = default;
  vector(const base& other) : base(other) {}

  const_iterator begin() const { return base::cbegin(); }
  const_iterator end() const { return base::cend(); }
  const_iterator cbegin() const { return base::cbegin(); }
  const_iterator cend() const { return base::cend(); }
  const_reverse_iterator rbegin() const { return base::crbegin(); }
  const_reverse_iterator rend() const { return base::crend(); }
  const_reference operator[](size_type i) const { return base::operator[](i); }
  const_reference at(size_type i) const { return base::at(i); }
  const_reference front() const { return base::front(); }
  const_reference back() const { return base::back(); }
  const T* data() const { return base::data(); }
  void swap(vector& other) { base::swap(other); }

  friend bool operator==(const vector& a, const vector& b) {
    return static_cast<const base&>(a) == static_cast<const base&>(b);
  }
  friend bool operator!=(const vector& a, const vector& b) { return !(a == b); }
};

}  // namespace std
#endif
