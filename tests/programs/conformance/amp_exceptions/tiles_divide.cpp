// rows: amp.7.tiles_divide
#include <amp.h>

#include <cstring>

#include "check.hpp"

using namespace concurrency;

int main() {
  CHECK_THROWS(parallel_for_each(extent<1>(10).tile<4>(), [](tiled_index<4>) restrict(amp){}),
               invalid_compute_domain, "Extent can't be evenly divisible by tile size.");
  CHECK_THROWS(parallel_for_each(extent<2>(8, 6).tile<4, 4>(), [](tiled_index<4, 4>) restrict(amp){}),
               invalid_compute_domain, "evenly divisible");
  CHECK_THROWS(parallel_for_each(extent<1>(0).tile<4>(), [](tiled_index<4>) restrict(amp){}),
               invalid_compute_domain, "Extent is less or equal than 0.");
  int launched = 0;
  parallel_for_each(extent<1>(10).tile<4>().truncate(), [](tiled_index<4>) restrict(amp){});
  ++launched;
  CHECK(launched == 1);
  return failures();
}
