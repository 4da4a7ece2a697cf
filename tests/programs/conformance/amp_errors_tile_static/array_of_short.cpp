// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  tile_static unsigned short t[8];
  // expected-error@-1 {{the tile_static variable 't' of the type 'unsigned short[8]' is not allowed in amp-restricted code}}
  return t[n];
}
