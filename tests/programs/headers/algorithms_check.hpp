// What the tests of hc_algorithms.hpp share: sizes, values, memory of the accelerator.
#ifndef TESTS_PROGRAMS_HEADERS_ALGORITHMS_CHECK_HPP
#define TESTS_PROGRAMS_HEADERS_ALGORITHMS_CHECK_HPP

#include <hc.hpp>
#include <hc_algorithms.hpp>
#include <hc_am.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include "check.hpp"

// Nothing, around a wave, a tile and several tiles of each kind, and many tiles.
const int sizes[] = {0, 1, 2, 31, 33, 255, 257, 1000, 1023, 1025, 4095, 4096, 4097, 7681, 100003};

/// A map x -> a x + b: composed in order, which does not commute.
struct Affine {
  int a, b, c;
  friend bool operator==(const Affine& x, const Affine& y) { return x.a == y.a && x.b == y.b && x.c == y.c; }
};
struct Compose {
  Affine operator()(const Affine& x, const Affine& y) const [[cpu, hc]] {
    return Affine{x.a * y.a, x.b * y.a + y.b, x.c + y.c};
  }
};

template <class T>
T value_of(unsigned random) {
  return static_cast<T>(static_cast<int>(random >> 8) % 1000 - 500);
}
template <>
inline Affine value_of<Affine>(unsigned random) {
  return Affine{static_cast<int>(random % 3) + 1, static_cast<int>(random >> 9) % 5, 1};
}
template <class T>
std::vector<T> values(int count) {
  std::vector<T> made;
  unsigned random = static_cast<unsigned>(count) * 77 + 5;
  for (int i = 0; i < count; ++i) made.push_back(value_of<T>(random = random * 1664525u + 1013904223u));
  return made;
}

/// Memory at a device pointer, from its `offset`-th element on: not aligned for more than one.
template <class T>
class Memory {
 public:
  Memory(const std::vector<T>& from, int offset)
      : count_(from.size()),
        base_(hc::am_alloc((from.size() + 4) * sizeof(T), accelerator_, 0)),
        first_(base_ + offset) {
    if (count_) accelerator_.get_default_view().copy(from.data(), first_, count_ * sizeof(T));
  }
  ~Memory() { hc::am_free(base_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  hc::device_span<T> span() const { return hc::device_span<T>(first_, count_); }
  std::vector<T> read() const {
    std::vector<T> to(count_);
    if (count_) hc::accelerator(accelerator_).get_default_view().copy(first_, to.data(), count_ * sizeof(T));
    return to;
  }

 private:
  hc::accelerator accelerator_;
  std::size_t count_;
  T *base_, *first_;
};

/// Says which size failed.
template <class F>
void for_sizes(const F& check) {
  for (const int count : sizes) {
    const int before = failure_count();
    check(count);
    if (failure_count() > before) std::printf("with %d elements\n", count);
  }
}

#endif
