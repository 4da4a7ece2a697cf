// rows: hc.copy.arrays, hc.copy.iterators, hc.copy.sections
#include <deque>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const int sizes[] = {3, 4, 5};
  const hc::extent<3> e(sizes);
  std::vector<int> data = numbers(60), out(60), memory(60);
  hc::array<int, 3> a(e), b(e);
  hc::array_view<int, 3> v(e, memory), w(e);
  hc::copy(data.begin(), data.end(), a);
  hc::copy(a, b);
  hc::copy(b, v);
  hc::copy(hc::array_view<const int, 3>(v), w);
  hc::copy(w, out.begin());
  CHECK(out == data);
  hc::copy_async(data.begin(), w).wait();
  std::deque<long> deque(60);
  hc::copy_async(w, deque.begin()).get();
  CHECK(deque[59] == 59);
  // The part of the array without the last of each dimension.
  const hc::extent<3> part = e - 1;
  hc::array<int, 3> small(part);
  hc::copy(a.section(part), small);
  std::vector<int> dense = small;
  std::size_t at = 0;
  for (int i = 0; i < 60; ++i) {
    int rest = i;
    bool inside = true;
    for (int d = 2; d >= 0; --d) {
      inside = inside && rest % sizes[d] != sizes[d] - 1;
      rest /= sizes[d];
    }
    if (inside) CHECK(dense[at++] == i);
  }
  CHECK(at == dense.size());
  hc::copy(small, w);  // a larger destination keeps the rest
  CHECK(w[hc::index<3>()] == 0);
  return failures();
}
