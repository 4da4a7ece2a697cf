// C++ AMP: static tiles, their members, tile_static, barriers, pad and truncate, divisibility.
#include <amp.h>

#include <cstring>
#include <vector>

#include "check.hpp"

using namespace concurrency;

struct Cell {
  int value;
  int weight;
};

template <int Tile>
static void transpose(array_view<const int, 2> from, array_view<int, 2> to) {
  to.discard_data();
  parallel_for_each(
      from.extent.tile<Tile, Tile>(), [=](tiled_index<Tile, Tile> t) restrict(amp) {
        tile_static int cell[Tile][Tile];
        cell[t.local[1]][t.local[0]] = from[t.global];
        t.barrier.wait();
        const index<2> origin(t.tile_origin[1], t.tile_origin[0]);
        to[origin + t.local] = cell[t.local[0]][t.local[1]];
      });
}

static int tile_sum(tiled_index<64>& t, int value) restrict(amp) {
  tile_static Cell cells[64];
  cells[t.local[0]].value = value;
  cells[t.local[0]].weight = 2;
  t.barrier.wait_with_tile_static_memory_fence();
  int sum = 0;
  for (int i = 0; i < t.tile_dim0; ++i) sum += cells[i].value * cells[i].weight;
  return sum;
}

static void kernels() {
  std::vector<int> data(64 * 64), turned(64 * 64);
  for (int i = 0; i < 64 * 64; ++i) data[i] = i;
  array_view<const int, 2> from(64, 64, data);
  array_view<int, 2> to(64, 64, turned);
  transpose<16>(from, to);
  bool right = true;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j) right = right && to(i, j) == j * 64 + i;
  CHECK(right);
  transpose<8>(from, to);
  CHECK(to(63, 0) == 63 && to(1, 2) == 129);

  array_view<int> sums(256);
  parallel_for_each(
      sums.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) { sums[t] = tile_sum(t, t.tile[0]); });
  for (int i = 0; i < 256; ++i) CHECK(sums[i] == 128 * (i / 64));

  std::vector<int> cube(8 * 4 * 6);
  array_view<int, 3> w(8, 4, 6, cube);
  parallel_for_each(
      w.extent.tile<4, 2, 3>(), [=](tiled_index<4, 2, 3> t) restrict(amp) {
        const bool good = t.tile_extent == extent<3>(4, 2, 3) && t.tile_dim2 == 3 &&
                          t.global == t.tile_origin + t.local && t.tile_origin[0] == 4 * t.tile[0];
        w[t.global] = good ? t.local[0] * 100 + t.local[1] * 10 + t.local[2] : -1;
      });
  CHECK(w(7, 3, 5) == 312 && w(4, 2, 3) == 0 && w(1, 1, 1) == 111);
}

static void extents() {
  tiled_extent<16, 8> e(extent<2>(33, 8));
  CHECK(e.pad() == extent<2>(48, 8) && e.truncate() == extent<2>(32, 8) && e.tile_extent == extent<2>(16, 8));
  CHECK(e.tile_dim0 == 16 && e.tile_dim1 == 8);
  auto nothing = [](tiled_index<16, 8>) restrict(amp){};
  CHECK_THROWS(parallel_for_each(e, nothing), invalid_compute_domain,
               "Extent can't be evenly divisible by tile size.");
  CHECK_THROWS(parallel_for_each(extent<2>(0, 8).tile<16, 8>(), nothing), invalid_compute_domain,
               "Extent is less or equal than 0.");
  parallel_for_each(e.truncate(), nothing);

  // pad() and a test for the points outside.
  array_view<int> v(1000);
  parallel_for_each(
      extent<1>(1000).tile<64>().pad(), [=](tiled_index<64> t) restrict(amp) {
        if (t.global[0] < 1000) v[t.global] = t.global[0];
      });
  CHECK(v[999] == 999);
}

int main() {
  kernels();
  extents();
  return failures();
}
