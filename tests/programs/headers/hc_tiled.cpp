// HC's run-time tiles: places, partial edge tiles, barriers, tile_static and dynamic group memory, limits.
#include <cstring>
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static void places() {
  std::vector<int> data(6 * 8, 0);
  hc::array_view<int, 2> v(6, 8, data);
  hc::parallel_for_each(v.get_extent().tile(2, 4), [=](hc::tiled_index<2> t) [[hc]] {
    const bool right =
        t.global[0] == t.tile_origin[0] + t.local[0] && t.global[1] == t.tile_origin[1] + t.local[1] &&
        t.tile_origin[0] == t.tile[0] * t.tile_dim[0] && t.tile_origin[1] == t.tile[1] * t.tile_dim[1] &&
        t.tile_dim[0] == 2 && t.tile_dim[1] == 4 && t.local[0] < 2 && t.local[1] < 4;
    hc::index<2> where = t;  // the global one
    v[where] = right ? t.tile[0] * 10 + t.tile[1] + 1 : -1;
  });
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) CHECK(v(i, j) == (i / 2) * 10 + j / 4 + 1);
}

static void edges() {
  std::vector<int> one(1024, 0);
  hc::array_view<int> a(1024, one);
  hc::parallel_for_each(a.get_extent().tile(7),
                        [=](hc::tiled_index<1>& t) [[hc]] { hc::atomic_fetch_add(&a[t.global], 1); });
  for (int i = 0; i < 1024; ++i) CHECK(a[i] == 1);

  std::vector<int> three(17 * 11 * 5, 0);
  hc::array_view<int, 3> b(17, 11, 5, three);
  hc::parallel_for_each(b.get_extent().tile(6, 3, 2), [=](hc::tiled_index<3> t) [[hc]] {
    hc::atomic_fetch_add(&b[t.global], 1 + t.local[0] * 100 + t.local[1] * 10 + t.local[2]);
  });
  b.synchronize();
  for (int i = 0; i < 17; ++i)
    for (int j = 0; j < 11; ++j)
      for (int k = 0; k < 5; ++k) CHECK(three[(i * 11 + j) * 5 + k] == 1 + i % 6 * 100 + j % 3 * 10 + k % 2);
}

// The tile's items leave their numbers, and each reads its mirror image's: wrong without the barrier.
static void mirror_static(hc::tiled_index<1>& t, const hc::array_view<int>& out) [[hc]] {
  tile_static int numbers[64];
  numbers[t.local[0]] = t.global[0];
  t.barrier.wait();
  out[t.global] = numbers[63 - t.local[0]];
}

static void barriers() {
  std::vector<int> data(64 * 33);
  hc::array_view<int> v(64 * 33, data);
  hc::parallel_for_each(v.get_extent().tile(64), [=](hc::tiled_index<1> t) [[hc]] { mirror_static(t, v); });
  for (int i = 0; i < 64 * 33; ++i) CHECK(v[i] == i / 64 * 64 + 63 - i % 64);

  const int tile = 48;  // dynamic memory, rotated once in each turn of a loop
  std::vector<int> turned(tile * 5);
  hc::array_view<int> w(tile * 5, turned);
  hc::parallel_for_each(w.get_extent().tile_with_dynamic(tile, tile * sizeof(int)),
                        [=](hc::tiled_index<1> t) [[hc]] {
                          int* ring = static_cast<int*>(hc::get_dynamic_group_segment_base_pointer());
                          const int me = t.local[0];
                          ring[me] = t.global[0];
                          for (int turn = 0; turn < 5; ++turn) {
                            t.barrier.wait();
                            const int next = ring[(me + 1) % t.tile_dim[0]];
                            t.barrier.wait_with_tile_static_memory_fence();
                            ring[me] = next;
                          }
                          w[t.global] = ring[me];
                        });
  for (int i = 0; i < tile * 5; ++i) CHECK(w[i] == i / tile * tile + (i % tile + 5) % tile);
}

static void static_beside_dynamic() {
  std::vector<int> data(32);
  hc::array_view<int> v(32, data);
  hc::tiled_extent<1> e(32, 16);
  CHECK(e.get_dynamic_group_segment_size() == 0);
  e.set_dynamic_group_segment_size(16 * sizeof(int));
  CHECK(e.get_dynamic_group_segment_size() == 64);
  hc::parallel_for_each(e, [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int fixed[16];
    int* dynamic = static_cast<int*>(hc::get_dynamic_group_segment_base_pointer());
    const int i = t.local[0];
    fixed[i] = i;
    dynamic[i] = 100 * i;
    t.barrier.wait();
    v[t.global] = fixed[15 - i] + dynamic[15 - i];
  });
  for (int i = 0; i < 32; ++i) CHECK(v[i] == 101 * (15 - i % 16));
}

static void extents() {
  hc::tiled_extent<2> e(10, 9, 4, 2);
  CHECK(e[0] == 10 && e[1] == 9 && e.tile_dim[0] == 4 && e.tile_dim[1] == 2);
  hc::tiled_extent<2> padded = e.pad(), cut = e.truncate();
  CHECK(padded[0] == 12 && padded[1] == 10 && cut[0] == 8 && cut[1] == 8);
  CHECK(padded.tile_dim[1] == 2);
}

static void limits() {
  hc::extent<1> e(1 << 20);
  auto nothing = [](hc::tiled_index<1>) [[hc]] {};
  CHECK_THROWS(hc::parallel_for_each(e.tile(1 << 20), nothing).wait(), hc::invalid_compute_domain,
               "The extent of the tile (1048576) exceeds the device limit (");
  CHECK_THROWS(hc::parallel_for_each(hc::extent<1>(3).tile(4), nothing).wait(), hc::invalid_compute_domain,
               "The extent of the tile (4) exceeds the compute grid extent (3).");
}

int main() {
  places();
  edges();
  barriers();
  static_beside_dynamic();
  extents();
  limits();
  return failures();
}
