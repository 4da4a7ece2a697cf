// rows: amp.2.1.operators
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct number {
  int v;
  number() restrict(cpu, amp) : v(0) {}
  number(int x) restrict(cpu, amp) : v(x) {}
  number& operator+=(const number& o) restrict(cpu, amp) { v += o.v; return *this; }
  number& operator-=(const number& o) restrict(cpu, amp) { v -= o.v; return *this; }
  number& operator<<=(int n) restrict(cpu, amp) { v <<= n; return *this; }
  number operator-() const restrict(cpu, amp) { return number(-v); }
  number operator+() const restrict(cpu, amp) { return *this; }
  number operator~() const restrict(cpu, amp) { return number(~v); }
  bool operator!() const restrict(cpu, amp) { return v == 0; }
  number& operator++() restrict(cpu, amp) { ++v; return *this; }
  number operator++(int) restrict(cpu, amp) { number old(*this); ++v; return old; }
  int operator[](int i) const restrict(cpu, amp) { return v + i; }
  int operator()(int a, int b) const restrict(cpu, amp) { return v * a + b; }
  int operator()() const restrict(cpu, amp) { return v; }
  const number* operator->() const restrict(cpu, amp) { return this; }
  const number& operator*() const restrict(cpu, amp) { return *this; }
  bool operator<(const number& o) const restrict(cpu, amp) { return v < o.v; }
  bool operator>(const number& o) const restrict(cpu, amp);
  number operator,(const number& o) const restrict(cpu, amp) { return number(v * 10 + o.v); }
  friend number operator*(const number& a, const number& b) restrict(cpu, amp) { return number(a.v * b.v); }
  friend number operator/(const number& a, const number& b) restrict(cpu, amp);
};
bool number::operator>(const number& o) const restrict(cpu, amp) { return v > o.v; }
number operator/(const number& a, const number& b) restrict(cpu, amp) { return number(a.v / b.v); }
number operator+(number a, const number& b) restrict(cpu, amp) { return a += b; }
number operator-(number a, const number& b) restrict(cpu, amp) { return a -= b; }
number operator<<(number a, int n) restrict(cpu, amp) { return a <<= n; }
bool operator==(const number& a, const number& b) restrict(cpu, amp) { return a.v == b.v; }
bool operator!=(const number& a, const number& b) restrict(cpu, amp) { return !(a == b); }
number operator%(number a, number b) restrict(cpu, amp) { return number(a.v % b.v); }
bool operator&&(number a, number b) restrict(cpu, amp) { return a.v && b.v; }

int run(int start) restrict(cpu, amp) {
  number a(start), b = 3;
  a += b;
  a -= 1;
  a <<= 1;
  number c = -a + +b * ~b - a / b;
  c = c + (a++) + (++a) + (a << 2) + a % b;
  int sum = c[1] + c(2, 3) + c() + c->v + (*c).v;
  sum += (a < b) + 2 * (a > b) + 4 * (a == b) + 8 * (a != b) + 16 * !a + 32 * (a && b);
  sum += (a, b).v;
  return sum;
}

int main() {
  array_view<int> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = run(i[0]); });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == run(i));
  return failures();
}
