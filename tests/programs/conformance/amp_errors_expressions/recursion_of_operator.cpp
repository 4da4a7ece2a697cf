// rows: amp.2.4.3.calls
#include <amp.h>

using namespace concurrency;

struct Number {
  int n;
};
Number operator-(Number a, int b) restrict(amp) {
  Number less = {a.n - 1};
  return b ? less - (b - 1) : a;
  // expected-error@-1 {{calls itself}}
}
