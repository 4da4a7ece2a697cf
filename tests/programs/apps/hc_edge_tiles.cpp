// Tiles that do not divide the extent, with barriers: every point is visited once, none outside, and each
// tile's sum is that of its own points. Shapes are those that drivers round up in different ways.
#include <cstdio>
#include <hc.hpp>
#include <vector>

constexpr int guard = 64;

static int check(int rows, int columns, int tile_rows, int tile_columns) {
  const int points = rows * columns;
  std::vector<int> memory(points + 2 * guard, 0);
  std::vector<int> tile_sums(points, 0);
  {
    hc::array_view<int, 1> visits(points + 2 * guard, memory);
    hc::array_view<int, 2> sums(rows, columns, tile_sums);
    const hc::extent<2> all(rows, columns);
    hc::parallel_for_each(all.tile(tile_rows, tile_columns), [=](hc::tiled_index<2> t) [[hc]] {
      tile_static int sum;
      if (t.local[0] == 0 && t.local[1] == 0) sum = 0;
      t.barrier.wait();
      hc::atomic_fetch_add(&sum, t.global[0] * columns + t.global[1]);
      t.barrier.wait();
      hc::atomic_fetch_add(&visits[guard + t.global[0] * columns + t.global[1]], 1);
      sums[t.global] = sum;
    });
  }
  int wrong = 0;
  for (int i = 0; i < guard; ++i) wrong += memory[i] != 0 || memory[guard + points + i] != 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      int expected = 0;
      for (int r = row / tile_rows * tile_rows; r < rows && r < (row / tile_rows + 1) * tile_rows; ++r)
        for (int c = column / tile_columns * tile_columns;
             c < columns && c < (column / tile_columns + 1) * tile_columns; ++c)
          expected += r * columns + c;
      wrong += memory[guard + row * columns + column] != 1 || tile_sums[row * columns + column] != expected;
    }
  if (wrong)
    std::printf("FAILED: %d x %d in tiles of %d x %d: %d wrong\n", rows, columns, tile_rows, tile_columns,
                wrong);
  return wrong != 0;
}

int main() {
  const int failed = check(17, 33, 17, 15) + check(17, 33, 4, 8) + check(1, 1000, 1, 64) +
                     check(1000, 1, 7, 1) + check(31, 63, 16, 16) + check(129, 5, 128, 2) +
                     check(64, 64, 8, 8);
  if (!failed) std::printf("PASSED\n");
  return failed;
}
