// rows: amp.2.4.3.names
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// constexpr holds for each of several declarators.
struct point {
  int x, y;
};
constexpr point first = {1, 2}, second = {3, 4};
constexpr int of_cpu(int x) { return x + 1; }

int sum() restrict(amp) {
  constexpr int a = of_cpu(1), b = of_cpu(2);
  constexpr point c = {1, 1}, d = {of_cpu(1), 2};
  return first.x + second.y + a + b + c.x + d.x;
}

int main() {
  int raw[2] = {};
  array_view<int> v(2, raw);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sum(); });
  v.synchronize();
  CHECK(raw[1] == 13);
  return failures();
}
