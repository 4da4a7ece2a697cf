// rows: amp.2.2.overloads, amp.2.3.1.conversions
// An overload for both sides beside a better one for the CPU alone: amp-restricted code, and the other side of
// code for both, call the one that they may call; code for the CPU calls the better one, whatever its result.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct boxed {
  int x;
};

int by_result(int x) restrict(cpu, amp) { return x; }
boxed by_result(float x) restrict(cpu) { return boxed{int(x) + 2}; }

int of_three(double x) restrict(cpu, amp) { return int(x) + 1; }
int of_three(float x) restrict(cpu, amp) { return int(x) + 2; }
int of_three(int x) { return x + 3; }

int by_reference(const int&) restrict(cpu, amp) { return 1; }
int by_reference(int&) { return 2; }

template <class T>
int of_template(T x) restrict(cpu, amp) {
  return int(x);
}
boxed of_template(float x) { return boxed{int(x) + 4}; }

struct object {
  int n;
  explicit object(long n) restrict(cpu, amp) : n(int(n)) {}
  explicit object(int n) restrict(cpu) : n(n + 1) {}
  int get(int x) const restrict(cpu, amp) { return x; }
  boxed get(float x) const { return boxed{int(x) + 5}; }
  int operator[](double x) const restrict(cpu, amp) { return int(x); }
  int operator[](int x) const { return x + 6; }
  object& operator<<(int x) restrict(cpu, amp) {
    n += x;
    return *this;
  }
  boxed operator<<(float x) { return boxed{int(x) + 7}; }
  object& operator=(int x) restrict(cpu, amp) {
    n = x;
    return *this;
  }
  object& operator=(float) restrict(cpu) {
    n = 8;
    return *this;
  }
  operator double() const restrict(cpu, amp) { return 9; }
  operator int() const { return 10; }
};

struct function {
  int n;
  int operator()(float) const restrict(cpu) { return 11; }
  int operator()(int) const restrict(cpu, amp) { return 12; }
};

struct argument {
  int n;
  argument(float) restrict(cpu) : n(13) {}
  argument(int) restrict(cpu, amp) : n(14) {}
};
int taken(argument a) restrict(cpu, amp) { return a.n; }

namespace other {
struct value {
  int n;
};
int found(value, float) { return 15; }
int found(value, int) restrict(cpu, amp) { return 16; }
}  // namespace other

template <class F>
int called(F f) restrict(cpu, amp) {
  return f(1.5f);
}

// What code for both sides calls, on each.
int on_both(int number, float x) restrict(cpu, amp) {
  int n = 1;
  switch (number) {
    case 0:
      return by_reference(n) + 1;
    case 1:
      return by_reference(n);
    case 2:
      return called(function{1});
    case 3:
      return taken(x);
    default:
      return found(other::value{1}, x);
  }
}

int main() {
  array_view<int> v(9);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    int n = 1;
    object o(n);
    int converted = o;
    if (i[0] == 0) v[i] = by_result(3.0f);
    if (i[0] == 1) v[i] = of_three(3.0f);
    if (i[0] == 2) v[i] = by_reference(n);
    if (i[0] == 3) v[i] = of_template(3.0f);
    if (i[0] == 4) v[i] = o.get(3.0f);
    if (i[0] == 5) v[i] = o[3];
    if (i[0] == 6) v[i] = (o << 3.0f).n;
    if (i[0] == 7) v[i] = (o = 3.0f).n;
    if (i[0] == 8) v[i] = converted;
  });
  const int expected[] = {3, 5, 1, 3, 3, 3, 4, 3, 9};
  for (int i = 0; i < 9; ++i) CHECK(v[i] == expected[i]);

  int n = 1;
  object o(n);
  int converted = o;
  boxed b = by_result(3.0f), t = of_template(3.0f), g = o.get(3.0f), s = o << 3.0f;
  CHECK(b.x == 5 && of_three(3) == 6 && by_reference(n) == 2 && t.x == 7 && g.x == 8 && s.x == 10);
  CHECK(o[3] == 9 && converted == 10 && o.n == 2);
  o = 3.0f;
  CHECK(o.n == 8);

  const int on_cpu[] = {3, 2, 11, 13, 15}, on_amp[] = {2, 1, 12, 14, 16};
  array_view<int> w(5);
  parallel_for_each(w.extent, [=](index<1> i) restrict(amp) {
    w[i] = on_both(i[0], 1.5f);
  });
  for (int i = 0; i < 5; ++i) CHECK(on_both(i, 1.5f) == on_cpu[i] && w[i] == on_amp[i]);
  return failures();
}
