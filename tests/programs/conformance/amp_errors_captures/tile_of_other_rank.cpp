// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(extent<2> e) {
  e.tile<16>();
  // expected-error@-1 {{one tile size for each dimension}}
}
