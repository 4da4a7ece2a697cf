// rows: amp.headers.standards
// flags: -std=c++20
#include <amp.h>

#include "check.hpp"

using namespace Concurrency;

template <typename T>
concept number = requires(T x) { x + x; };
template <number T>
T add(T a, T b) restrict(cpu, amp) {
  return a + b;
}

int main() {
  array_view<int, 1> v(2);
  parallel_for_each(v.extent, [=]<typename I>(I i) restrict(amp) { v[i] = add(i[0], 1); });
  CHECK(v[1] == 2);
  return failures();
}
