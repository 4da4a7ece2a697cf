// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

int f(int n) restrict(amp) {
  tile_static bool t[8];
  // expected-error@-1 {{the elements of an array must be aligned to four bytes}}
  return t[n];
}
