// rows: amp.2.4.1.fundamental, amp.2.4.1.compound, amp.2.4.1.enum
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

enum plain { zero, one };
enum class wide : unsigned long { none, some = 5 };
union word {
  float f;
  unsigned int u;
};
struct base {
  int x;
};
struct all : base {
  bool set;
  unsigned int u;
  long l;
  unsigned long ul;
  float f;
  double d;
  int list[3];
  plain p;
  wide w;
  word bits;
  static const int most = 9;
};

long sum(const all& a) restrict(cpu, amp) {
  const all* p = &a;
  const int* list = a.list;
  const int*& same = list;
  return p->x + p->set + long(p->u) + p->l + long(p->ul) + long(p->f) + long(p->d) + same[2] + p->p +
         long(p->w) + all::most;
}

int main() {
  all a = {};
  a.x = 1;
  a.set = true;
  a.u = 2;
  a.l = 3;
  a.ul = 4;
  a.f = 5;
  a.d = 6;
  a.list[2] = 7;
  a.p = one;
  a.w = wide::some;
  a.bits.u = 0x3f800000u;
  array_view<long> result(1);
  parallel_for_each(
      result.get_extent(), [=](index<1> i) restrict(amp) { result[i] = sum(a) + long(a.bits.f); });
  CHECK(result[0] == 1 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 1 + 5 + 9 + 1);
  return failures();
}
