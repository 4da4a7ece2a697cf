// rows: hc.library.tuple
// flags: -std=c++20
// <tuple>, <utility>, <array>, <span>, <iterator> and <bitset>.
#include <array>
#include <bitset>
#include <compare>
#include <cstddef>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include "record.hpp"

struct Point {
  int x;
  float y;
  int twice() const { return x * 2; }
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;
};

static void tuples(int i, Record& r) [[cpu, hc]] {
  std::tuple<int, float, char> t(i, 1.5f, 'a');
  r(std::get<0>(t)), r(std::get<float>(t)), r(std::get<2>(t));
  std::get<1>(t) = 3;
  auto [a, b, c] = t;
  r(a + b + c);
  auto t2 =
      std::tuple_cat(t, std::make_tuple(4, 5.5), std::pair<int, int>(1, 2), std::array<int, 2>{8, 9});
  r(std::tuple_size_v<decltype(t2)>), r(std::get<4>(t2)), r(std::get<8>(t2));
  r(std::apply([](auto... x) { return (double(x) + ...); }, t2));
  r(std::make_from_tuple<Point>(std::make_tuple(i, 2.f)).x);
  int x;
  float y;
  std::tie(x, y, std::ignore) = t;
  r(x + y), r(t == std::make_tuple(i, 3.f, 'a')), r(t < std::make_tuple(5, 3.f, 'a'));
  r((t <=> std::make_tuple(5, 3.f, 'a')) < 0);
  auto f = std::forward_as_tuple(x, y);
  std::get<0>(f) = 77;
  r(x);
  std::tuple<int, float, char> u(1, 2, 'x');
  std::swap(t, u);
  r(std::get<0>(t));
  u.swap(t);
  r(std::get<0>(t));
  std::pair<int, float> p(i, 2), q = std::make_pair(i % 5, 3.f);
  r(p < q), r(p == q), r((p <=> q) > 0);
  auto [k, l] = q;
  r(k + l), r(std::get<0>(p)), r(std::get<float>(p));
  std::swap(p, q);
  r(p.first);
  std::pair<double, double> pd = p;
  r(pd.second);
  std::pair<std::pair<int, int>, Point> n(std::piecewise_construct, std::forward_as_tuple(1, 2),
                                          std::forward_as_tuple(i, 4));
  r(n.second.x), r(std::exchange(x, 5)), r(x), r(std::cmp_less(-1, 1u));
  r(std::cmp_equal(-1, ~0u)), r(std::in_range<signed char>(i * 20));
  r(std::cmp_greater_equal(i, 3u));
  r([]<std::size_t... I>(std::index_sequence<I...>, int m) { return ((int(I) * m) + ...); }(
        std::make_index_sequence<6>(), i));
  std::tuple<> e;
  r(std::tuple_size_v<decltype(e)>);
  std::tuple<Point, std::tuple<int, int>> nest(Point{1, 2}, {3, 4});
  r(std::get<1>(std::get<1>(nest))), r(Point{i, 1} < Point{4, 1});
  r((Point{i, 1} <=> Point{4, 1}) > 0);
}

static void arrays(int i, Record& r) [[cpu, hc]] {
  std::array<int, 6> a{1, 2, 3, 4, 5, 6}, b;
  b.fill(i);
  r(a == b), r(a < b), r((a <=> b) < 0), r(a.size()), r(a.front()), r(a.back()), r(a[i % 6]);
  r(*a.data()), r(a.empty()), r(a.max_size());
  for (auto it = a.rbegin(); it != a.rend(); ++it) r(*it);
  a.swap(b);
  r(a[0]);
  std::swap(a, b);
  r(std::get<2>(a));
  for (int& x : a) x *= 2;
  r(a.end()[-1]), r(*a.cbegin());
  auto [p, q, s, t, u, v] = a;
  r(p + q + s + t + u + v);
  std::array c{1.5f, 2.5f};
  r(c[i % 2]);
  std::array<std::array<int, 3>, 3> m{};
  m[i % 3][1] = 7;
  r(m[0][1]);
  auto ta = std::to_array({1, 2, 3});
  r(ta[i % 3]);
  std::array<int, 0> z;
  r(z.size()), r(std::size(a)), r(std::ssize(a)), r(*std::next(a.begin(), 2));
  r(std::distance(a.begin(), a.end())), r(*std::prev(a.end()));
  auto ri = std::make_reverse_iterator(a.end());
  r(*ri);
  std::advance(ri, 2);
  r(*ri), r(std::data(a)[1]), r(std::empty(a));
}

static void spans(int i, Record& r) [[cpu, hc]] {
  int v[10];
  for (int k = 0; k < 10; ++k) v[k] = k * i;
  std::span<int> s(v);
  std::span<int, 10> f(v);
  r(s.size()), r(s.front()), r(s.back()), r(s[3]);
  for (int x : s.subspan(2, 3)) r(x);
  for (int x : s.first(2)) r(x);
  for (int x : s.last<2>()) r(x);
  r(f.first<3>().size()), r(f.subspan<4>().size()), r(s.size_bytes());
  std::span<const int> c = s;
  r(c.data()[1]), r(s.subspan(i % 5).size());
  for (auto it = s.rbegin(); it != s.rend(); ++it) r(*it);
  auto by = std::as_bytes(s);
  r(by.size()), r(int(by[4]));
  std::array<int, 4> a{1, 2, 3, 4};
  std::span sa(a);
  r(sa[2]);
  s[1] = 99;
  r(v[1]), r(s.empty()), r(std::span<int>().empty());
  auto wb = std::as_writable_bytes(s);
  wb[0] = std::byte{1};
  r(v[0]), r(std::to_integer<int>(std::byte{3} << 2 | std::byte{1}));
}

static void bitsets(int i, Record& r) [[cpu, hc]] {
  std::bitset<100> b;
  b[3] = b[i] = true;
  b[70] = true;
  b.flip(50);
  r(b.count()), r(b.test(3)), r(b[i]), r(b.any()), r(b.none()), r(b.all()), r(b.size());
  std::bitset<100> c = b << 5;
  r(c.count());
  c |= b;
  r(c.count());
  c ^= b;
  r(c.count());
  c &= ~b;
  r(c.count()), r((b >> 3).count());
  b.reset(3);
  r(b.count());
  std::bitset<32> d(i * 12345u);
  r(d.to_ulong()), r(d.count()), r((d & std::bitset<32>(255)).to_ulong()), r((~d).to_ullong());
  d.reset();
  r(d == std::bitset<32>()), r(b._Find_first());
  b.set();
  r(b.all());
  std::bitset<64> e(~0ull);
  r(e.count());
}

int main() {
  COMPARE(tuples);
  COMPARE(arrays);
  COMPARE(spans);
  COMPARE(bitsets);
  return failures();
}
