// rows: hc.library.variant
// flags: -std=c++20
// <optional> and <variant>.
#include <compare>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "record.hpp"

struct Point {
  int x;
  float y;
  int twice() const { return x * 2; }
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;
};

static void optionals(int i, Record& r) [[cpu, hc]] {
  std::optional<int> a, b(i), c(std::nullopt);
  if (i % 2) a = i * 2;
  r(a.has_value()), r(bool(b)), r(*b), r(a.value_or(-1)), r(a == b), r(a < b);
  r(a != std::nullopt), r(b == i), r(c >= a);
  a.emplace(5);
  r(*a);
  a = std::nullopt;
  r(!a);
  a = b;
  std::swap(a, c);
  r(c.value_or(3));
  a.swap(b);
  r(a.value_or(9));
  c.reset();
  r(c.has_value());
  std::optional<Point> p(std::in_place, i, 2.5f);
  r(p->x), r(p->twice()), r((*p).y);
  auto m = std::make_optional<Point>(1, 2.f);
  r(m->x);
  p = m;
  r(p->x);
  m = Point{7, 8};
  r(m->x);
  std::optional<double> d = b;
  r(d.value_or(0));
  std::optional<long> l = i;
  l = 3;
  r(*l), r((a <=> b) < 0);
  if (b) r(b.value());
}

static void variants(int i, Record& r) [[cpu, hc]] {
  typedef std::variant<int, float, Point> V;
  V v;
  if (i % 3 == 1) v = V(float(i));
  if (i % 3 == 2) v = V(std::in_place_index<2>, Point{i, 1});
  r(v.index()), r(std::holds_alternative<Point>(v));
  auto size = [](const auto& x) -> int {
    if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Point>)
      return x.x * 10;
    else
      return int(x) + 1;
  };
  r(std::visit(size, v));
  std::variant<int, double> w = i % 2 ? std::variant<int, double>(i) : std::variant<int, double>(2.5);
  r(std::visit(
      [](const auto& a, const auto& b) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(a)>, Point>)
          return a.y + double(b);
        else
          return double(a) * 100 + double(b);
      },
      v, w));
  std::variant<char, short> z = short(i);
  r(std::visit([](auto a, auto b,
                  auto c) -> double { return sizeof(a) * 100 + sizeof(b) * 10 + sizeof(c) + double(c); },
               v, w, z));
  r(std::visit<double>([](auto&& a) { return sizeof(a); }, w));
  V v2 = v;
  r(v == v), r(v2.index()), r(v2 == v), r(v < V(1));
  v2.swap(v);
  r(v2.index());
  if (auto* p = std::get_if<int>(&v)) r(*p);
  if (auto* p = std::get_if<2>(&v)) r(p->x);
  r(std::variant_size_v<V>);
  std::variant<std::monostate, int> e;
  r(e.index()), r(e.valueless_by_exception());
  struct vis {
    int operator()(int) const { return 1; }
    int operator()(float) const { return 2; }
    int operator()(const Point&) const { return 3; }
  };
  r(std::visit(vis{}, v));
}

static void assigned(int i, Record& r) [[cpu, hc]] {
  std::variant<int, float, Point> v;
  if (i % 3 == 1)
    v = 2.5f;
  else if (i % 3 == 2)
    v = Point{i, 3};
  else
    v = i;
  r(v.index());
  v.emplace<float>(i);
  r(v.index()), r(std::get<1>(v));
  v.emplace<0>(3);
  r(std::get<int>(v));
}

int main() {
  COMPARE(optionals);
  COMPARE(variants);
  COMPARE(assigned);
  return failures();
}
