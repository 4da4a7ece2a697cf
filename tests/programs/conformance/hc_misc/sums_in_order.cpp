// rows: hc.parallel_for_each.extent, hc.parallel_for_each.tiled
// flags: -ffp-contract=off
// Sums and products of floating-point numbers are made in the kernel's order, in launches of all sizes.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int most = 385;

/// Of the first n numbers, each with the one after the next.
template <class T>
static T both(const T* numbers, int n) [[hc]] [[cpu]] {
  T all = 0;
  for (int k = 0; k < n; ++k) {
    all += numbers[k];
    all -= numbers[k + 2];
  }
  return all;
}
template <class T>
static T sum(const T* numbers, int n) [[hc]] [[cpu]] {
  T all = 0;
  for (int k = 0; k < n; ++k) all += numbers[k];
  return all;
}
template <class T>
static T positive(const T* numbers, int n) [[hc]] [[cpu]] {
  T all = 0;
  for (int k = n - 1; k >= 0; --k)
    if (numbers[k] > T(0)) all += numbers[k];
  return all;
}
template <class T>
static T product(const T* numbers, int n) [[hc]] [[cpu]] {
  T all = 1;
  for (int k = 0; k < n; ++k) all *= T(1) + numbers[k] * T(0.125);
  return all;
}
/// Of rows of seven.
template <class T>
static T of_rows(const T* numbers, int n) [[hc]] [[cpu]] {
  T all = 0;
  for (int row = 0; row < n; row += 7) {
    T one = 0;
    for (int k = row; k < n && k < row + 7; ++k) one += numbers[k];
    all += one * T(0.75);
  }
  return all;
}

template <class T, class F>
static void check_sizes(const hc::array_view<const T>& numbers, const T* own, F f) {
  for (const int items : {1, 2, 4, 8, 12, 31, 100}) {
    std::vector<T> flat(items), tiled(items);
    hc::array_view<T> a(items, flat), b(items, tiled);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
      a[i] = f(&numbers[0], most - 3 - (i[0] & 3));
    });
    hc::parallel_for_each(hc::extent<1>(items).tile(items), [=](hc::tiled_index<1> t) [[hc]] {
      b[t.global] = f(&numbers[0], most - 3);
    });
    for (int i = 0; i < items; ++i) {
      CHECK(a[i] == f(own, most - 3 - (i & 3)));
      CHECK(b[i] == f(own, most - 3));
    }
  }
}

template <class T>
static void check_all() {
  std::vector<T> own(most);
  for (int k = 0; k < most; ++k) own[k] = T(k % 3 == 1 ? -1 : 1) / T(k + 3);
  const hc::array_view<const T> numbers(most, own);
  const T* const all = own.data();
  check_sizes<T>(numbers, all, [](const T* p, int n) [[hc]] [[cpu]] { return sum(p, n); });
  check_sizes<T>(numbers, all, [](const T* p, int n) [[hc]] [[cpu]] { return both(p, n); });
  check_sizes<T>(numbers, all, [](const T* p, int n) [[hc]] [[cpu]] { return positive(p, n); });
  check_sizes<T>(numbers, all, [](const T* p, int n) [[hc]] [[cpu]] { return product(p, n); });
  check_sizes<T>(numbers, all, [](const T* p, int n) [[hc]] [[cpu]] { return of_rows(p, n); });
}

int main() {
  check_all<float>();
  check_all<double>();
  return failures();
}
