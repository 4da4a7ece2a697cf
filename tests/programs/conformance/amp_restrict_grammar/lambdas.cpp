// rows: amp.2.1.lambdas, amp.2.1.inherited
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int inherited(int x) restrict(cpu, amp) {
  auto add = [=](int y) { return x + y; };          // restrict(cpu, amp) as the function around it
  auto nested = [=](int y) {
    auto inner = [=](int z) { return x * z + y; };
    return inner(2);
  };
  return add(1) + nested(3);
}

int main() {
  auto cpu_only = [](int x) restrict(cpu) { return x + 1; };
  auto both = [](int x) restrict(cpu, amp) { return x + 2; };
  auto none = [](int x) { return x + 3; };
  auto no_list = [] { return 4; };
  int n = 0;
  auto changes = [n](int x) mutable restrict(cpu) { return n += x; };
  auto typed = [](int x) restrict(cpu, amp) -> float { return x * 0.5f; };
  auto quiet = [](int x) noexcept restrict(cpu) { return x; };
  CHECK(cpu_only(1) == 2 && both(1) == 3 && none(1) == 4 && no_list() == 4 && changes(5) == 5 && changes(5) == 10);
  CHECK(typed(3) == 1.5f && quiet(2) == 2 && n == 0);

  array_view<float> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    auto inner = [=](int x) restrict(amp) { return x + i[0]; };
    auto bare = [=](int x) { return x * 2; };
    auto generic = [](auto a, auto b) { return a + b; };
    auto counting = [c = 1](int x) mutable { return c += x; };
    counting(1);
    v[i] = both(i[0]) + typed(i[0]) + inner(1) + bare(3) + generic(1, 0.5f) + counting(1) + inherited(i[0]);
  });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == i + 2 + i * 0.5f + 1 + i + 6 + 1.5f + 3 + inherited(i));

  const int k = 5;
  parallel_for_each(v.extent, [=, w = v, scale = k * 2](index<1> i) restrict(amp) {
    w[i] = float(scale + i[0]);
  });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == 10 + i);
  return failures();
}
