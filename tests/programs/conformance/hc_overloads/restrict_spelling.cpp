// rows: hc.language.overloads, hc.language.restrict_spelling
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int where() restrict(cpu) { return 1; }
int where() restrict(amp) { return 2; }
int relay() restrict(cpu, amp) { return where(); }
int mixed(int) __CPU__ { return 3; }
int mixed(int) __HC__ { return 4; }
struct s {
  int f() const restrict(cpu) { return 5; }
  int f() const restrict(amp) { return 6; }
};

int main() {
  array_view<int> v(4);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    v[0] = where();
    v[1] = relay();
    v[2] = mixed(0);
    v[3] = s().f();
  }).wait();
  CHECK(v[0] == 2 && v[1] == 2 && v[2] == 4 && v[3] == 6);
  CHECK(where() == 1 && relay() == 1 && mixed(0) == 3 && s().f() == 5);
  return failures();
}
