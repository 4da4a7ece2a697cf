// Sums that work-items add to memory, in loops, before and after barriers, and what they read of them again.
// Each kernel is compared with a plain loop.
#include <algorithm>
#include <cstdio>
#include <hc.hpp>
#include <vector>

static int failures = 0;
static constexpr int n = 1 << 14, items = 512, bins = 300;

struct Data {
  std::vector<int> in, counts, want;
  Data() : in(n), counts(2 * n), want(2 * n) {
    for (int i = 0; i < n; ++i) in[i] = int(unsigned(i) * 2654435761u >> 8) % bins;
  }
  void compare(const char* name) {
    if (counts != want && ++failures) std::printf("FAILED %s\n", name);
    std::fill(counts.begin(), counts.end(), 0);
    std::fill(want.begin(), want.end(), 0);
  }
};

static void in_rounds(Data& d) {
  const int* const in = d.in.data();
  int* const out = d.counts.data();
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
    for (int k = i[0]; k < n; k += items) hc::atomic_fetch_add(&out[in[k]], 1);
  }).wait();
  for (int i = 0; i < n; ++i) ++d.want[d.in[i]];
  d.compare("in rounds");
}

// `again` is the memory that is added to, of which each work-item reads what it has added itself.
static void read_again(Data& d) {
  const int* const in = d.in.data();
  int *const out = d.counts.data(), *const values = d.counts.data() + n;
  const int* const again = values;
  for (int i = 0; i < n; ++i) values[i] = d.want[n + i] = i % 7;
  hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] {
    for (int k = i[0]; k < n; k += items) {
      hc::atomic_fetch_add(&values[k], in[k]);
      hc::atomic_fetch_add(&out[again[k]], 1);
    }
  }).wait();
  for (int i = 0; i < n; ++i) ++d.want[d.want[n + i] += d.in[i]];
  d.compare("read again");
}

// Each tile counts in a part of its own, and behind a barrier adds what is there.
static void behind_barriers(Data& d) {
  constexpr int size = 64, part = n / (n / size);
  const int* const in = d.in.data();
  int *const out = d.counts.data(), *const sums = d.counts.data() + n;
  const int* const again = out;
  hc::parallel_for_each(hc::extent<1>(n).tile(size), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static int kept[size];
    const int l = i.local[0], first = i.tile[0] * part;
    kept[l] = in[i.global[0]];
    i.barrier.wait();
    hc::atomic_fetch_add(&out[first + kept[size - 1 - l] % part], 1 + kept[l] % 3);
    i.barrier.wait();
    hc::atomic_fetch_add(&sums[again[first + l] % 40], 1);
  }).wait();
  for (int t = 0; t < n; t += size) {
    for (int l = 0; l < size; ++l) d.want[t + d.in[t + size - 1 - l] % part] += 1 + d.in[t + l] % 3;
    for (int l = 0; l < size; ++l) ++d.want[n + d.want[t + l] % 40];
  }
  d.compare("behind barriers");
}

int main() {
  Data d;
  for (int turn = 0; turn < 3; ++turn) {
    in_rounds(d);
    read_again(d);
    behind_barriers(d);
  }
  std::printf(failures ? "FAILED %d\n" : "PASSED\n", failures);
  return failures != 0;
}
