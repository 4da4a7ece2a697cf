// rows: amp.2.4.1.compound, amp.2.4.3.casts
// Expressions that name an array or a texture: references, pointers, casts to references, chosen ones.
#include <amp_graphics.h>
#include <utility>
#include <vector>
#include "check.hpp"
using namespace concurrency;
using graphics::texture;
typedef array<int, 1> line;
typedef const array<int, 1>& constant_line;
typedef texture<int, 1> picture;
static line& same(line& a) restrict(cpu, amp) { return a; }
static const line& constant(const line& a) restrict(amp) { return a; }
static line& chosen(line& a, line& b, bool c) restrict(amp) { return c ? a : b; }
static line* chosen(line* a, line* b, bool c) restrict(amp) { return c ? a : b; }
template <class T>
int first(T&& a) restrict(amp) {
  return static_cast<T&&>(a)[0];
}
static int casts(line& a, const picture& t) restrict(amp) {
  const line& c = a;
  int n = static_cast<const line&>(a)[0] + ((const line&)a)[1] * 10 + const_cast<line&>(c)[2] * 100;
  n += static_cast<line&&>(a)[3] * 1000 + static_cast<constant_line>(a)[0] * 10000 + constant_line(a)[1] * 100000;
  n += static_cast<const line&>(constant(c))[2] * 1000000 + const_cast<picture&>(t)[3] * 10000000;
  return n + static_cast<const picture&>(t)[0] * 100000000;
}
int main() {
  std::vector<int> one = {1, 2, 3, 4}, two = {5, 6, 7, 8};
  line a(4, one.begin()), b(4, two.begin());
  picture t(4, one.begin(), one.end());
  array_view<int> out(12);
  out.discard_data();
  parallel_for_each(extent<1>(1), [&a, &b, &t, out](index<1>) restrict(amp) {
    bool c = a[0] == 1;
    out[0] = casts(a, t);
    out[1] = (c ? a : b)[1];
    line* p = &b;
    out[2] = (*p)[2];
    out[3] = chosen(a, b, !c)[3];
    out[4] = (*chosen(&a, &b, c))[0];
    auto& r = static_cast<const line&>(b);
    out[5] = r[0];
    out[6] = first(a) + first(std::move(b));
    out[7] = same(a)[1] + same(static_cast<line&>(b))[1];
    const line* q = &static_cast<const line&>(a);
    out[8] = (*q)[2];
    array_view<const int, 1> s = static_cast<const line&>(a).section(1, 2);
    out[9] = s[1];
  });
  const int wanted[] = {143214321, 2, 7, 8, 1, 5, 6, 8, 3, 3};
  for (int i = 0; i < 10; ++i) CHECK(out[i] == wanted[i]);
  return failures();
}
