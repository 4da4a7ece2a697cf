// rows: amp.2.3.calls
// A constructor's initialisers choose how members are made: the CPU's constructors of these do not count.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct member {
  int x;
  member() restrict(cpu) : x(1) {}
  member(int n) restrict(cpu, amp) : x(n) {}
};

struct object {
  member y;
  object() restrict(cpu, amp) : y(2) {}
};

int main() {
  array_view<int> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = object().y.x; });
  CHECK(v[3] == 2 && object().y.x == 2 && member().x == 1);
  return failures();
}
