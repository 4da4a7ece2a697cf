// Graphs, shortest paths and alignments: data and checks.
#pragma once
#include "suite.hpp"

namespace paths {
using suite::agrees;

// A level of breadth-first search over a graph by rows: the levels up to `level` are known, and that step
// finds those of the next. Taken again it finds them again.
struct Graph {
  int n, level = 0;
  std::vector<int> start, edge, known, next;
  explicit Graph(bool large) : n(large ? 1 << 22 : 1 << 17), start(1), known(n, -1) {
    for (int i = 0; i < n; ++i) start.push_back(start[i] + 2 + int(12 * suite::unit(i, 1)));
    edge.resize(start[n]);
    for (int k = 0; k < start[n]; ++k) edge[k] = int(suite::mixed(std::uint32_t(k)) % std::uint32_t(n));
    std::vector<int> front(1, 0);
    known[0] = 0;
    while (true) {
      std::vector<int> found;
      next = known;
      for (int v : front)
        for (int k = start[v]; k < start[v + 1]; ++k)
          if (next[edge[k]] < 0) {
            next[edge[k]] = level + 1;
            found.push_back(edge[k]);
          }
      if (found.size() > std::size_t(n) / 4) break;
      front.swap(found);
      known = next;
      ++level;
    }
  }
  bool right(const std::vector<int>& got) const { return got == next; }
};

// Eight steps of Floyd and Warshall's over whole numbers: taken again, they change nothing.
struct Distances {
  static constexpr int steps = 8;
  int n;
  std::vector<int> d;
  explicit Distances(bool large)
      : n(large ? 8192 : 1024), d(suite::letters<int>(std::size_t(n) * n, 1000, 1)) {
    for (int i = 0; i < n; ++i) d[std::size_t(i) * n + i] = 0;
  }
  void relax(int* row, const int* by, int k) const {
    const int first = row[k];
    for (int j = 0; j < n; ++j) row[j] = std::min(row[j], first + by[j]);
  }
  bool right(const std::vector<int>& got) const {
    std::vector<int> top(d.begin(), d.begin() + std::size_t(steps) * n);
    std::vector<std::vector<int>> by(steps);  // row k as it is when step k takes it
    for (int k = 0; k < steps; ++k) {
      by[k].assign(top.begin() + std::size_t(k) * n, top.begin() + std::size_t(k + 1) * n);
      for (int i = 0; i < steps; ++i) relax(&top[std::size_t(i) * n], by[k].data(), k);
    }
    for (int i = 0; i < n; i += 61) {
      std::vector<int> row(d.begin() + std::size_t(i) * n, d.begin() + std::size_t(i + 1) * n);
      for (int k = 0; k < steps; ++k) relax(row.data(), by[k].data(), k);
      if (!std::equal(row.begin(), row.end(), got.begin() + std::size_t(i) * n)) return false;
    }
    return true;
  }
};

// Smith and Waterman's local alignment of pairs of texts: the best score of each pair.
struct Alignment {
  static constexpr int rows = 256;  // letters of the first text of a pair: work-items of a tile
  int match = 3, mismatch = -2, gap = -2;
  int pairs, columns;
  std::vector<std::uint8_t> a, b;
  std::vector<int> best;
  explicit Alignment(bool large)
      : pairs(large ? 8192 : 16),
        columns(large ? 512 : 1024),
        a(suite::letters(std::size_t(pairs) * rows, 4, 1)),
        b(suite::letters(std::size_t(pairs) * columns, 4, 2)),
        best(pairs, -1) {}
  int score(int pair) const {
    std::vector<int> row(columns + 1);
    int most = 0;
    for (int i = 0; i < rows; ++i) {
      int corner = 0;
      for (int j = 1; j <= columns; ++j) {
        const bool same = a[std::size_t(pair) * rows + i] == b[std::size_t(pair) * columns + j - 1];
        const int through = std::max(corner + (same ? match : mismatch), 0);
        corner = row[j];
        row[j] = std::max(through, std::max(row[j], row[j - 1]) + gap);
        most = std::max(most, row[j]);
      }
    }
    return most;
  }
  bool right(const std::vector<int>& got) const {
    return agrees(got, 0, [&](std::size_t i) { return score(int(i)); }, 128);
  }
};

// The longest common subsequence of two texts, an anti-diagonal a launch; the table's borders are 0.
struct Common {
  int side;
  std::vector<std::uint8_t> a, b;
  std::vector<int> table;
  explicit Common(bool large)
      : side(large ? 8192 : 1024),
        a(suite::letters(side, 4, 1)),
        b(suite::letters(side, 4, 2)),
        table(std::size_t(side + 1) * (side + 1)) {}
  bool right(const std::vector<int>& got) const {
    std::vector<int> row(side + 1), above(side + 1);
    for (int i = 1; i <= side; ++i) {
      row.swap(above);
      for (int j = 1; j <= side; ++j)
        row[j] = a[i - 1] == b[j - 1] ? above[j - 1] + 1 : std::max(above[j], row[j - 1]);
      if (!std::equal(row.begin(), row.end(), got.begin() + std::size_t(i) * (side + 1))) return false;
    }
    return true;
  }
};

}  // namespace paths
