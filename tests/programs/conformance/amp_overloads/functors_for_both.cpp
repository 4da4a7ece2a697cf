// rows: amp.2.2.functors
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct body {
  array_view<int> out;
  body(const array_view<int>& v) : out(v) {}
  void operator()(index<1> i) const restrict(amp) { out[i] = 1; }
  void operator()(index<1> i) const restrict(cpu) { out[i] = 2; }
};
struct op {
  int operator()(int a, int b) const restrict(cpu, amp) { return a * 10 + b; }
};
template <typename Op>
int fold(Op f, const int* p, int n) restrict(cpu, amp) {
  int r = 0;
  for (int i = 0; i < n; ++i) r = f(r, p[i]);
  return r;
}

int main() {
  array_view<int> v(4);
  body b(v);
  parallel_for_each(v.extent, b);
  CHECK(v[0] == 1 && v[3] == 1);
  b(index<1>(2));
  CHECK(v[2] == 2);
  const int digits[] = {1, 2, 3};
  CHECK(fold(op(), digits, 3) == 123);
  auto lambda = [](int a, int b) restrict(cpu, amp) { return a + b; };
  CHECK(fold(lambda, digits, 3) == 6);
  parallel_for_each(
      v.extent, [=](index<1> i) restrict(amp) {
        const int local[] = {i[0], 4, 5};
        v[i] = fold(op(), local, 3) + fold(lambda, local, 3);
      });
  CHECK(v[1] == 145 + 10);
  return failures();
}
