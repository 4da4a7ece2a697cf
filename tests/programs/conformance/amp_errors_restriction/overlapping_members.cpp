// rows: amp.2.3.overlap
#include <amp.h>

using namespace concurrency;

struct Point {
  int get() const restrict(cpu, amp);
  int get() const restrict(cpu);
  // expected-error@-1 {{'get' is declared with overlapping restrictions}}
};
