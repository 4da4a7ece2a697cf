// What the kernels of several files do within a tile.
#pragma once

#include <hc.hpp>

namespace sortscan {
namespace tile {

static const int SIZE = 256;

inline int round_up(int n, int multiple) [[cpu, hc]] { return (n + multiple - 1) / multiple * multiple; }

// Exclusive scan of one value for each thread; total is the sum of all of them.
template <typename T>
T exclusive_scan(T value, T& total, const hc::tiled_index<1>& t) [[hc]] {
  tile_static T sums[2][SIZE];
  const int local = t.local[0];
  int in = 0;
  sums[in][local] = value;
  t.barrier.wait();
  for (int offset = 1; offset < SIZE; offset <<= 1) {
    const int out = 1 - in;
    sums[out][local] = local >= offset ? sums[in][local] + sums[in][local - offset] : sums[in][local];
    in = out;
    t.barrier.wait();
  }
  total = sums[in][SIZE - 1];
  const T result = sums[in][local] - value;
  t.barrier.wait();
  return result;
}

}  // namespace tile
}  // namespace sortscan
