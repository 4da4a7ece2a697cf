// rows: amp.2.whole_programs
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int where() restrict(cpu) { return 1; }
int where() restrict(amp) { return 2; }
int call() restrict(cpu, amp) { return where(); }
struct pair {
  int a, b;
  static const int made = 6;
  pair(int a, int b) restrict(cpu, amp) : a(a), b(b) {}
  ~pair() restrict(cpu, amp) {}
  int sum() const restrict(cpu, amp) { return a + b; }
  static int twice(int x) restrict(cpu, amp) { return 2 * x; }
  operator int() const restrict(cpu, amp) { return a * 10 + b * 0 + (a == 1 ? 20 : 0); }
  pair& operator+=(const pair& o) restrict(cpu, amp) {
    a += o.a;
    b += o.b;
    return *this;
  }
  int operator[](int i) const restrict(amp) { return i ? b : a; }
  friend pair operator+(pair x, pair y) restrict(cpu, amp) { return pair(x.a + y.a, x.b + y.b); }
  friend int first(const pair& p) restrict(cpu, amp) { return p.a; }
};
template <class T>
T generic(T x) restrict(cpu) {
  return x + x;
}
template <class T>
T generic(T x) restrict(amp) {
  return x * x;
}

int main() {
  pair host(1, 2);
  CHECK(where() == 1 && call() == 1 && host.sum() == 3 && int(host) == 30 && generic(2) == 4);
  array_view<int> v(8);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        pair p(3, 4), q = p;
        q = p + q;
        p += q;
        v[0] = where();
        v[1] = call();
        v[2] = p.sum();
        v[3] = int(p);
        v[4] = generic(3);
        v[5] = pair::made;
        v[6] = pair::twice(4);
        v[7] = first(p) + q[1];
      });
  CHECK(v[0] == 2 && v[1] == 2 && v[2] == 21 && v[3] == 90 && v[4] == 9 && v[5] == 6 && v[6] == 8 &&
        v[7] == 17);
  return failures();
}
