// rows: hc.library.algorithm
// flags: -std=c++20
// <algorithm> on private arrays.
#include <algorithm>
#include <functional>

#include "record.hpp"

static void fill(int i, int* v, int n) [[cpu, hc]] {
  for (int k = 0; k < n; ++k) v[k] = int((unsigned(i) * 2654435761u + unsigned(k) * 40503u) >> 7) % 17;
}

static void sum(const int* v, int n, Record& r) [[cpu, hc]] {
  unsigned s = 0;
  for (int k = 0; k < n; ++k) s = s * 19u + unsigned(v[k]);
  r(s % 1000000007);
}

static void sorting(int i, Record& r) [[cpu, hc]] {
  int v[20];
  fill(i, v, 20);
  std::sort(v, v + 20);
  sum(v, 20, r);
  fill(i, v, 20);
  std::sort(v, v + 20, std::greater<int>());
  sum(v, 20, r);
  fill(i, v, 20);
  std::sort(v, v + 20, [](int a, int b) { return a % 5 < b % 5 || (a % 5 == b % 5 && a < b); });
  sum(v, 20, r);
  fill(i, v, 20);
  std::stable_sort(v, v + 20, [](int a, int b) { return a % 5 < b % 5; });
  sum(v, 20, r);
  fill(i, v, 20);
  std::nth_element(v, v + 7, v + 20);
  r(v[7]);
  fill(i, v, 20);
  std::partial_sort(v, v + 6, v + 20);
  sum(v, 6, r);
  int w[5];
  fill(i, v, 20);
  std::partial_sort_copy(v, v + 20, w, w + 5);
  sum(w, 5, r);
  r(std::is_sorted(w, w + 5)), r(std::is_sorted_until(v, v + 20) - v);
  fill(i, v, 20);
  std::sort(v, v + 20);
  r(std::lower_bound(v, v + 20, 9) - v), r(std::upper_bound(v, v + 20, 9) - v);
  r(std::binary_search(v, v + 20, i % 17));
  auto p = std::equal_range(v, v + 20, 9);
  r(p.first - v), r(p.second - v);
  int a[10], b[10], c[20];
  fill(i, a, 10);
  fill(i + 3, b, 10);
  std::sort(a, a + 10);
  std::sort(b, b + 10);
  std::merge(a, a + 10, b, b + 10, c);
  sum(c, 20, r);
  r(std::includes(a, a + 10, b, b + 2)), r(std::set_union(a, a + 10, b, b + 10, c) - c);
  sum(c, 10, r);
  r(std::set_intersection(a, a + 10, b, b + 10, c) - c);
  r(std::set_difference(a, a + 10, b, b + 10, c) - c);
  r(std::set_symmetric_difference(a, a + 10, b, b + 10, c) - c);
}

static void heaps(int i, Record& r) [[cpu, hc]] {
  int v[20];
  fill(i, v, 20);
  std::make_heap(v, v + 20);
  r(std::is_heap(v, v + 20)), r(v[0]);
  std::pop_heap(v, v + 20);
  r(v[19]), r(v[0]);
  std::push_heap(v, v + 20);
  r(v[0]), r(std::is_heap_until(v, v + 20) - v);
  std::sort_heap(v, v + 20);
  sum(v, 20, r);
}

static void searching(int i, Record& r) [[cpu, hc]] {
  int v[20];
  fill(i, v, 20);
  const int pat[2] = {v[6], v[7]};
  r(std::find(v, v + 20, 5) - v), r(std::find_if(v, v + 20, [](int x) { return x > 10; }) - v);
  r(std::find_if_not(v, v + 20, [](int x) { return x > 10; }) - v);
  r(std::search(v, v + 20, pat, pat + 2) - v), r(std::find_end(v, v + 20, pat, pat + 2) - v);
  r(std::find_first_of(v, v + 20, pat, pat + 2) - v), r(std::adjacent_find(v, v + 20) - v);
  r(std::search_n(v, v + 20, 1, v[3]) - v), r(std::count(v, v + 20, 3));
  r(std::count_if(v, v + 20, [i](int x) { return x > i % 17; }));
  r(std::all_of(v, v + 20, [](int x) { return x >= 0; }));
  r(std::any_of(v, v + 20, [](int x) { return x == 16; }));
  r(std::none_of(v, v + 20, [](int x) { return x == 16; }));
  int w[20];
  std::copy(v, v + 20, w);
  w[i % 20]++;
  auto m = std::mismatch(v, v + 20, w);
  r(m.first - v), r(std::equal(v, v + 20, w)), r(std::equal(v, v + 20, w, w + 20));
  r(std::lexicographical_compare(v, v + 20, w, w + 20)), r(*std::min_element(v, v + 20));
  r(*std::max_element(v, v + 20));
  auto mm = std::minmax_element(v, v + 20);
  r(mm.first - v), r(mm.second - v), r(std::min(v[0], v[1])), r(std::max({v[0], v[1], v[2]}));
  auto q = std::minmax(v[0], v[1]);
  r(q.first), r(std::clamp(v[0], 3, 9));
  auto l = std::minmax({v[3], v[4], v[5]});
  r(l.first + l.second * 100), r(std::is_permutation(v, v + 20, w));
  r(std::is_partitioned(v, v + 20, [](int x) { return x < 5; }));
  std::for_each(v, v + 20, [&](int& x) { x += 1; });
  sum(v, 20, r);
  std::for_each_n(v, 3, [](int& x) { x *= 2; });
  sum(v, 20, r);
}

static void modifying(int i, Record& r) [[cpu, hc]] {
  int v[20], w[20];
  fill(i, v, 20);
  std::copy(v, v + 20, w);
  sum(w, 20, r);
  std::copy_n(v, 5, w + 3);
  std::copy_if(v, v + 20, w, [](int x) { return x & 1; });
  sum(w, 20, r);
  std::copy_backward(v, v + 10, v + 15);
  sum(v, 20, r);
  std::move(v, v + 4, w);
  std::move_backward(v, v + 4, w + 9);
  sum(w, 20, r);
  std::fill(w, w + 5, 7);
  std::fill_n(w + 8, 3, i);
  std::generate(v, v + 6, [&, n = 0]() mutable { return n += i; });
  std::generate_n(v + 8, 2, [] { return 4; });
  sum(w, 20, r);
  sum(v, 20, r);
  std::transform(v, v + 20, w, [](int x) { return x * 2; });
  sum(w, 20, r);
  std::transform(v, v + 20, w, v, std::plus<>());
  sum(v, 20, r);
  std::replace(v, v + 20, 3, 99);
  std::replace_if(v, v + 20, [](int x) { return x % 7 == 0; }, 1);
  std::replace_copy(v, v + 20, w, 1, 2);
  sum(w, 20, r);
  r(std::remove(v, v + 20, 1) - v);
  r(std::remove_if(v, v + 20, [](int x) { return x % 3 == 0; }) - v);
  r(std::remove_copy(v, v + 10, w, 2) - w), r(std::unique(v, v + 20) - v);
  r(std::unique_copy(v, v + 20, w) - w);
  fill(i, v, 20);
  std::reverse(v, v + 20);
  sum(v, 20, r);
  std::reverse_copy(v, v + 20, w);
  sum(w, 20, r);
  std::rotate(v, v + i % 20, v + 20);
  sum(v, 20, r);
  std::rotate_copy(v, v + 3, v + 20, w);
  sum(w, 20, r);
  std::swap_ranges(v, v + 5, w);
  sum(v, 20, r);
  std::iter_swap(v, v + 3);
  std::swap(v[1], v[2]);
  sum(v, 20, r);
  r(std::partition(v, v + 20, [](int x) { return x < 8; }) - v);
  r(std::partition_point(v, v + 20, [](int x) { return x < 8; }) - v);
  fill(i, v, 20);
  auto pc = std::partition_copy(v, v + 10, w, w + 10, [](int x) { return x & 1; });
  r(pc.first - w);
  std::shift_left(v, v + 20, 2);
  sum(v, 18, r);
  std::shift_right(v, v + 20, 3);
  sum(v + 3, 17, r);
}

static void permuting(int i, Record& r) [[cpu, hc]] {
  int v[5] = {1, 2, 3, 4, 5};
  for (int k = 0; k < i * 3; ++k) std::next_permutation(v, v + 5);
  sum(v, 5, r);
  for (int k = 0; k < i; ++k) std::prev_permutation(v, v + 5);
  sum(v, 5, r);
  std::sort(v, v + 5, std::greater<>());
  r(std::next_permutation(v, v + 5));
  sum(v, 5, r);
}

int main() {
  COMPARE(sorting);
  COMPARE(heaps);
  COMPARE(searching);
  COMPARE(modifying);
  COMPARE(permuting);
  return failures();
}
