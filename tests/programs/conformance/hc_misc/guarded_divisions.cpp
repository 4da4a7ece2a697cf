// rows: hc.parallel_for_each.tiled
// Divisions that are the same in each round of a loop, and are done only where the divisor is not 0; ways past barriers
// that only some work-items ask about, and that nobody takes.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

static void check_divisions(int rounds) {
  std::vector<int> out(24);
  hc::array_view<int> view(24, out);
  hc::parallel_for_each(hc::extent<1>(24).tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int shared;
    const int group = t.tile[0];
    int sum = 0;
    for (int k = 0; k < rounds; ++k) {
      if (t.local[0] == 0) shared = k;
      t.barrier.wait();
      sum += shared;
      sum += group == 0 ? 100 : 12345 % group + 7;
      t.barrier.wait();
    }
    view[t.global] = sum;
  });
  view.synchronize();
  for (int i = 0; i < 24; ++i) {
    int sum = 0;
    for (int k = 0; k < rounds; ++k) sum += k + (i / 8 == 0 ? 100 : 12345 % (i / 8) + 7);
    CHECK(out[i] == sum);
  }
}

static void check_ways_past_barriers(int returns_at) {
  constexpr int size = 64;
  std::vector<int> in(size), stops(4), out(size);
  for (int i = 0; i < size; ++i) in[i] = i * 7 & 15;
  hc::array_view<const int> from(size, in), stop(4, stops);
  hc::array_view<int> to(size, out);
  hc::parallel_for_each(hc::extent<1>(size).tile(32), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int cells[32];
    const int local = t.local[0];
    int sum = from[t.global];
    for (int k = 0; k < 3; ++k) {
      if (from[t.global] & 1) {
        sum += 5;
        if (stop[k] > returns_at) return;
        if (stop[k] != 0) break;
      }
      t.barrier.wait();
      cells[local] = sum;
      t.barrier.wait();
    }
    cells[local] = sum * 2;
    t.barrier.wait();
    to[t.global] = cells[local ^ 1];
  });
  to.synchronize();
  for (int i = 0; i < size; ++i) CHECK(out[i] == (in[i ^ 1] + (in[i ^ 1] & 1) * 15) * 2);
}

int main() {
  for (int rounds = 0; rounds < 4; ++rounds) check_divisions(rounds);
  check_ways_past_barriers(3);
  return failures();
}
