// Between two barriers, some work-items begin a round anew and others go on with theirs: what a round has
// computed is used behind the barrier, whichever way a work-item came. All wait equally often. The host runs
// what GPUs need not: they count the rounds of a loop around a barrier.
#include <hc.hpp>

#include <cstdio>
#include <vector>

namespace {
constexpr int tile = 16, items = 3 * tile, most = 9;

int begun(int round, int given) { return given * 5 + round * round; }

bool goes_on(int given, int times) { return (given + times) % 3 != 0; }
}  // namespace

int main() {
  std::vector<int> given(items), found(items), rounds(items);
  for (int i = 0; i < items; ++i) given[i] = i * 7 % 11;
  hc::array_view<const int> in(items, given);
  hc::array_view<int> out(items, found), counts(items, rounds);
  const int limit = most;
  hc::parallel_for_each(hc::extent<1>(items).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int turned[tile];
    const int mine = in[t.global[0]];
    int total = 0, round = 0, times = 0;
    for (bool ends = false; !ends; ++round) {
      const int value = mine * 5 + round * round;
      do {
        turned[t.local[0]] = value;
        t.barrier.wait();
        total = total * 3 + value + turned[tile - 1 - t.local[0]];
        t.barrier.wait();
        ends = ++times == limit;
      } while (!ends && (mine + times) % 3 != 0);
    }
    out[t.global[0]] = total;
    counts[t.global[0]] = round;
  }).wait();
  out.synchronize();
  counts.synchronize();
  int wrong = 0;
  for (int first = 0; first < items; first += tile) {
    int total[tile] = {}, round[tile] = {}, value[tile];
    for (int i = 0; i < tile; ++i) value[i] = begun(0, given[first + i]);
    for (int times = 1; times <= most; ++times) {
      for (int i = 0; i < tile; ++i) total[i] = total[i] * 3 + value[i] + value[tile - 1 - i];
      for (int i = 0; i < tile; ++i)
        if (times == most || !goes_on(given[first + i], times))
          value[i] = begun(++round[i], given[first + i]);
    }
    for (int i = 0; i < tile; ++i) wrong += found[first + i] != total[i] || rounds[first + i] != round[i];
  }
  std::puts(wrong == 0 ? "PASSED" : "FAILED");
}
