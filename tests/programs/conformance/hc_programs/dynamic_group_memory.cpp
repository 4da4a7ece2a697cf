// rows: hc.programs.whole
#include <hc.hpp>
#include <vector>
using namespace hc;
#define GROUP 64
int main() {
  const int n = 1024;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; i++) in[i] = i;
  array_view<const int> vin(n, in);
  array_view<int> vout(n, out);
  tiled_extent<1> te = extent<1>(n).tile(GROUP);
  te.set_dynamic_group_segment_size(GROUP * sizeof(int));
  if (te.get_dynamic_group_segment_size() != GROUP * sizeof(int)) return 1;
  array_view<unsigned> sizes(3);
  parallel_for_each(te, [=](tiled_index<1> t) [[hc]] {
    tile_static int fixed[GROUP];
    int* dyn = (int*)get_dynamic_group_segment_base_pointer();
    char* base = (char*)get_group_segment_base_pointer();
    int l = t.local[0];
    dyn[l] = vin[t.global];
    fixed[GROUP - 1 - l] = vin[t];
    t.barrier.wait();
    vout[t.global] = dyn[GROUP - 1 - l] * 2 - fixed[l];
    if (t.global[0] == 0) {
      sizes[0] = get_group_segment_size();
      sizes[1] = get_static_group_segment_size();
      sizes[2] = (unsigned)((char*)dyn - base);
    }
  }).wait();
  for (int i = 0; i < n; i++) {
    int g = i / GROUP * GROUP, l = i % GROUP;
    if (vout[i] != g + GROUP - 1 - l) return 2;
  }
  if (sizes[1] < GROUP * 4 || sizes[0] != sizes[1] + GROUP * 4 || sizes[2] != sizes[1]) return 3;
  tiled_extent<2> t2 = extent<2>(32, 32).tile_with_dynamic(8, 8, 8 * 8 * sizeof(float));
  array_view<float, 2> img(32, 32);
  parallel_for_each(img.get_extent(), [=](index<2> i) [[hc]] { img[i] = i[0] * 32 + i[1]; });
  parallel_for_each(t2, [=](tiled_index<2> t) [[hc]] {
    float* lds = (float*)get_dynamic_group_segment_base_pointer();
    lds[t.local[0] * 8 + t.local[1]] = img[t.global];
    t.barrier.wait();
    img[t.global] = lds[t.local[1] * 8 + t.local[0]];
  });
  return img(1, 2) == 2 * 32 + 1 ? 0 : 4;
}
