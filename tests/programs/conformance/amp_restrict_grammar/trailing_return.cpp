// rows: amp.2.1.trailing_return
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

auto half(int x) restrict(cpu, amp) -> int { return x / 2; }
template <typename A, typename B>
auto add(A a, B b) restrict(cpu, amp) -> decltype(a + b) {
  return a + b;
}
auto deduced(int x) restrict(cpu, amp) { return x * 0.5f; }
decltype(auto) pass(int& x) restrict(cpu, amp) { return (x); }

struct box {
  int v;
  auto get() const restrict(cpu, amp) -> const int& { return v; }
  auto later() const restrict(cpu, amp) -> int;
  template <typename T>
  auto as() const noexcept restrict(cpu, amp) -> T {
    return T(v);
  }
  static auto make(int x) restrict(cpu, amp) -> box { return box{x}; }
};
auto box::later() const restrict(cpu, amp) -> int { return v + 1; }

namespace deep {
struct node {
  enum kind { leaf = 3 };
  auto which() const restrict(cpu, amp) -> kind { return leaf; }
};
}  // namespace deep

float all(int x) restrict(cpu, amp) {
  pass(x) += 1;
  auto local = [](int y) restrict(cpu, amp) -> float { return float(y); };
  return half(x) + add(x, 0.5f) + deduced(x) + box::make(x).get() + box{x}.later() + box{x}.as<float>() +
         deep::node().which() + local(x);
}

int main() {
  array_view<float> v(3);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) -> void { v[i] = all(i[0] * 2); });
  for (int i = 0; i < 3; ++i) CHECK(v[i] == all(i * 2));
  return failures();
}
