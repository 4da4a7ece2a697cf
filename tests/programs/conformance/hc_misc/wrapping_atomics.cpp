// rows: hc.atomics.wrapinc, hc.atomics.wrapdec
#include <hc.hpp>

#include "check.hpp"

static void both(unsigned* up, unsigned* down) [[cpu, hc]] {
  __atomic_wrapinc(up, 9);
  hc::__atomic_wrapdec(down, 9);
}

int main() {
  const int n = 1003;
  hc::array_view<unsigned> u(8);
  u[0] = u[1] = 0;
  u[2] = u[3] = 50;  // above the limit
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1>) [[hc]] { both(&u[0], &u[1]); }).wait();
  CHECK(u[0] == n % 10 && u[1] == (10 - n % 10) % 10);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    u[4] = __atomic_wrapinc(&u[2], 9);
    u[5] = __atomic_wrapdec(&u[3], 9);
  }).wait();
  CHECK(u[4] == 50 && u[5] == 50 && u[2] == 0 && u[3] == 9);
  hc::array_view<unsigned> tiles(4);
  hc::parallel_for_each(hc::extent<1>(256).tile(64), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned ring;
    if (t.local[0] == 0) ring = 0;
    t.barrier.wait();
    __atomic_wrapinc(&ring, 6);
    t.barrier.wait();
    if (t.local[0] == 0) tiles[t.tile] = ring;
  }).wait();
  for (int k = 0; k < 4; ++k) CHECK(tiles[k] == 64 % 7);
  unsigned x = 0, y = 0;
  for (int k = 0; k < 23; ++k) both(&x, &y);
  CHECK(x == 3 && y == 7);
  return failures();
}
