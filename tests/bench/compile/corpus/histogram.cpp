// Atomics in group memory and in global memory.
#include <hc.hpp>

void count(hc::array_view<const unsigned> data, hc::array_view<unsigned> bins) {
  hc::parallel_for_each(data.get_extent().tile(256), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static unsigned local[256];
    local[t.local[0]] = 0;
    t.barrier.wait();
    hc::atomic_fetch_inc(&local[data[t.global] & 255]);
    t.barrier.wait();
    hc::atomic_fetch_add(&bins[t.local[0]], local[t.local[0]]);
  });
}
