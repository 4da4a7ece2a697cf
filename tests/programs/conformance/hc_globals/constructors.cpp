// rows: hc.globals.constructors
#include <hc.hpp>

#include "check.hpp"

struct point {
  int a, b;
  constexpr point(int x, int y) : a(x), b(y) {}
};

[[hc]] constexpr point fixed(3, 4);
[[hc]] point other(5, 6);
static point third [[hc]] = point(7, 8);

[[hc]] int twice(int x) { return 2 * x; }
[[hc]] auto thrice(int x) -> decltype(twice(x)) { return twice(x) + x; }
template <class T>
[[hc]] auto passed(T x) -> decltype(twice(x)) {
  return twice(x);
}
auto behind(int x) [[hc]] -> decltype(twice(x)) { return twice(x) + 1; }

int main() {
  hc::array_view<int> v(8);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = fixed.a + other.b + third.a + thrice(2) + passed(1) + behind(1);
  });
  CHECK(v[0] == 3 + 6 + 7 + 6 + 2 + 3);
  return failures();
}
