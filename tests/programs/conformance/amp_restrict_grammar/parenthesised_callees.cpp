// rows: amp.2.1.parentheses
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int f(int x) restrict(cpu) { return x + 1; }
int f(int x) restrict(amp) { return x + 2; }
template <class T>
T g(T x) restrict(cpu, amp) {
  return (f)(x);
}
struct s {
  int v;
  int get(int x) const restrict(cpu, amp) { return v + x; }
  static int fixed(int x) restrict(cpu, amp) { return x * 10; }
  int operator()(int x) const restrict(cpu, amp) { return v * x; }
};
int all(int x) restrict(cpu, amp) {
  const s o = {3};
  const s* p = &o;
  return (f)(x) + ((f))(x) + (g<int>)(x) + (g)(x) + (o.get)(x) + (p->get)(x) + (s::fixed)(x) + (o)(x) +
         (&o)->get(x);
}

int main() {
  array_view<int> v(2);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = all(i[0]); });
  CHECK(all(1) == 4 * 2 + 3 * 4 + 10 + 3);
  CHECK(v[1] == 4 * 3 + 3 * 4 + 10 + 3);
  return failures();
}
