// rows: amp.2.2.derived
#include <amp.h>
#include "check.hpp"
using namespace concurrency;
struct B {
  int x;
  B() restrict(cpu) : x(1) {}
  B() restrict(amp) : x(2) {}
  explicit B(int v) : x(v) {}
  explicit B(int v) restrict(amp);
  B(const B& o) restrict(cpu) : x(o.x + 10) {}
  B(const B& o) restrict(amp) : x(o.x + 20) {}
  B& operator=(const B& o) restrict(cpu) {
    x = o.x + 100;
    return *this;
  }
  B& operator=(const B& o) restrict(amp) {
    x = o.x + 200;
    return *this;
  }
};
B::B(int v) restrict(amp) : x(v + 1) {}
struct D : B {};
struct E : B {
  using B::B;
  int y;
};
struct M {
  B b;
  int q;
};
template <class T>
struct W : T {
  int w;
};
template <class T>
struct P {
  T v;
  P() restrict(cpu) : v(T(1)) {}
  P() restrict(amp) : v(T(2)) {}
  template <class U>
  P(U u)
  restrict(cpu) : v(u) {}
  template <class U>
  P(U u)
  restrict(amp) : v(u + 5) {}
};
struct Q : P<int> {};
int all() restrict(cpu, amp) {
  D d;
  D e(d);
  M m;
  M n = m;
  W<B> w;
  Q q;
  P<int> p(7);
  E i(3);
  D a;
  a = d;
  return d.x + 1000 * e.x + m.b.x + 100000 * n.b.x + w.x + 10000000 * q.v + p.v + 7 * i.x + 3 * a.x;
}
int amp_only() restrict(amp) {
  D d;
  return d.x;
}
int cpu_only() restrict(cpu) {
  D d;
  return d.x;
}
int main() {
  array_view<int> v(2);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        v[0] = all();
        v[1] = amp_only();
      });
  int host = 1 + 1000 * 11 + 1 + 100000 * 11 + 1 + 10000000 * 1 + 7 + 7 * 3 + 3 * 101;
  int dev = 2 + 1000 * 22 + 2 + 100000 * 22 + 2 + 10000000 * 2 + 12 + 7 * 4 + 3 * 202;
  CHECK(all() == host && cpu_only() == 1);
  CHECK(v[0] == dev && v[1] == 2);
  return failures();
}
