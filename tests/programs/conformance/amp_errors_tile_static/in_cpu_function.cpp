// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

int f() {
  tile_static int t[4];
  // expected-error@-1 {{the tile_static variable 't' is only allowed in functions restricted to amp alone}}
  return t[0];
}
