// rows: amp.2.2.adl
#include <amp.h>

#include "check.hpp"

namespace geometry {
struct point {
  int x, y;
};
int norm(const point& p) restrict(cpu) { return p.x + p.y; }
int norm(const point& p) restrict(amp) { return p.x * 10 + p.y; }
point operator+(const point& a, const point& b) restrict(cpu, amp) { return point{a.x + b.x, a.y + b.y}; }
point operator-(const point& a, const point& b) restrict(cpu) { return point{a.x - b.x, a.y - b.y}; }
point operator-(const point& a, const point& b) restrict(amp) { return point{b.x - a.x, b.y - a.y}; }
void swap(point& a, point& b) restrict(cpu, amp) {
  point t = a;
  a = b;
  b = t;
}
namespace detail {
int hidden(int x) restrict(cpu, amp) { return x + 1; }
}  // namespace detail
using detail::hidden;
}  // namespace geometry
namespace {
int anonymous(int x) restrict(cpu) { return x; }
int anonymous(int x) restrict(amp) { return x + 1; }
}  // namespace
namespace short_name = geometry;

int run() restrict(cpu, amp) {
  geometry::point a = {1, 2}, b = {3, 5};
  swap(a, b);
  using namespace geometry;
  return norm(a + b) * 100 + norm(a - b) + short_name::hidden(1) + hidden(1) + ::anonymous(1);
}

int main() {
  concurrency::array_view<int> v(1);
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = run(); });
  CHECK(v[0] == 4700 - 23 + 4 + 2);
  CHECK(run() == 1100 + 5 + 4 + 1);
  return failures();
}
