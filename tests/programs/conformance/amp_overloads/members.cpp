// rows: amp.2.2.members
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct place {
  int v;
  place() restrict(cpu) : v(1) {}
  place() restrict(amp) : v(2) {}
  place(int x) restrict(cpu) : v(x) {}
  place(int x) restrict(amp) : v(-x) {}
  int get() const restrict(cpu) { return v; }
  int get() const restrict(amp) { return v * 10; }
  static int fixed() restrict(cpu) { return 5; }
  static int fixed() restrict(amp) { return 6; }
  operator int() const restrict(cpu) { return 100; }
  operator int() const restrict(amp) { return 200; }
  int operator()(int x) const restrict(cpu) { return x + 1; }
  int operator()(int x) const restrict(amp) { return x + 2; }
  place& operator+=(int x) restrict(cpu) {
    v += x;
    return *this;
  }
  place& operator+=(int x) restrict(amp) {
    v += 2 * x;
    return *this;
  }
  int out() const restrict(cpu);
  int out() const restrict(amp);
};
int place::out() const restrict(cpu) { return 7; }
int place::out() const restrict(amp) { return 8; }

struct counted {
  int n;
  counted() restrict(cpu, amp) : n(1) {}
  counted(const counted& o) restrict(cpu) : n(o.n + 1) {}
  counted(const counted& o) restrict(amp) : n(o.n + 2) {}
  counted& operator=(const counted& o) restrict(cpu) {
    n = o.n + 10;
    return *this;
  }
  counted& operator=(const counted& o) restrict(amp) {
    n = o.n + 20;
    return *this;
  }
  ~counted() restrict(cpu, amp) {}
};

void fill(int* out) restrict(cpu, amp) {
  place a, b(3);
  out[0] = a.get();
  out[1] = b.get();
  out[2] = place::fixed();
  out[3] = a;
  out[4] = a(1);
  a += 4;
  out[5] = a.v;
  out[6] = b.out();
  counted c, d(c);
  out[7] = d.n;
  c = d;
  out[8] = c.n;
}

int main() {
  array_view<int> v(9);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        int out[9];
        fill(out);
        for (int i = 0; i < 9; ++i) v[i] = out[i];
      });
  int host[9];
  fill(host);
  const int on_host[] = {1, 3, 5, 100, 2, 5, 7, 2, 12}, on_device[] = {20, -30, 6, 200, 3, 10, 8, 3, 23};
  for (int i = 0; i < 9; ++i) CHECK(host[i] == on_host[i]);
  for (int i = 0; i < 9; ++i) CHECK(v[i] == on_device[i]);
  return failures();
}
