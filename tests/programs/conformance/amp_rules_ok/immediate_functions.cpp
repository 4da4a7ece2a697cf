// rows: amp.2.3.calls
// flags: -std=c++20
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// Immediate functions are the compiler's alone to call: amp-restricted code has their results.
consteval int twice(int n) { return 2 * n; }

template <class T>
consteval T largest() {
  return T(1) << (8 * sizeof(T) - 2);
}

struct table {
  static consteval int width() { return 7; }
};

int sum(int n) restrict(cpu, amp) { return n + twice(twice(3)) + table::width(); }

int main() {
  array_view<int> v(3);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = sum(i[0]) + twice(4) + largest<int>() / (1 << 30); });
  CHECK(v[2] == 2 + 12 + 7 + 8 + 1);
  CHECK(sum(1) == 20);
  return failures();
}
