// Conway's game of life: integer array_views of rank 2, a helper restricted to both, swap of views.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int wrap(int i, int n) restrict(cpu, amp) { return (i + n) % n; }

template <typename View>
int neighbours(const View& cells, index<2> at, int rows, int cols) restrict(cpu, amp) {
  int count = 0;
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc)
      if (dr != 0 || dc != 0) count += cells(wrap(at[0] + dr, rows), wrap(at[1] + dc, cols));
  return count;
}

struct HostGrid {
  const std::vector<int>& cells;
  int cols;
  int operator()(int r, int c) const { return cells[r * cols + c]; }
};

int reference_count(const std::vector<int>& cells, int r, int c, int rows, int cols) {
  int count = 0;
  HostGrid grid{cells, cols};
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc)
      if (dr || dc) count += grid(wrap(r + dr, rows), wrap(c + dc, cols));
  return count;
}

int main() {
  const int rows = 48, cols = 65, generations = 12;
  std::vector<int> now(rows * cols), next(rows * cols);
  for (int i = 0; i < rows * cols; ++i) now[i] = (i * 7919 % 11) < 4;
  std::vector<int> expected = now;

  array_view<int, 2> a(rows, cols, now), b(rows, cols, next);
  for (int g = 0; g < generations; ++g) {
    b.discard_data();
    parallel_for_each(
        a.extent, [=](index<2> idx) restrict(amp) {
          const int n = neighbours(a, idx, rows, cols);
          b[idx] = n == 3 || (n == 2 && a[idx]) ? 1 : 0;
        });
    std::swap(a, b);
  }
  a.synchronize();

  for (int g = 0; g < generations; ++g) {
    std::vector<int> step(rows * cols);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) {
        const int n = reference_count(expected, r, c, rows, cols);
        step[r * cols + c] = n == 3 || (n == 2 && expected[r * cols + c]);
      }
    expected = step;
  }
  int wrong = 0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c) wrong += a(r, c) != expected[r * cols + c];
  if (wrong) std::cout << wrong << " cells are wrong\n";
  return wrong != 0;
}
