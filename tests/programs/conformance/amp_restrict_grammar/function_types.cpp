// rows: amp.2.1.function_types, amp.2.1.function_pointers
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

typedef int (*fp)(int) restrict(cpu);
typedef int function(int) restrict(cpu);
using alias = int (*)(int) restrict(cpu);
using alias_function = int(int) restrict(cpu);
typedef int (&fr)(int) restrict(cpu);
struct owner {
  int base;
  int add(int x) restrict(cpu) { return base + x; }
};
typedef int (owner::*mfp)(int) restrict(cpu);

int increment(int x) restrict(cpu) { return x + 1; }
int decrement(int x) { return x - 1; }
function declared_by_typedef;
int declared_by_typedef(int x) restrict(cpu) { return x * 2; }

int apply(int (*f)(int) restrict(cpu), int x) { return f(x); }
int apply_alias(alias f, int x) restrict(cpu) { return f(x); }
int (*choose(bool up))(int) restrict(cpu) { return up ? increment : decrement; }
struct holder {
  int (*call)(int) restrict(cpu);
};

int main() {
  fp p = increment;
  function* q = &increment;
  alias a = decrement;
  alias_function* b = declared_by_typedef;
  fr r = increment;
  mfp m = &owner::add;
  owner o = {10};
  holder h = {increment};
  int (*local)(int) restrict(cpu) = decrement;
  CHECK(p(1) == 2 && q(1) == 2 && a(1) == 0 && b(4) == 8 && r(1) == 2 && (o.*m)(5) == 15);
  CHECK(h.call(1) == 2 && local(1) == 0 && apply(increment, 1) == 2 && apply_alias(decrement, 1) == 0);
  CHECK(choose(true)(1) == 2 && choose(false)(1) == 0);
  fp lambda = [](int x) restrict(cpu) { return x + 7; };
  CHECK(lambda(1) == 8);

  array_view<int> v(1);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 3; });
  CHECK(v[0] == 3);
  return failures();
}
