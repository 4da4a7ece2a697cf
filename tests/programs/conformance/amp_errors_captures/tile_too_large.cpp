// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(array_view<int> v) {
  // expected-error@+1 {{a tile has at most 1024 work-items}}
  parallel_for_each(extent<1>(4096).tile<1025>(), [=](tiled_index<1025> i) restrict(amp) { v[0] = 1; });
}
