// Graphs, shortest paths and alignments in CUDA C++.
#include "cuda_suite.cuh"
#include "paths.hpp"

using namespace paths;
using namespace suite;

__global__ void next_level(int n, int level, const int* start, const int* edge, int* levels) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || levels[v] != level) return;
  for (int k = start[v]; k < start[v + 1]; ++k) {
    const int u = edge[k];
    if (levels[u] < 0) levels[u] = level + 1;
  }
}

static int run_level(bool large) {
  const Graph data(large);
  const int *start = device(data.start), *edge = device(data.edge);
  int* levels = device(data.known);
  serve([&] { next_level<<<blocks(data.n, flat), flat>>>(data.n, data.level, start, edge, levels); });
  return verdict(data.right(host(levels, data.n)));
}

__global__ void shorten(int n, int k, int* d) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const int by = d[y * n + k] + d[k * n + x];
  if (by < d[y * n + x]) d[y * n + x] = by;
}

static int run_distances(bool large) {
  const Distances data(large);
  const int n = data.n;
  int* d = device(data.d);
  serve([&] {
    for (int k = 0; k < Distances::steps; ++k) shorten<<<over(flat2(), n, n), flat2()>>>(n, k, d);
  });
  return verdict(data.right(host(d, data.d.size())));
}

__global__ void align(int columns, int match, int mismatch, int gap, const std::uint8_t* first,
                      const std::uint8_t* second, int* best) {
  constexpr int rows = Alignment::rows;
  __shared__ int last[rows + 1], before[rows + 1], most[rows];
  const int i = threadIdx.x, pair = blockIdx.x;
  const int letter = first[pair * rows + i];
  int left = 0, highest = 0;
  last[i + 1] = before[i + 1] = 0;
  if (i == 0) last[0] = before[0] = 0;
  __syncthreads();
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
    __syncthreads();
    before[i + 1] = left;
    last[i + 1] = score;
    left = score;
    __syncthreads();
  }
  most[i] = highest;
  __syncthreads();
  for (int half = rows / 2; half > 0; half /= 2) {
    if (i < half && most[i] < most[i + half]) most[i] = most[i + half];
    __syncthreads();
  }
  if (i == 0) best[pair] = most[0];
}

static int run_alignment(bool large) {
  const Alignment data(large);
  const std::uint8_t *first = device(data.a), *second = device(data.b);
  int* best = device(data.best);
  serve([&] {
    align<<<data.pairs, Alignment::rows>>>(data.columns, data.match, data.mismatch, data.gap, first, second,
                                           best);
  });
  return verdict(data.right(host(best, data.pairs)));
}

__global__ void diagonal(int side, int d, const std::uint8_t* a, const std::uint8_t* b, int* table) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = d - i, row = side + 1;
  if (i < 1 || i > side || j < 1 || j > side) return;
  int best = table[(i - 1) * row + j];
  if (a[i - 1] == b[j - 1])
    best = table[(i - 1) * row + j - 1] + 1;
  else if (table[i * row + j - 1] > best)
    best = table[i * row + j - 1];
  table[i * row + j] = best;
}

static int run_common(bool large) {
  const Common data(large);
  const int side = data.side;
  const std::uint8_t *a = device(data.a), *b = device(data.b);
  int* table = device(data.table);
  serve([&] {
    for (int d = 2; d <= 2 * side; ++d) diagonal<<<blocks(side + 1, flat), flat>>>(side, d, a, b, table);
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
