// rows: amp.2.2.overloads, amp.2.3.1.conversions
// An overload for both sides beside better ones for one side: code for one side calls the better one, whose
// result has another type, also where the other side's part of the compilation reads it.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct boxed {
  int x;
};

int one(int x) restrict(cpu, amp) { return x; }
int one(float x) restrict(cpu) { return int(x) + 1; }

int pair(int x) restrict(cpu, amp) { return x; }
boxed pair(float x) restrict(cpu) { return boxed{int(x) + 2}; }
boxed pair(float x) restrict(amp) { return boxed{int(x) + 3}; }

float number(float x) restrict(cpu) { return x + 4; }
float number(float x) restrict(amp) { return x + 5; }
int number(int x) restrict(cpu, amp) { return x; }

struct object {
  int get(int x) const restrict(cpu, amp) { return x; }
  boxed get(float x) const restrict(cpu) { return boxed{int(x) + 6}; }
  boxed get(float x) const restrict(amp) { return boxed{int(x) + 7}; }
};

typedef int (*on_amp)(int) restrict(amp);
int twin(int x) restrict(cpu) { return x + 8; }
int twin(int x) restrict(amp) { return x + 9; }

float call(float (*f)(float), float x) { return f(x); }

int main() {
  array_view<int> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    if (i[0] == 0) v[i] = one(10.0f);
    if (i[0] == 1) v[i] = pair(10.5f).x;
    if (i[0] == 2) v[i] = object().get(10.5f).x;
    if (i[0] == 3) v[i] = int(number(10.0f));
  });
  CHECK(v[0] == 10 && v[1] == 13 && v[2] == 17 && v[3] == 15);
  CHECK(one(10.5f) == 11 && pair(10.5f).x == 12 && object().get(10.5f).x == 16);

  float (*pointer)(float) = number;
  float (*address)(float) = &number;
  CHECK(pointer(10.0f) == 14.0f && address(10.0f) == 14.0f && call(number, 10.0f) == 14.0f);
  int (*other)(int) restrict(amp) = &twin;
  on_amp named = twin;
  int (*plain)(int) = twin;
  CHECK(other && named && plain(10) == 18);
  return failures();
}
