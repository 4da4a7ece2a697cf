// rows: amp.2.4.3.tile_static
#include <amp.h>

void f() restrict(amp) {
  tile_static int n;
  tile_static int& r = n;
  // expected-error@-1 {{the tile_static variable 'r' can't be a pointer or a reference}}
  n = r;
}
