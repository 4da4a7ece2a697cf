// rows: hc.library.ranges
// flags: -std=c++20
// <ranges> and the algorithms on ranges.
#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include "record.hpp"

static void views_and_algorithms(int i, Record& r) [[cpu, hc]] {
  namespace R = std::ranges;
  namespace V = std::views;
  std::array<int, 12> v;
  for (int k = 0; k < 12; ++k) v[k] = (i * 7 + k * 5) % 11;
  auto sum = [&](auto&& q) {
    unsigned s = 0;
    for (auto x : q) s = s * 13 + unsigned(x);
    r(s);
  };
  auto w = v;
  R::sort(w);
  sum(w);
  R::sort(w, R::greater());
  sum(w);
  R::sort(w, {}, [](int x) { return x % 4 * 100 + x; });
  sum(w);
  w = v;
  R::nth_element(w, w.begin() + 5);
  r(w[5]);
  R::partial_sort(w, w.begin() + 3);
  r(w[2]);
  w = v;
  R::stable_sort(w);
  sum(w);
  r(R::binary_search(w, 4)), r(R::lower_bound(w, 5) - w.begin()), r(R::equal_range(w, 5).size());
  r(*R::max_element(v)), r(R::max(v)), r(R::min(v));
  auto mm = R::minmax(v);
  r(mm.min * 100 + mm.max), r(R::count(v, 3)), r(R::count_if(v, [](int x) { return x > 4; }));
  r(R::find(v, 4) - v.begin()), r(R::find_if(v, [](int x) { return x > 8; }) - v.begin());
  r(R::all_of(v, [](int x) { return x >= 0; })), r(R::any_of(v, [](int x) { return x == 7; }));
  R::reverse(w);
  sum(w);
  R::rotate(w, w.begin() + 3);
  sum(w);
  R::fill(w, 2);
  sum(w);
  R::copy(v, w.begin());
  sum(w);
  R::transform(v, w.begin(), [](int x) { return x * x; });
  sum(w);
  R::for_each(w, [](int& x) { ++x; });
  sum(w);
  R::replace(w, 1, 9);
  sum(w);
  auto e = R::remove(w, 9);
  r(e.begin() - w.begin());
  R::iota_view io(1, 5);
  sum(io);
  r(R::equal(v, w));
  R::next_permutation(w);
  sum(w);
  r(R::is_sorted(v));
  R::generate(w, [n = i]() mutable { return n++; });
  sum(w);
  R::copy_if(v, w.begin(), [](int x) { return x & 1; });
  sum(w);
  r(R::distance(v)), r(R::size(v));
  R::unique(w);
  R::swap_ranges(v, w);
  sum(v);
  r(R::clamp(i, 3, 7));
  R::merge(std::array{1, 3, 5}, std::array{2, 4, 6}, w.begin());
  sum(w);
  r(R::includes(w, std::array{1, 3}));
  R::make_heap(w);
  R::sort_heap(w);
  sum(w);
  r(R::adjacent_find(w) - w.begin()), r(R::lexicographical_compare(v, w));
  sum(V::iota(0, 6) | V::transform([i](int x) { return x * i; }));
  sum(v | V::filter([](int x) { return x & 1; }));
  sum(v | V::take(4));
  sum(v | V::drop(4));
  sum(v | V::reverse);
  sum(v | V::take_while([](int x) { return x != 4; }));
  sum(v | V::drop_while([](int x) { return x != 4; }));
  std::array<std::pair<int, int>, 3> ps{{{1, 2}, {3, 4}, {5, i}}};
  sum(ps | V::keys);
  sum(ps | V::values);
  sum(ps | V::elements<1>);
  sum(V::iota(i) | V::take(3));
  sum(V::single(i));
  sum(v | V::all | V::common);
  sum(V::counted(v.begin() + 2, 3));
  std::array<std::array<int, 2>, 3> nn{{{1, 2}, {3, i}, {5, 6}}};
  sum(nn | V::join);
  r(V::empty<int>.size());
  R::subrange sr(v.begin(), v.begin() + 4);
  sum(sr);
  for (auto [a, b] : ps) r(a * b);
}

int main() {
  COMPARE(views_and_algorithms);
  return failures();
}
