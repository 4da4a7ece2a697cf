// rows: amp.2.2.default_arguments
#include <amp.h>
#include "check.hpp"
using namespace concurrency;
int g() restrict(cpu) { return 1; }
int g() restrict(amp) { return 2; }
int f(int x = g()) restrict(cpu, amp) { return x; }
int fa(int x = g()) restrict(amp) { return x; }
int fc(int x = g()) restrict(cpu) { return x; }
int ff(int x = (g)()) restrict(cpu, amp) { return (f)(x); }
struct S {
  int v;
  S(int x = g()) restrict(cpu, amp) : v(x) {}
  int m(int y = g()) const restrict(cpu, amp) { return y; }
};
int main() {
  array_view<int> v(6);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        v[0] = f();
        v[1] = fa();
        v[2] = ff();
        v[3] = S().v;
        v[4] = S(1).m();
      });
  CHECK(v[0] == 2 && v[1] == 2 && v[2] == 2 && v[3] == 2 && v[4] == 2);
  CHECK(f() == 1 && fc() == 1 && ff() == 1 && S().v == 1 && S(1).m() == 1);
  return failures();
}
