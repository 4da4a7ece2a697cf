// rows: amp.2.3.amp_from_cpu
#include <amp.h>

using namespace concurrency;

int g(int* n) {
  all_memory_fence(tile_barrier(*reinterpret_cast<tile_barrier*>(n)));
  // expected-error@-1 {{is restricted to amp and can't be used in code for the CPU}}
  return *n;
}
