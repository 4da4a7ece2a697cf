// rows: hc.language.standard_library
#include <hc.hpp>

#include <algorithm>
#include <utility>

#include "check.hpp"

// Few elements and many, by operator< and by an order of the program's.
template <int N>
int sorted(int seed) {
  std::pair<int, int> pairs[N];
  int numbers[N];
  for (int n = 0; n < N; ++n) {
    seed = (seed * 7919 + 13) % 65521;
    pairs[n] = {seed % 5, n};
    numbers[n] = seed;
  }
  std::stable_sort(pairs, pairs + N, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::stable_sort(numbers, numbers + N);
  int wrong = 0;
  for (int n = 1; n < N; ++n) wrong += pairs[n] < pairs[n - 1] || numbers[n] < numbers[n - 1];
  return wrong * 1000000 + pairs[N / 2].second * 1000 + numbers[N / 3] % 1000;
}

int main() {
  hc::array_view<int, 2> v(40, 2);
  hc::parallel_for_each(hc::extent<1>(40), [=](hc::index<1> i) [[hc]] {
    v(i[0], 0) = sorted<9>(i[0]);
    v(i[0], 1) = sorted<50>(i[0]);
  });
  int wrong = 0;
  for (int x = 0; x < 40; ++x) wrong += v(x, 0) != sorted<9>(x) || v(x, 1) != sorted<50>(x);
  CHECK(wrong == 0);
  return failures();
}
