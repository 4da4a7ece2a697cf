// rows: amp.2.1.function_types, amp.2.1.function_pointers
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

typedef int F(int) restrict(amp);
typedef int G(int) restrict(cpu);
typedef int H(int) restrict(cpu, amp);
typedef int (*PH)(int) restrict(cpu, amp);
typedef int (*PF)(int) restrict(amp);
int g(int x) restrict(cpu) { return x + 1; }
int h(int x) restrict(cpu, amp) { return x + 2; }
int f(int x) restrict(amp) { return x + 3; }
int take(int (*p)(int) restrict(cpu, amp)) { return p(10); }
template <int (*fn)(int)>
int apply(int x) {
  return fn(x);
}
template <int (*fn)(int) restrict(amp)>
int called(int x) restrict(amp) {
  return fn(x);
}
template <class T>
T id(T x) {
  return x;
}

int main() {
  G* p = &g;
  G& r = g;
  PH q = &h;
  H* q2 = h;
  int (*l)(int) restrict(cpu) = h;
  int (*l2)(int) restrict(cpu, amp) = h;
  PF none = nullptr;
  int (*table[2])(int) restrict(cpu) = {g, h};
  CHECK(!none && p(1) == 2 && r(1) == 2 && q(1) == 3 && q2(1) == 3 && l(1) == 3 && l2(1) == 3);
  CHECK(table[0](1) + table[1](1) == 5 && apply<g>(1) == 2 && take(h) == 12 && id<G*>(g)(2) == 3);
  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = called<f>(1) + called<h>(1); });
  CHECK(v[0] == 4 + 3);
  return failures();
}
