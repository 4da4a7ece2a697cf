// Graphs, shortest paths and alignments with OpenMP.
#include "omp_suite.hpp"
#include "paths.hpp"

using namespace paths;
using namespace suite;

static int run_level(bool large) {
  Graph data(large);
  const int n = data.n, level = data.level, *start = data.start.data(), *edge = data.edge.data();
  int* levels = data.known.data();
  serve([&] {
#pragma omp parallel for schedule(dynamic, 1024)
    for (int v = 0; v < n; ++v) {
      if (levels[v] != level) continue;
      for (int k = start[v]; k < start[v + 1]; ++k) {
        const int u = edge[k];
        if (levels[u] < 0) levels[u] = level + 1;
      }
    }
  });
  return verdict(data.right(data.known));
}

static int run_distances(bool large) {
  Distances data(large);
  const Distances given(large);
  const int n = data.n;
  int* d = data.d.data();
  serve([&] {
    for (int k = 0; k < Distances::steps; ++k) {
#pragma omp parallel for
      for (int i = 0; i < n; ++i)
#pragma omp simd
        for (int j = 0; j < n; ++j) {
          const int by = d[i * n + k] + d[k * n + j];
          d[i * n + j] = by < d[i * n + j] ? by : d[i * n + j];
        }
    }
  });
  return verdict(given.right(data.d));
}

// Rows one after another: an engineer has no need of anti-diagonals here.
static int run_alignment(bool large) {
  Alignment data(large);
  constexpr int rows = Alignment::rows;
  const int pairs = data.pairs, columns = data.columns;
  const int match = data.match, mismatch = data.mismatch, gap = data.gap;
  const std::uint8_t *first = data.a.data(), *second = data.b.data();
  int* best = data.best.data();
  serve([&] {
#pragma omp parallel for
    for (int pair = 0; pair < pairs; ++pair) {
      std::vector<int> row(columns + 1);
      int highest = 0;
      for (int i = 0; i < rows; ++i) {
        const int letter = first[pair * rows + i];
        int corner = 0, left = 0;
        for (int j = 0; j < columns; ++j) {
          int score = corner + (letter == second[pair * columns + j] ? match : mismatch);
          score = std::max(std::max(score, 0), std::max(row[j + 1], left) + gap);
          corner = row[j + 1];
          row[j + 1] = left = score;
          highest = std::max(highest, score);
        }
      }
      best[pair] = highest;
    }
  });
  return verdict(data.right(data.best));
}

static int run_common(bool large) {
  Common data(large);
  const int side = data.side, row = side + 1;
  const std::uint8_t *a = data.a.data(), *b = data.b.data();
  int* table = data.table.data();
  serve([&] {
    for (int d = 2; d <= 2 * side; ++d) {
      const int start = d > side ? d - side : 1, end = d > side ? side : d - 1;
#pragma omp parallel for
      for (int i = start; i <= end; ++i) {
        const int j = d - i;
        table[i * row + j] = a[i - 1] == b[j - 1]
                                 ? table[(i - 1) * row + j - 1] + 1
                                 : std::max(table[(i - 1) * row + j], table[i * row + j - 1]);
      }
    }
  });
  return verdict(data.right(data.table));
}

int main(int argc, char** argv) {
  static const Case cases[] = {{"bfs-level", run_level},
                               {"floyd-warshall", run_distances},
                               {"smith-waterman", run_alignment},
                               {"common-subsequence", run_common}};
  return main_of(cases, argc, argv);
}
