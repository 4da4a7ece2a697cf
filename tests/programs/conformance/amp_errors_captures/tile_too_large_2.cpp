// rows: amp.4.tiles
#include <amp.h>

using namespace concurrency;

void run(array_view<int> v) {
  // expected-error@+1 {{a tile has at most 1024 work-items}}
  parallel_for_each(
      extent<2>(4096, 4096).tile<33, 32>(), [=](tiled_index<33, 32> i) restrict(amp) { v[0] = 1; });
}
