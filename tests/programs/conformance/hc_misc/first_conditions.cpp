// rows: hc.parallel_for_each.extent, hc.parallel_for_each.tiled
// What a kernel asks about its id before it does anything: sums, differences, equality, signed beside unsigned.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

struct Bounds {
  int n, m, k;
};

constexpr int numbers[] = {-3, 0, 2, 7, 20, 50};
constexpr int sizes[] = {1, 5, 40};

template <class Condition>
static void check_flat(Condition asks, int size, Bounds b) {
  std::vector<int> out(size + 1);
  hc::array_view<int> view(size + 1, out);
  hc::parallel_for_each(hc::extent<1>(size), [=](hc::index<1> i) [[hc]] {
    if (!asks(i[0], b.n, b.m, b.k)) return;
    view[i] += 1;
  });
  view.synchronize();
  for (int i = 0; i < size; ++i) CHECK(out[i] == int(asks(i, b.n, b.m, b.k)));
  CHECK(out[size] == 0);
}

template <class Condition>
static void check_tiled(Condition asks, Bounds b) {
  constexpr int size = 32;
  std::vector<int> out(size);
  hc::array_view<int> view(size, out);
  hc::parallel_for_each(hc::extent<1>(size).tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    if (asks(t.global[0], b.n, b.m, b.k)) view[t.global] += 1;
  });
  view.synchronize();
  for (int i = 0; i < size; ++i) CHECK(out[i] == int(asks(i, b.n, b.m, b.k)));
}

template <class Condition>
static void check_each(Condition asks) {
  for (int n : numbers) {
    for (int m : numbers) {
      for (int size : sizes) check_flat(asks, size, {n, m, m - n});
      check_tiled(asks, {n, m, n - m});
    }
  }
}

#define FOR_EACH(condition) \
  check_each([](int i, int n, int m, int k) [[hc]] [[cpu]] { \
    static_cast<void>(n), static_cast<void>(m), static_cast<void>(k); \
    return condition; \
  })

int main() {
  FOR_EACH(i - n < m);
  FOR_EACH(n - i <= 0);
  FOR_EACH(m > i && k > n - i);
  FOR_EACH(i + n >= m && i + k < m);
  FOR_EACH(i < m && i >= n);
  FOR_EACH(i == n);
  FOR_EACH(long(m) - i == k);
  FOR_EACH(!(i != 0) && i < m);
  FOR_EACH(i < m && unsigned(i) < unsigned(k));
  FOR_EACH(unsigned(i) < unsigned(m) && unsigned(i) >= unsigned(n));
  FOR_EACH(unsigned(i - n) < unsigned(m));
  return failures();
}
