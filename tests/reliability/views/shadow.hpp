// What the elements ought to be: bytes of plain memory, and shapes over them with their own arithmetic.
#pragma once
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace views {

using Word = unsigned;
using Byte = unsigned char;
#ifdef __HCC_AMP__
/// C++ AMP has no integers of 64 bits.
struct Long {
  Long() = default;
  explicit Long(Word both) restrict(amp, cpu) : low(both), high(both) {}
  friend Long operator*(Long a, Word b) restrict(amp, cpu) { return Long(a.low * b, a.high * b); }
  friend Long operator+(Long a, Word b) restrict(amp, cpu) { return Long(a.low + b, a.high + b); }
  friend Long operator+(Long a, Long b) restrict(amp, cpu) { return Long(a.low + b.low, a.high + b.high); }

  Word low, high;

 private:
  Long(Word l, Word h) restrict(amp, cpu) : low(l), high(h) {}
};
#else
using Long = unsigned long long;
#endif
using Bytes = std::vector<Byte>;
using Memory = std::vector<unsigned long long>;  // aligned for all elements

/// The bytes of a buffer, and which of them the program may know.
struct Store {
  Store(std::size_t size, bool is_known) : bytes(size), known(size, is_known ? 1 : 0) {}

  Bytes bytes, known;
  std::shared_ptr<Memory> memory;  // the program's own, under the views
  std::string memory_name;
  bool of_array = false;
};

/// A value that was read, and whether what it was made of is known.
template <class T>
struct Value {
  T value;
  bool known;
};

template <class T>
Value<T> load(const Store& store, std::size_t at) {
  Value<T> found{T(), true};
  std::memcpy(&found.value, store.bytes.data() + at, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T); ++i) found.known = found.known && store.known[at + i] != 0;
  return found;
}

template <class T>
void store_value(Store& store, std::size_t at, T value, bool known) {
  std::memcpy(store.bytes.data() + at, &value, sizeof(T));
  std::memset(store.known.data() + at, known ? 1 : 0, sizeof(T));
}

/// A box of elements in a store: where the first one is, and how far the next is in each dimension.
struct Shape {
  int rank = 1;
  int extent[3] = {0, 1, 1};
  std::size_t element = sizeof(Word);  // bytes
  std::size_t first = 0;               // byte
  std::size_t step[3] = {0, 0, 0};     // bytes

  std::size_t count() const {
    std::size_t n = 1;
    for (int d = 0; d < rank; ++d) n *= static_cast<std::size_t>(extent[d]);
    return n;
  }
  std::size_t bytes() const { return count() * element; }
  std::size_t at(const int* index) const {
    std::size_t place = first;
    for (int d = 0; d < rank; ++d) place += static_cast<std::size_t>(index[d]) * step[d];
    return place;
  }
  /// The index of the element that comes after so many others.
  void index_of(std::size_t number, int* index) const {
    for (int d = rank - 1; d >= 0; --d) {
      const std::size_t size = static_cast<std::size_t>(extent[d]);
      index[d] = static_cast<int>(number % size);
      number /= size;
    }
  }
  std::size_t place(std::size_t number) const {
    int index[3];
    index_of(number, index);
    return at(index);
  }
  bool has_gaps() const { return count() > 0 && place(count() - 1) - first + element != bytes(); }
  bool operator==(const Shape& other) const {
    if (rank != other.rank || element != other.element || first != other.first) return false;
    for (int d = 0; d < rank; ++d)
      if (extent[d] != other.extent[d] || step[d] != other.step[d]) return false;
    return true;
  }
};

inline Shape dense(int rank, const int* extent, std::size_t element, std::size_t first = 0) {
  Shape shape;
  shape.rank = rank;
  shape.element = element;
  shape.first = first;
  std::size_t step = element;
  for (int d = rank - 1; d >= 0; --d) {
    shape.extent[d] = extent[d];
    shape.step[d] = step;
    step *= static_cast<std::size_t>(extent[d]);
  }
  return shape;
}

inline Shape part(const Shape& whole, const int* origin, const int* extent) {
  Shape shape = whole;
  shape.first = whole.at(origin);
  for (int d = 0; d < whole.rank; ++d) shape.extent[d] = extent[d];
  return shape;
}

inline Shape row(const Shape& whole, int i) {
  Shape shape = whole;
  shape.rank = whole.rank - 1;
  shape.first = whole.first + static_cast<std::size_t>(i) * whole.step[0];
  for (int d = 0; d < shape.rank; ++d) {
    shape.extent[d] = whole.extent[d + 1];
    shape.step[d] = whole.step[d + 1];
  }
  return shape;
}

/// Has an element of one a byte of the other?
inline bool overlap(const Shape& a, const Shape& b, std::size_t store_bytes) {
  std::vector<bool> used(store_bytes);
  for (std::size_t i = 0; i < a.count(); ++i)
    for (std::size_t n = 0; n < a.element; ++n) used[a.place(i) + n] = true;
  for (std::size_t i = 0; i < b.count(); ++i)
    for (std::size_t n = 0; n < b.element; ++n)
      if (used[b.place(i) + n]) return true;
  return false;
}

/// The elements of a shape, one after the other.
struct Contents {
  Bytes bytes, known;
};

inline Contents contents(const Store& store, const Shape& shape) {
  Contents found;
  for (std::size_t i = 0; i < shape.count(); ++i) {
    const std::size_t at = shape.place(i);
    found.bytes.insert(found.bytes.end(), store.bytes.begin() + at, store.bytes.begin() + at + shape.element);
    found.known.insert(found.known.end(), store.known.begin() + at, store.known.begin() + at + shape.element);
  }
  return found;
}

inline void put(Store& store, const Shape& shape, const Contents& from) {
  for (std::size_t i = 0; i < shape.count(); ++i) {
    std::memcpy(store.bytes.data() + shape.place(i), from.bytes.data() + i * shape.element, shape.element);
    std::memcpy(store.known.data() + shape.place(i), from.known.data() + i * shape.element, shape.element);
  }
}

/// What is wrong with bytes that were found; empty: nothing.
inline std::string difference(const Contents& wanted, const void* found, std::size_t element) {
  const Byte* const bytes = static_cast<const Byte*>(found);
  for (std::size_t i = 0; i < wanted.bytes.size(); ++i)
    if (wanted.known[i] && bytes[i] != wanted.bytes[i])
      return "byte " + std::to_string(i % element) + " of element " + std::to_string(i / element) + " is " +
             std::to_string(bytes[i]) + ", not " + std::to_string(wanted.bytes[i]);
  return "";
}

}  // namespace views
