// rows: amp.2.2.overloads
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int where() restrict(cpu) { return 1; }
int where() restrict(amp) { return 2; }
int unmarked(int x) { return x + 10; }
int unmarked(int x) restrict(amp) { return x + 20; }
float typed(int) restrict(cpu) { return 0.5f; }
int typed(int) restrict(amp) { return 7; }
int relay() restrict(cpu, amp) { return where(); }
int relay_twice() restrict(cpu, amp) { return relay() * 10 + where(); }
int split(int x) restrict(amp);
int split(int x) restrict(cpu);
int split(int x) restrict(cpu) { return x * 2; }
int split(int x) restrict(amp) { return x * 3; }
static inline int dual(int x) restrict(cpu, amp) { return x; }
int dual(float x) restrict(cpu, amp) { return int(x) + 100; }

int main() {
  array_view<int> v(7);
  parallel_for_each(
      v.extent, [=](index<1>) restrict(amp) {
        v[0] = where();
        v[1] = unmarked(1);
        v[2] = typed(0) / 2;
        v[3] = relay();
        v[4] = relay_twice();
        v[5] = split(5);
        v[6] = dual(1) + dual(1.0f);
      });
  CHECK(v[0] == 2 && v[1] == 21 && v[2] == 3 && v[3] == 2 && v[4] == 22 && v[5] == 15 && v[6] == 102);
  CHECK(where() == 1 && unmarked(1) == 11 && typed(0) == 0.5f && relay() == 1 && relay_twice() == 11 &&
        split(5) == 10);
  return failures();
}
