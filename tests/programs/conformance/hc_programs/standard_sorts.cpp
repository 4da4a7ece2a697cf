// rows: hc.language.standard_library
// Sorting by the standard library in kernels: lengths around introsort's limits, and orders that divide badly.
#include <hc.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <vector>

constexpr int most = 150, patterns = 6;

struct item {
  short key;
  signed char rest;
};

inline int value(int pattern, int length, int k) [[cpu, hc]] {
  if (pattern == 0) return (k * 7919 + 13) % 101;
  if (pattern == 1) return k;
  if (pattern == 2) return length - k;
  if (pattern == 3) return 5;
  if (pattern == 4) return k < length / 2 ? k : length - k;
  // What a median of three divides as badly as can be.
  return k % 2 == 0 ? k / 2 : length / 2 + k / 2;
}

// A sum that only the right order gives: each element times its place.
template <typename Less>
long long sorted(int pattern, int length, Less less) [[cpu, hc]] {
  int data[most];
  for (int k = 0; k < length; ++k) data[k] = value(pattern, length, k);
  std::sort(data, data + length, less);
  long long sum = 0;
  for (int k = 0; k < length; ++k) sum += data[k] * (k + 1LL);
  return sum;
}

inline long long of_items(int pattern, int length) [[cpu, hc]] {
  std::array<item, most> data{};
  for (int k = 0; k < length; ++k) {
    data[k].key = static_cast<short>(value(pattern, length, k) % 9);
    data[k].rest = static_cast<signed char>(k);
  }
  std::sort(data.begin(), data.begin() + length, [](const item& a, const item& b) {
    return a.key != b.key ? a.key < b.key : a.rest > b.rest;
  });
  long long sum = 0;
  for (int k = 0; k < length; ++k) sum += (data[k].key * 256 + data[k].rest) * (k + 1LL);
  return sum;
}

inline long long others(int pattern, int length) [[cpu, hc]] {
  float data[most];
  for (int k = 0; k < length; ++k) data[k] = static_cast<float>(value(pattern, length, k));
  std::nth_element(data, data + length / 2, data + length);
  long long sum = static_cast<long long>(data[length / 2]);
  std::partial_sort(data, data + length / 3, data + length);
  for (int k = 0; k < length / 3; ++k) sum += static_cast<long long>(data[k]) * (k + 1);
  std::make_heap(data, data + length);
  std::sort_heap(data, data + length);
  return sum * 2 + std::is_sorted(data, data + length);
}

inline long long all(int pattern, int length, int kind) [[cpu, hc]] {
  if (kind == 0) return sorted(pattern, length, std::less<int>());
  if (kind == 1) return sorted(pattern, length, [](int a, int b) { return a > b; });
  if (kind == 2) return of_items(pattern, length);
  return others(pattern, length);
}

int main() {
  const int lengths[] = {1, 2, 15, 16, 17, 33, 64, 100, most};
  for (int kind = 0; kind < 4; ++kind) {
    hc::array_view<int> length(9);
    for (int k = 0; k < 9; ++k) length[k] = lengths[k];
    hc::array_view<long long, 2> got(patterns, 9);
    hc::parallel_for_each(got.get_extent(), [=](hc::index<2> i) [[hc]] { got[i] = all(i[0], length[i[1]], kind); });
    for (int p = 0; p < patterns; ++p) {
      for (int k = 0; k < 9; ++k) {
        if (got(p, k) == all(p, lengths[k], kind)) continue;
        std::printf("FAILED: kind %d, pattern %d, %d elements\n", kind, p, lengths[k]);
        return 1;
      }
    }
  }
}
