// rows: amp.2.1.macros
// A macro that is a clause ends with its line: what the next line begins with is no part of it.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

#define BOTH restrict(cpu, amp)
template <class T>
struct number {
  T v;
  number(T x = T()) BOTH : v(x) {}
  number(const number& other) BOTH : v(other.v) {}
  number& operator=(const number& other) BOTH {
    v = other.v;
    return *this;
  }
  T get() const BOTH { return v; }
};

#define DEVICE restrict(amp)
template <class T>
number<T> doubled(const number<T>& x) DEVICE {
  return number<T>(x.v + x.v);
}

#define ON(...) restrict(__VA_ARGS__)
const int three = 3;
int tripled(int x) ON(cpu, amp) { return three * x; }

#define HERE() restrict(amp, cpu)
static const int four = 4;
int fourfold(int x) HERE() { return four * x; }

#define ALSO(x) restrict(cpu, amp)
constexpr int five = 5;
int fivefold(int x) ALSO(y) { return five * x; }

#define HOST restrict(cpu)
#define NEITHER HOST
template <class T>
T only_host(T x) NEITHER {
  return x + 1;
}
#define AFTER_A_CALL(x) (x)
int plain(int x) BOTH { return AFTER_A_CALL(x) + 1; }

int main() {
  array_view<int> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    number<int> n(i[0]);
    n = doubled(n);
    v[i] = n.get() + tripled(i[0]) + fourfold(i[0]) + fivefold(i[0]) + plain(i[0]);
  });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == 15 * i + 1);
  CHECK(only_host(1) == 2);
  return failures();
}
