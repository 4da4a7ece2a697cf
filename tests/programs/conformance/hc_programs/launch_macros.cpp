// rows: hc.programs.whole
#include <hc.hpp>
#include <hc_am.hpp>
// HIP-like launch on top of parallel_for_each, as libraries wrote it
#define LAUNCH(kernel, grid, block, av, ...)                                                               \
  hc::parallel_for_each(                                                                                   \
      av,                                                                                                  \
      hc::extent<3>(grid.z * block.z, grid.y * block.y, grid.x * block.x).tile(block.z, block.y, block.x), \
      [=](const hc::tiled_index<3>&) [[hc]] { kernel(__VA_ARGS__); })
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
#define THREAD_X hc_get_workitem_id(0)
#define BLOCK_X hc_get_group_id(0)
#define BDIM_X hc_get_group_size(0)
template <int B>
[[hc]] void block_reduce(const int* in, int* out, int n) {
  tile_static int s[B];
  int t = THREAD_X, i = BLOCK_X * BDIM_X + t;
  s[t] = i < n ? in[i] : 0;
  hc_barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = B / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    hc_barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[BLOCK_X] = s[0];
}
[[hc]] void ids(unsigned* o) {
  unsigned g = hc_get_workitem_absolute_id(0) + hc_get_grid_size(0) * hc_get_workitem_absolute_id(1);
  o[g] = hc_get_num_groups(0) * 1000 + hc_get_group_id(1) * 100 + hc_get_workitem_id(1) * 10 +
         hc_get_workitem_id(0);
}
int main() {
  hc::accelerator acc;
  auto av = acc.create_view();
  const int n = 1000;
  int* in = hc::am_alloc(n * 4, acc, 0);
  int* out = hc::am_alloc(64 * 4, acc, 0);
  std::vector<int> h(n, 3);
  av.copy(h.data(), in, n * 4);
  auto f = LAUNCH(block_reduce<64>, dim3(16), dim3(64), av, in, out, n);
  f.wait();
  int res[16];
  av.copy(out, res, sizeof res);
  int sum = 0;
  for (int x : res) sum += x;
  if (sum != 3000) return 1;
  unsigned* o = hc::am_alloc(64 * 4, acc, 0);
  LAUNCH(ids, dim3(4, 2), dim3(4, 2), av, o).wait();
  unsigned ho[64];
  av.copy(o, ho, sizeof ho);
  if (ho[16 * 3 + 5] != 4 * 1000 + 100 + 10 + 1) return 2;
  hc::am_free(in);
  hc::am_free(out);
  hc::am_free(o);
  return 0;
}
