// rows: amp.2.1.clause, amp.2.3.overlap, amp.2.3.calls, amp.2.3.amp_from_cpu, amp.2.2.destructors,
// amp.2.4.2.declarators
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int where(int) restrict(cpu) { return 1; }
int where(int) restrict(amp) { return 2; }
int both(int n) restrict(amp, cpu) { return where(n); }
int repeated(int n) restrict(amp, amp) restrict(cpu) { return where(n); }
int found(int n) restrict(auto) { return both(n); }
int quiet(int n) noexcept restrict(cpu, amp) { return n; }
struct guard {
  int n;
  guard(int n) restrict(cpu, amp) : n(n) {}
  guard() restrict(amp) : n(5) {}
  ~guard() restrict(cpu, amp) {}
};
template <class T>
T twice(T value) restrict(cpu, amp) {
  return value + value;
}

int main() {
  array_view<int> v(1);
  parallel_for_each(
      v.get_extent(), [=](index<1> i) restrict(amp) {
        guard five, n(3);
        v[i] = where(0) + both(0) + repeated(0) + found(0) + quiet(1) + five.n + n.n + twice(2) +
               int(twice(1.5f));
      });
  CHECK(v[0] == 2 + 2 + 2 + 2 + 1 + 5 + 3 + 4 + 3);
  CHECK(where(0) + both(0) + repeated(0) + found(0) == 4);
  CHECK(guard(7).n == 7);
  return failures();
}
