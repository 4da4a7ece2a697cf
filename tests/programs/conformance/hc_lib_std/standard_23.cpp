// rows: hc.library.expected
// flags: -std=c++23
// C++23: <expected>, optional in steps, byteswap, explicit object parameters.
#include <bit>
#include <compare>
#include <expected>
#include <optional>
#include <utility>

#include "record.hpp"

struct Point {
  int x;
  float y;
  int twice() const { return x * 2; }
  bool operator==(const Point&) const = default;
  auto operator<=>(const Point&) const = default;
};

static void of_23(int i, Record& r) [[cpu, hc]] {
  std::expected<int, Point> e(i);
  if (i & 1) e = std::unexpected(Point{i, 2});
  r(e.has_value()), r(e.value_or(-1));
  if (e)
    r(*e);
  else
    r(e.error().x);
  std::expected<int, int> f = std::unexpected(3);
  r(f.error()), r(f == std::unexpected(3));
  std::expected<void, int> g;
  r(g.has_value());
  enum class E { a, b };
  r(std::to_underlying(E::b)), r(std::byteswap(unsigned(i))), r(std::byteswap((unsigned short)i));
  std::optional<int> o(i);
  r(o.transform([](int x) { return x * 2; }).value_or(0));
  r(o.and_then([](int x) { return x > 3 ? std::optional<double>(x) : std::nullopt; }).value_or(-1));
  r(*o.or_else([] { return std::optional<int>(9); }));
  struct self {
    int v;
    int get(this const self& s) { return s.v; }
  };
  r(self{i}.get());
  if consteval {
    r(1);
  } else {
    r(2);
  }
}

int main() {
  COMPARE(of_23);
  return failures();
}
