// rows: hc.programs.whole
#include <cstdint>
#include <hc.hpp>
#include <vector>

// Work-items add to places that data chooses: to few and to many, near each other and far apart, and to more
// than one array.
struct Cell {
  int other;
  int count;
};

template <class T>
int counts(int n, int bins, int weight) {
  std::vector<int> places(n);
  unsigned state = 12345;
  for (int& place : places) place = int((state = state * 1664525u + 1013904223u) >> 8) % bins;
  std::vector<T> sums(bins, T(3)), less(bins, T(-5)), wanted = sums, wanted_less = less;
  for (int i = 0; i < n; ++i) {
    wanted[places[i]] += T(i - weight);
    if (places[i] % 3 != 1) wanted_less[bins - 1 - places[i]] -= T(i);
  }
  const hc::array_view<const int> at(n, places);
  const hc::array_view<T> up(bins, sums), down(bins, less);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const int place = at[i];
    hc::atomic_fetch_add(&up[place], T(i[0] - weight));
    if (place % 3 != 1) hc::atomic_fetch_sub(&down[bins - 1 - place], T(i[0]));
  }).wait();
  up.synchronize();
  down.synchronize();
  return sums == wanted && less == wanted_less ? 0 : 1;
}

int in_cells(int n, int bins) {
  std::vector<Cell> cells(bins, Cell{7, 0});
  const hc::array_view<Cell> view(bins, cells);
  hc::parallel_for_each(hc::extent<2>(n, 3), [=](hc::index<2> i) [[hc]] {
    for (int k = 0; k <= i[1]; ++k) hc::atomic_fetch_add(&view[(i[0] * 7 + k) % bins].count, k + 1);
  }).wait();
  view.synchronize();
  std::vector<int> wanted(bins);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k <= j; ++k) wanted[(i * 7 + k) % bins] += k + 1;
  for (int b = 0; b < bins; ++b)
    if (cells[b].count != wanted[b] || cells[b].other != 7) return 1;
  return 0;
}

// Places that are the same for all work-items.
template <class T>
int counters(int n) {
  std::vector<float> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = float(i * 37 % 101);
  std::vector<T> found(5, T(1)), bins(7), wanted = found, wanted_bins = bins;
  for (int i = 0; i < n; ++i) {
    if (numbers[i] < 40) ++wanted[0];
    if (numbers[i] > 90) wanted[3] -= T(i);
    wanted[4] += T(3 * i + 3);
    ++wanted_bins[i % 7];
  }
  const hc::array_view<const float> in(n, numbers);
  const hc::array_view<T> out(5, found), each(7, bins);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    const float x = in[i];
    if (x < 40) hc::atomic_fetch_add(&out[0], T(1));
    if (x > 90) hc::atomic_fetch_sub(&out[3], T(i[0]));
    for (int k = 0; k < 3; ++k) hc::atomic_fetch_add(&out[4], T(i[0] + k));
    hc::atomic_fetch_add(&each[i[0] % 7], T(1));
  }).wait();
  out.synchronize();
  each.synchronize();
  return found == wanted && bins == wanted_bins ? 0 : 1;
}

// What a work-item has added it finds again, and what others have added before it.
int found_again(int n) {
  std::vector<int> own(n, 1), read(n), tickets(n);
  int count = 0;
  const hc::array_view<int> mine(n, own), out(n, read), order(n, tickets), counter(1, &count);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    hc::atomic_fetch_add(&mine[i], i[0]);
    out[i] = mine[i];
    hc::atomic_fetch_add(&order[hc::atomic_fetch_add(&counter[0], 1)], 1);
  }).wait();
  out.synchronize();
  order.synchronize();
  for (int i = 0; i < n; ++i)
    if (read[i] != i + 1 || tickets[i] != 1) return 1;
  return 0;
}

int main() {
  for (int n : {1, 100, 129, 1000, 40000})
    for (int bins : {1, 3, 256, 1024, 1500, 9000}) {
      if (counts<int>(n, bins, 2)) return 1;
      if (counts<unsigned>(n, bins, 100000)) return 2;
      if (counts<std::uint64_t>(n, bins, 2)) return 3;
      if (in_cells(n / 3 + 1, bins)) return 4;
    }
  for (int n : {1, 31, 1000, 40000})
    if (counters<int>(n) || counters<std::uint64_t>(n)) return 6;
  return found_again(5000) ? 5 : 0;
}
