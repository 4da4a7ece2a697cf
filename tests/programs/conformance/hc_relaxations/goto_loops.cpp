// rows: hc.language.goto
// Loops with two entries, before and after barriers, with as many rounds as a value of the work-item says.
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static int rounds(int n, int start) [[cpu, hc]] {
  int sum = start;
  if (start & 1) goto middle;
first:
  sum = sum * 3 + n;
middle:
  sum ^= n << 2;
  if (--n > 0) goto first;
  return sum;
}

static int nested(int n, int start) [[cpu, hc]] {
  int sum = start;
outer:
  for (int i = 0; i < 3; ++i) {
    switch ((sum + i) & 3) {
      case 0:
        goto second;
      case 1:
        sum += rounds(n & 3, sum);
        break;
      default:
        sum -= i;
    }
  second:
    if ((sum & 7) == 5 && n-- > 0) goto outer;
    sum += i;
  }
  if (n-- > 0) goto outer;
  return sum;
}

// A loop that a tile enters alike, and that each of its work-items leaves when it wants.
static int between_barriers(int count, int tile, bool skips) {
  hc::array_view<int> out(count);
  hc::parallel_for_each(hc::extent<1>(count).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int shared[64];
    const int l = t.local[0], g = t.global[0];
    shared[l] = rounds(l & 3, g);
    int mine = 0;
    for (int round = 0; round < 2; ++round) {
      t.barrier.wait();
      mine = shared[tile - 1 - l];
      int left = l & 3;
      if (skips) goto middle;
    first:
      mine = mine * 5 + l;
    middle:
      mine ^= g;
      if (left-- > 0) goto first;
      t.barrier.wait();
      shared[l] = mine;
    }
    out[g] = nested(mine & 3, l);
  });
  int wrong = 0;
  std::vector<int> shared(tile), mine(tile);
  for (int first = 0; first < count; first += tile) {
    for (int l = 0; l < tile; ++l) shared[l] = rounds(l & 3, first + l);
    for (int round = 0; round < 2; ++round) {
      for (int l = 0; l < tile; ++l) {
        mine[l] = shared[tile - 1 - l];
        for (int left = 0; left <= (l & 3); ++left) {
          if (left > 0 || !skips) mine[l] = mine[l] * 5 + l;
          mine[l] ^= first + l;
        }
      }
      shared = mine;
    }
    for (int l = 0; l < tile; ++l) wrong += out[first + l] != nested(mine[l] & 3, l);
  }
  return wrong;
}

int main() {
  hc::array_view<int> flat(64);
  hc::parallel_for_each(hc::extent<1>(64), [=](hc::index<1> i) [[hc]] { flat[i] = nested(i[0] & 7, i[0]); });
  for (int i = 0; i < 64; ++i) CHECK(flat[i] == nested(i & 7, i));
  CHECK(between_barriers(64, 16, true) == 0);
  CHECK(between_barriers(64, 16, false) == 0);
  CHECK(between_barriers(64, 64, true) == 0);
  return failures();
}
