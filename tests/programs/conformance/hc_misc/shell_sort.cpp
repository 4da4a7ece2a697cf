// rows: hc.parallel_for_each.extent
// flags: -fwrapv
// Each work-item sorts a few numbers in an array of its own, with strides that the compiler unrolls.
#include <hc.hpp>

#include <algorithm>
#include <vector>

#include "check.hpp"

template <class T, int count>
inline void sort_all(T (&v)[count]) [[cpu, hc]] {
  for (int gap = count / 2; gap > 0; gap /= 2)
    for (int k = gap; k < count; ++k) {
      const T x = v[k];
      int j = k;
      for (; j >= gap && x < v[j - gap]; j -= gap) v[j] = v[j - gap];
      v[j] = x;
    }
}

template <class T, int count>
void try_sorting() {
  constexpr int items = 41;
  std::vector<T> numbers(items * count), sorted(numbers.size());
  unsigned random = 1;
  for (T& number : numbers) number = static_cast<T>((random = random * 1664525u + 1013904223u) >> 8);
  {
    hc::array_view<const T, 1> in(items * count, numbers);
    hc::array_view<T, 1> out(items * count, sorted);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
      T v[count];
      for (int k = 0; k < count; ++k) v[k] = in[i[0] * count + k];
      sort_all(v);
      for (int k = 0; k < count; ++k) out[i[0] * count + k] = v[k];
    });
  }
  for (int i = 0; i < items; ++i) std::sort(&numbers[i * count], &numbers[i * count] + count);
  CHECK(sorted == numbers);
}

int main() {
  try_sorting<int, 5>();
  try_sorting<long, 5>();
  try_sorting<float, 5>();
  return failures();
}
