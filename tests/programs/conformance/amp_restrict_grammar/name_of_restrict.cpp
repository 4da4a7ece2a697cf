// rows: amp.2.1.restrict_name
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// `restrict` is a name like any other where no clause can be.
namespace names {
int restrict = 3;
int take(int restrict) restrict(cpu, amp) { return restrict + 1; }
}  // namespace names
namespace functions {
int restrict(int x) { return x * 2; }
int restrict() { return 7; }
template <class T>
struct box {
  T restrict(T x) const { return x + 1; }
};
struct field {
  int restrict;
};
}  // namespace functions

int main() {
  array_view<int> v(2);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = names::take(i[0]); });
  CHECK(v[1] == 2);
  names::restrict += 1;
  CHECK(names::restrict == 4);
  if (v[0] == 1) functions::restrict(1);
  int restrict = functions::restrict(5) + functions::restrict();
  CHECK(restrict == 17 && -restrict == -17);
  functions::field f = {restrict};
  CHECK(f.restrict == 17 && (&f)->restrict == 17 && functions::box<int>().restrict(2) == 3);
  return failures();
}
