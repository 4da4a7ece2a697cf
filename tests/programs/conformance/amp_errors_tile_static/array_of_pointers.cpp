// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

void f(int* n) restrict(amp) {
  tile_static int* p[4];
  // expected-error@-1 {{arrays of pointers are not supported}}
  p[0] = n;
}
