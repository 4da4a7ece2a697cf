// Graphs, shortest paths and alignments in HC.
#include "hc_suite.hpp"
#include "paths.hpp"

using namespace paths;
using namespace suite;

static int run_level(bool large) {
  const Graph data(large);
  const int n = data.n, level = data.level;
  const int *start = device(data.start), *edge = device(data.edge);
  int* levels = device(data.known);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
      const int v = i[0];
      if (levels[v] != level) return;
      for (int k = start[v]; k < start[v + 1]; ++k) {
        const int u = edge[k];
        if (levels[u] < 0) levels[u] = level + 1;
      }
    });
  });
  return verdict(data.right(host(levels, n)));
}

static int run_distances(bool large) {
  Distances data(large);
  const int n = data.n;
  hc::array_view<int, 2> d(n, n, data.d);
  const Distances given(large);
  serve([&] {
    for (int k = 0; k < Distances::steps; ++k)
      hc::parallel_for_each(d.get_extent(), [=](hc::index<2> i) [[hc]] {
        const int by = d(i[0], k) + d(k, i[1]);
        if (by < d[i]) d[i] = by;
      });
  });
  d.synchronize();
  return verdict(given.right(data.d));
}

static int run_alignment(bool large) {
  const Alignment data(large);
  constexpr int rows = Alignment::rows;
  const int columns = data.columns, match = data.match, mismatch = data.mismatch, gap = data.gap;
  const std::uint8_t *first = device(data.a), *second = device(data.b);
  int* best = device(data.best);
  serve([&] {
    hc::parallel_for_each(hc::extent<1>(data.pairs * rows).tile(rows), [=](hc::tiled_index<1> t) [[hc]] {
      tile_static int last[rows + 1], before[rows + 1], most[rows];
      const int i = t.local[0], pair = t.tile[0];
      const int letter = first[pair * rows + i];
      int left = 0, highest = 0;
      last[i + 1] = before[i + 1] = 0;
      if (i == 0) last[0] = before[0] = 0;
      t.barrier.wait();
      for (int d = 0; d < rows + columns - 1; ++d) {
        const int j = d - i;
        int score = 0;
        const int above = last[i], corner = before[i];
        if (j >= 0 && j < columns) {
          score = corner + (letter == second[pair * columns + j] ? match : mismatch);
          score = score < 0 ? 0 : score;
          score = score < above + gap ? above + gap : score;
          score = score < left + gap ? left + gap : score;
          highest = score > highest ? score : highest;
        }
        t.barrier.wait();
        before[i + 1] = left;
        last[i + 1] = score;
        left = score;
        t.barrier.wait();
      }
      most[i] = highest;
      t.barrier.wait();
      for (int half = rows / 2; half > 0; half /= 2) {
        if (i < half && most[i] < most[i + half]) most[i] = most[i + half];
        t.barrier.wait();
      }
      if (i == 0) best[pair] = most[0];
    });
  });
  return verdict(data.right(host(best, data.pairs)));
}

static int run_common(bool large) {
  const Common data(large);
  const int side = data.side, row = side + 1;
  const std::uint8_t *a = device(data.a), *b = device(data.b);
  int* table = device(data.table);
  serve([&] {
    for (int d = 2; d <= 2 * side; ++d)
      hc::parallel_for_each(hc::extent<1>(side + 1), [=](hc::index<1> id) [[hc]] {
        const int i = id[0], j = d - i;
        if (i < 1 || j < 1 || j > side) return;
        int best = table[(i - 1) * row + j];
        if (a[i - 1] == b[j - 1])
          best = table[(i - 1) * row + j - 1] + 1;
        else if (table[i * row + j - 1] > best)
          best = table[i * row + j - 1];
        table[i * row + j] = best;
      });
  });
  return verdict(data.right(host(table, data.table.size())));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"bfs-level", run_level},
                               {"floyd-warshall", run_distances},
                               {"smith-waterman", run_alignment},
                               {"common-subsequence", run_common}};
  return main_of(cases, argc, argv);
}
