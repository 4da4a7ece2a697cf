// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(extent<1> e) {
  e.tile<0>();
  // expected-error@-1 {{a tile must be greater than 0 in every dimension}}
}
