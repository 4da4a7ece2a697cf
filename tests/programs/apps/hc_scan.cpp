// Work-efficient scan in tiles: functor kernel with state, dynamic group memory, std::max in a kernel.
#include <algorithm>
#include <cstdio>
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

template <typename T, typename Op>
struct TileScan {
  const T* input;
  T* output;
  Op op;
  int n;

  void operator()(const hc::tiled_index<1>& t) const [[hc]] {
    T* block = static_cast<T*>(hc::get_dynamic_group_segment_base_pointer());
    const int local = t.local[0], global = t.global[0];
    block[local] = input[global];
    t.barrier.wait();
    for (int offset = 1; offset < t.tile_dim[0]; offset *= 2) {
      const T other = local >= offset ? block[local - offset] : block[local];
      const bool use = local >= offset;
      t.barrier.wait();
      if (use) block[local] = op(other, block[local]);
      t.barrier.wait();
    }
    output[global] = block[local];
  }
};

struct Max {
  template <typename T>
  T operator()(T a, T b) const {
    return std::max(a, b);
  }
};

struct Plus {
  template <typename T>
  T operator()(T a, T b) const {
    return a + b;
  }
};

template <typename T, typename Op>
bool check(int n, int tile, Op op) {
  std::vector<T> in(n), out(n, T(-1));
  for (int i = 0; i < n; ++i) in[i] = T((i * 37) % 101);
  hc::accelerator acc;
  T* din = static_cast<T*>(hc::am_alloc(n * sizeof(T), acc, 0));
  T* dout = static_cast<T*>(hc::am_alloc(n * sizeof(T), acc, 0));
  hc::accelerator_view view = acc.get_default_view();
  view.copy(in.data(), din, n * sizeof(T));
  auto extent = hc::extent<1>(n).tile_with_dynamic(tile, tile * sizeof(T));
  hc::parallel_for_each(view, extent, TileScan<T, Op>{din, dout, op, n}).wait();
  view.copy(dout, out.data(), n * sizeof(T));
  hc::am_free(din);
  hc::am_free(dout);
  for (int i = 0; i < n; ++i) {
    T want = in[i / tile * tile];
    for (int k = i / tile * tile + 1; k <= i; ++k) want = op(want, in[k]);
    if (out[i] != want) {
      std::printf("tile %d: element %d is %g, not %g\n", tile, i, (double)out[i], (double)want);
      return false;
    }
  }
  return true;
}

int main() {
  bool right = true;
  for (int tile : {1, 3, 32, 100, 256}) {
    right &= check<int>(tile * 7, tile, Plus());
    right &= check<float>(tile * 5, tile, Max());
    right &= check<double>(tile * 3, tile, Plus());
  }
  return right ? 0 : 1;
}
