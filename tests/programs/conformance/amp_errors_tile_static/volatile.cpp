// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  tile_static volatile int t;
  // expected-error@-1 {{'volatile' is not supported}}
  t = n;
  return t;
}
