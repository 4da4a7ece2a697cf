// Sum of an array: a tree in dynamic group memory for each tile, then one atomic addition a tile.
// Argument: [elements].
#include <cstdlib>
#include <hc.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000003;
  const int tile = 256;
  std::vector<int> input(n);
  long long want = 0;
  for (int i = 0; i < n; ++i) {
    input[i] = i % 17 - 3;
    want += input[i];
  }

  std::vector<int> result(1, 0);
  hc::array_view<const int, 1> in(n, input);
  hc::array_view<int, 1> sum(1, result);
  const int padded = (n + tile - 1) / tile * tile;
  const auto extent = hc::extent<1>(padded).tile_with_dynamic(tile, tile * sizeof(int));
  hc::parallel_for_each(extent, [=](hc::tiled_index<1> t) [[hc]] {
    int* sums = static_cast<int*>(hc::get_dynamic_group_segment_base_pointer());
    const int local = t.local[0], global = t.global[0];
    sums[local] = global < n ? in[global] : 0;
    t.barrier.wait();
    for (int half = t.tile_dim[0] / 2; half > 0; half /= 2) {
      if (local < half) sums[local] += sums[local + half];
      t.barrier.wait();
    }
    if (local == 0) hc::atomic_fetch_add(&sum[0], sums[0]);
  });

  const int got = sum[0];  // the read waits for the kernel and fetches the value
  if (got != want) {
    std::cout << "FAILED: the sum is " << got << ", not " << want << "\n";
    return 1;
  }
  std::cout << "PASSED: the sum of " << n << " elements is " << got << "\n";
  return 0;
}
