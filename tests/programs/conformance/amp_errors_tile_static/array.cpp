// rows: amp.2.4.3.tile_static
#include <amp.h>

using namespace concurrency;

void f(int n) restrict(amp) {
  tile_static array_view<int> v;
  // expected-error@-1 {{a tile_static variable can't have an initialiser or a constructor}}
}
