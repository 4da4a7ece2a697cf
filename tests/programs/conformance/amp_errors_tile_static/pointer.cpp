// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

void f(int* n) restrict(amp) {
  tile_static int* p;
  // expected-error@-1 {{the tile_static variable 'p' can't be a pointer or a reference}}
  p = n;
}
