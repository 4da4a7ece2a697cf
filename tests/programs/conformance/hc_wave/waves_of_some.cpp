// rows: hc.language.values_over_barriers
#include <hc.hpp>

#include "check.hpp"

// Wave functions that only some work-items call, behind a loop with barriers whose turns the group tells.
int main() {
  const int n = 128;
  hc::array_view<int> size(1), moved(2 * n), votes(2 * n);
  for (int k = 0; k < 2 * n; ++k) moved[k] = votes[k] = -5;
  hc::parallel_for_each(hc::extent<1>(2 * n).tile(n), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int cells[n];
    const int i = t.local[0], group = t.tile[0];
    cells[i] = i;
    t.barrier.wait();
    for (int turn = 0; turn < (group & 1) + 1; ++turn) {
      cells[i] += turn;
      t.barrier.wait();
    }
    if (t.global[0] == 0) size[0] = __wavesize();
    int x = 0, all = 0;
    if (i & 1) x = __shfl_xor(cells[i], 2);
    if (i & 2) all = hc::__all(cells[i] >= 0);
    moved[t.global[0]] = x;
    votes[t.global[0]] = all != 0;
  }).wait();
  int wrong = 0;
  for (int k = 0; k < 2 * n; ++k) {
    const int i = k % n, from = size[0] > 3 ? i ^ 2 : i;
    wrong += moved[k] != (i & 1 ? from + k / n : 0);
    wrong += votes[k] != (i & 2 ? 1 : 0);
  }
  CHECK(wrong == 0);
  return failures();
}
