// rows: amp.2.5.tile_static
// A macro with a kernel that has no tiles and one that has: tile_static is the second one's alone.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

#define APPLY(OP, BY)                                                              \
  {                                                                                \
    int r[4] = {3, 4, 5, 6};                                                       \
    array_view<int> v(4, r);                                                       \
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {                    \
      v[i] = v[i] OP BY;                                                           \
    });                                                                            \
    parallel_for_each(v.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {    \
      tile_static int s[2];                                                        \
      s[t.local[0]] = v[t];                                                        \
      t.barrier.wait();                                                            \
      v[t] = s[1 - t.local[0]];                                                    \
    });                                                                            \
    v.synchronize();                                                               \
    CHECK(r[0] == (4 OP BY) && r[3] == (5 OP BY));                                 \
  }

int main() {
  APPLY(+, 4)
  APPLY(*, 5) APPLY(-, 6)
  return failures();
}
