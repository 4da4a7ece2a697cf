// rows: hc.language.values_over_barriers
// Functions that wait and are not inlined: what their callers keep meanwhile, short integers that wrap among it.
#include <hc.hpp>
#include <cstdint>

#include "check.hpp"

__attribute__((noinline)) static void wait_apart(hc::tiled_index<1> t) [[hc]] { t.barrier.wait(); }

__attribute__((noinline)) static void exchange(hc::tiled_index<1> t, int* cells, int& kept) [[hc]] {
  cells[t.local[0]] = kept;
  t.barrier.wait();
  kept = cells[127 - t.local[0]];
  t.barrier.wait();
}

static std::uint64_t mixed(std::uint64_t h, std::int64_t value) [[hc]] [[cpu]] {
  h = (h ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

int main() {
  constexpr int n = 384;
  const int one = 1, extent = n;
  hc::array_view<std::uint64_t, 1> sums(n);
  hc::array_view<int, 1> swapped(n);
  hc::parallel_for_each(hc::extent<1>(n).tile(128), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int cells[128];
    const int id = t.global[0] * one;
    if (id >= extent) return;
    const int number = id * 77 + 7;
    std::int16_t small = static_cast<std::int16_t>(id * 99 + 4);
    int kept = id * 3;
    t.barrier.wait();
    wait_apart(t);
    exchange(t, cells, kept);
    small ^= static_cast<std::int16_t>(~(static_cast<int>(small) * small >> 16));
    sums[id] = mixed(mixed(1, number), small);
    swapped[id] = kept;
  });
  for (int i = 0; i < n; ++i) {
    std::int16_t small = static_cast<std::int16_t>(i * 99 + 4);
    small ^= static_cast<std::int16_t>(~(static_cast<int>(small) * small >> 16));
    CHECK(sums[i] == mixed(mixed(1, i * 77 + 7), small));
    CHECK(swapped[i] == (i / 128 * 128 + 127 - i % 128) * 3);
  }
  return failures();
}
