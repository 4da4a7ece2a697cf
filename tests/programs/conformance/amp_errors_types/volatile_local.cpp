// rows: amp.2.4.1.volatile
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  volatile int v = n;
  // expected-error@-1 {{'v' of the type 'volatile int' is not allowed in amp-restricted code: 'volatile' is not supported}}
  return v;
}
