// rows: amp.2.4.1.volatile
#include <amp.h>

using namespace concurrency;

struct Counter {
  volatile int n;
};

int f(const Counter& c) restrict(amp) { return c.n; }
// expected-error@-1 {{its member 'n' has the unsupported type 'volatile int'; 'volatile' is not supported}}
