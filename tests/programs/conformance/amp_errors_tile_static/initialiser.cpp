// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

void f(int n) restrict(amp) {
  tile_static int t = 1;
  // expected-error@-1 {{a tile_static variable can't have an initialiser or a constructor}}
  tile_static int u[2] = {1, 2};
  // expected-error@-1 {{a tile_static variable can't have an initialiser or a constructor}}
}
