// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(extent<2> e) {
  e.tile<16>();
  // expected-error@-1 {{no matching member function for call to 'tile'}}
}
