// rows: amp.ms.warnings.macro_arguments
// flags: -fms-compat
// ptx: none
// Visual C++ drops what a macro is given beyond its parameters, and warns.
#include <amp.h>

#include <cassert>
#include <cstdio>

#define FIRST(x) (x)
#define SUM(x, y) ((x) + (y))

int failures_of(int x) {
  assert(x == 0, "no failures");
  return x;
}

int main() {
  const int one = FIRST(1, 2);               // expected-warning {{those beyond its parameters are dropped}}
  const int sum = SUM(one, SUM(2, 3), 4, 5);  // expected-warning {{those beyond its parameters are dropped}}
  return failures_of(one == 1 && sum == 6 ? 0 : 1);
}
