// Fills, reductions and scans of device memory.
#pragma once

#include "graph.hpp"

#define TILE 256

struct plus_op {
  template <typename T>
  T operator()(T a, T b) const [[cpu]] [[hc]] { return a + b; }
};
struct max_op {
  template <typename T>
  T operator()(T a, T b) const [[cpu]] [[hc]] { return a < b ? b : a; }
};

inline int tiles_for(int n) { return (n + TILE - 1) / TILE; }
inline hc::tiled_extent<1> tiled(int n) { return hc::extent<1>(tiles_for(n) * TILE).tile(TILE); }

template <typename T>
hc::completion_future fill(context& ctx, T* p, int n, T value) {
  return hc::parallel_for_each(ctx.av, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { p[i[0]] = value; });
}

// A tile's value from its work-items' values; all of them get it.
template <typename T, typename Op>
T tile_reduce(hc::tiled_index<1>& t, T value, Op op) [[hc]] {
  tile_static T shared[TILE];
  const int l = t.local[0];
  shared[l] = value;
  t.barrier.wait_with_tile_static_memory_fence();
  for (int half = TILE / 2; half > 0; half >>= 1) {
    if (l < half) shared[l] = op(shared[l], shared[l + half]);
    t.barrier.wait_with_tile_static_memory_fence();
  }
  T all = shared[0];
  t.barrier.wait_with_tile_static_memory_fence();
  return all;
}

// The values f(0) .. f(n-1) combined.
template <typename T, typename F, typename Op>
T transform_reduce(context& ctx, int n, F f, T zero, Op op) {
  const int tiles = tiles_for(n);
  if (tiles == 0) return zero;
  T* partial = hc::am_alloc(tiles * sizeof(T), ctx.acc, amHostPinned);
  hc::parallel_for_each(ctx.av, tiled(n), [=](hc::tiled_index<1> t) [[hc]] {
    const int i = t.global[0];
    T mine = zero;
    if (i < n) mine = f(i);
    T all = tile_reduce(t, mine, op);
    if (t.local[0] == 0) partial[t.tile[0]] = all;
  }).wait();
  T result = zero;
  for (int k = 0; k < tiles; ++k) result = op(result, partial[k]);
  hc::am_free(partial);
  return result;
}

// to[i] = from[0] + ... + from[i-1]; returns the sum of all.
unsigned exclusive_scan(context& ctx, const unsigned* from, unsigned* to, int n);
