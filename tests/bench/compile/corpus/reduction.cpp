// A tree in tile_static memory: barriers in a loop.
#include <hc.hpp>

#include <numeric>
#include <vector>

float sum(hc::array_view<const float> data, int count) {
  const int groups = (count + 255) / 256;
  std::vector<float> partial(groups);
  hc::array_view<float> out(groups, partial);
  hc::parallel_for_each(hc::extent<1>(groups * 256).tile(256), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static float shared[256];
    const int local = t.local[0];
    shared[local] = t.global[0] < count ? data[t.global[0]] : 0;
    t.barrier.wait();
    for (int half = 128; half > 0; half /= 2) {
      if (local < half) shared[local] += shared[local + half];
      t.barrier.wait();
    }
    if (local == 0) out[t.tile[0]] = shared[0];
  });
  out.synchronize();
  return std::accumulate(partial.begin(), partial.end(), 0.0f);
}
