// rows: amp.2.4.captures, amp.2.4.init_captures
#include <amp.h>

#include <tuple>
#include <utility>

#include "check.hpp"

using namespace concurrency;

struct pair {
  int first;
  float second;
};

int main() {
  array_view<int> v(4);
  int n = 10;
  parallel_for_each(v.extent, [v, n](index<1> i) restrict(amp) {
    auto moved = [n, i]() mutable restrict(amp) { return n += i[0]; };
    v[i] = moved();
  });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == 10 + i);
  CHECK(n == 10);
  parallel_for_each(v.extent, [v, doubled = n * 2, f = 0.5f](index<1> i) restrict(amp) { v[i] = doubled + int(f * 2); });
  CHECK(v[0] == 21);
  parallel_for_each(v.extent, [w = v.section(1, 2)](index<1> i) restrict(amp) {
    if (i[0] < 2) w[i] = 7;
  });
  CHECK(v[0] == 21 && v[1] == 7 && v[2] == 7 && v[3] == 21);
  auto [first, second] = pair{3, 4.5f};
  parallel_for_each(v.extent, [v, first = first, second = second](index<1> i) restrict(amp) { v[i] = first + int(second * 2); });
  CHECK(v[3] == 12);
  array<int> a(4);
  parallel_for_each(v.extent, [&r = a](index<1> i) restrict(amp) { r[i] = i[0] * 2; });
  array_view<int> back(a);
  CHECK(back[3] == 6);
  return failures();
}
