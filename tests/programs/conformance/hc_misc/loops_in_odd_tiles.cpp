// rows: hc.parallel_for_each.tiled
// Loops that all of a tile run alike, around barriers, where a tile's rows fill no vectors of a processor.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

constexpr int height = 8, width = 24;

void try_tiles(int rows, int columns, int shift) {
  std::vector<unsigned> shifts(16), made(height * width);
  for (int i = 0; i < 16; ++i) shifts[i] = i * 0x9e3779b9u;
  {
    hc::array_view<const unsigned, 1> in(16, shifts);
    hc::array_view<unsigned, 2> out(height, width, made);
    hc::parallel_for_each(hc::extent<2>(height, width).tile(rows, columns),
                          [=](hc::tiled_index<2> t) [[hc]] {
                            const int row = t.tile[0];
                            const unsigned place = t.global[0] * width + t.global[1] + 5;
                            t.barrier.wait();
                            const unsigned turns = (row >> ((in[row] + shift) & 31)) & 3;
                            for (unsigned k = 1; k <= turns * 2; k *= 2) t.barrier.wait();
                            out[t.global] = place;
                          });
  }
  for (int i = 0; i < height * width; ++i) CHECK(made[i] == static_cast<unsigned>(i) + 5);
}

// Rows of one work-item: what lies beyond them reads no step.
void try_column(int tile, int step) {
  std::vector<int> turns = {1, 0, 2, 1, 0, 3, 1, 0}, made(8), steps(1, step);
  {
    hc::array_view<const int, 1> in(8, turns), by(1, steps);
    hc::array_view<int, 2> out(8, 1, made);
    hc::parallel_for_each(hc::extent<2>(8, 1).tile(tile, 1), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static int cells[16];
      const int l = t.local[0];
      for (int i = l; i < 16; i += by[0]) cells[i] = i * 3;
      t.barrier.wait();
      int count = 0;
      for (int a = in[t.global[0]]; a >= 0; --a)
        for (int b = 3; b > a; b -= 2) if (in[++count & 7] == count) break;
      out[t.global] = count * 100 + cells[l];
    }).wait();
  }
  for (int i = 0; i < 8; ++i) {
    int count = 0;
    for (int a = turns[i]; a >= 0; --a)
      for (int b = 3; b > a; b -= 2) if (turns[++count & 7] == count) break;
    CHECK(made[i] == count * 100 + i % tile * 3);
  }
}

int main() {
  for (int tile : {1, 2, 4, 8}) try_column(tile, tile);
  for (int shift = 0; shift < 8; ++shift) {
    try_tiles(4, 12, shift);
    try_tiles(8, 12, shift);
    try_tiles(2, 6, shift);
    try_tiles(4, 3, shift);
    try_tiles(4, 24, shift);
  }
  return failures();
}
