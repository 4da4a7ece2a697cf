// rows: amp.2.4.1.compound
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  bool seen[4];
  // expected-error@-1 {{the elements of an array must be aligned to four bytes}}
  seen[n] = true;
  return seen[n];
}
