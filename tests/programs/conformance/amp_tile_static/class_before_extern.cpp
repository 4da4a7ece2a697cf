// rows: amp.2.5.tile_static_class
// An 'extern' or 'static' declaration after a tile_static variable of a class: each has its own words.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct cell {
  int value;
};

static int sum(array_view<int> v) {
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static cell one, cells[4];
    if (t.local[0] == 0) one.value = 3;
    cells[t.local[0]].value = t.local[0];
    t.barrier.wait();
    v[t] = one.value + cells[3 - t.local[0]].value;
  });
  return v[0] + v[1] + v[2] + v[3];
}

extern "C" int restricted(int x) restrict(amp) { return x; }
extern int unused;
static int used() { return 18; }

int main() {
  array_view<int> v(4);
  CHECK(sum(v) == used());
  return failures();
}
