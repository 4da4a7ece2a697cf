// rows: amp.2.2.overloads, amp.2.2.members, amp.2.4.places
// Kernels in functions for the CPU that have overloads, or a twin for the other side: the device part needs
// their bodies also where it can't call them.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <class F>
int launched(F f) {
  array_view<int, 1> v(1);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(40); });
  return v[0];
}

int direct(int x) {
  array_view<int, 1> v(1);
  v.discard_data();
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = x + 1; });
  return v[0];
}
int direct(float) restrict(amp) { return 2; }
int direct(double) restrict(cpu, amp) { return 3; }

int through_template(int x) {
  return launched([=](int y) restrict(amp) { return x + y; });
}
int through_template(double) restrict(cpu, amp) { return 4; }

template <class F>
struct runner {
  F f;
  int run() { return launched(f); }
};
template <class F>
int through_class(F f) {
  runner<F> r{f};
  return r.run();
}
struct adds {
  int n;
  int operator()(int x) const restrict(amp) { return x + n; }
};
int through_member(int x) { return through_class(adds{x}); }
int through_member(double) restrict(cpu, amp) { return 14; }

template <class T>
T twice(T x) restrict(cpu, amp) {
  return 2 * x;
}
struct quiet {  // no kernel in the template that it calls
  int n;
  quiet() restrict(amp) : n(15) {}
  quiet() restrict(cpu) : n(twice(8)) {}
};
struct derived : quiet {
  int m = 1;
};

struct object {
  int n;
  object() restrict(amp) : n(5) {}
  object() restrict(cpu) : n(launched([](int y) restrict(amp) { return y + 6; })) {}
  object& operator=(const object& o) restrict(amp) {
    n = o.n;
    return *this;
  }
  object& operator=(const object& o) restrict(cpu) {
    n = direct(o.n);
    array_view<int, 1> v(1);
    v[0] = n;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] += 100; });
    n = v[0];
    return *this;
  }
  template <class T>
  int get(T x) const restrict(cpu) {
    array_view<int, 1> v(1);
    int own = n;
    v.discard_data();
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = own + int(x) + int(sizeof(T)); });
    return v[0];
  }
  template <class T>
  int get(const T* x) const restrict(cpu, amp) {
    return *x + n;
  }
};

int main() {
  CHECK(direct(1) == 2 && direct(1.0) == 3);
  CHECK(through_template(1) == 41 && through_template(1.0) == 4);
  CHECK(through_member(2) == 42 && through_member(1.0) == 14);
  CHECK(derived().n == 16);
  object made, assigned;
  CHECK(made.n == 46);
  assigned = made;
  CHECK(assigned.n == 147);
  const int own = 7;
  CHECK(made.get(1) == 51 && made.get(1.0) == 55 && made.get(&own) == 53);

  array_view<int, 1> v(6);
  v.discard_data();
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    object o, p;
    p = o;
    const int local = 8;
    v[0] = direct(1.0f);
    v[1] = direct(1.0);
    v[2] = through_template(1.0);
    v[3] = p.n;
    v[4] = p.get(&local);
    v[5] = derived().n;
  });
  CHECK(v[0] == 2 && v[1] == 3 && v[2] == 4 && v[3] == 5 && v[4] == 13 && v[5] == 15);
  return failures();
}
