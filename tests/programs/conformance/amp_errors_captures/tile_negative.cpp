// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(extent<2> e) {
  e.tile<4, -4>();
  // expected-error@-1 {{a tile must be greater than 0 in every dimension}}
}
