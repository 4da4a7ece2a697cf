// rows: hc.wave.ballot
// Wave functions of kernels that call functions by their addresses, of work-items that a condition chooses.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int items = 256;

int larger(int a, int b) [[hc]] { return a > b ? a : b; }
int smaller(int a, int b) [[hc]] { return a < b ? a : b; }

struct Choice {
  int (*function)(int, int);
  int by;
};

int main() {
  std::vector<int> given(items), wrong(items), chosen(items);
  for (int i = 0; i < items; ++i) given[i] = i * 7 % 13;
  {
    const hc::array_view<int> in(given), faults(wrong), out(chosen);
    const int whole = items;
    hc::parallel_for_each(hc::extent<1>(items).tile(items), [=](hc::tiled_index<1> t) [[hc]] {
      const int l = t.local[0], size = hc::__wavesize(), lane = l % size, first = l - lane;
      tile_static int cells[items];
      cells[l] = in[l];
      t.barrier.wait();
      int found = 0;
      if (first + size <= whole) {
        unsigned long votes = 0;
        for (int i = 0; i < size; ++i) votes |= static_cast<unsigned long>(cells[first + i] > 3) << i;
        found = hc::__ballot(cells[l] > 3) != votes;
        found += hc::__shfl(cells[l], size - 1) != cells[first + size - 1];
        found += hc::__any(cells[l] > 11) != (hc::__ballot(cells[l] > 11) != 0);
      }
      const Choice all[2] = {{&larger, 3}, {&smaller, in[(l + 1) % items]}};
      const Choice one = all[cells[l] & 1];
      out[l] = one.function(cells[l], one.by);
      faults[l] = found;
    });
  }
  for (int i = 0; i < items; ++i) {
    CHECK(wrong[i] == 0);
    const int a = given[i], b = given[(i + 1) % items];
    CHECK(chosen[i] == (a & 1 ? (a < b ? a : b) : (a > 3 ? a : 3)));
  }
  return failures();
}
