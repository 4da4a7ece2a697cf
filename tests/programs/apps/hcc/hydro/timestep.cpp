#include "hydro.hpp"

#include <algorithm>

#include "flux.hpp"

#define GROUP 128

wave_speed_reducer::wave_speed_reducer(hc::accelerator_view view, int n) : av(view), groups(n) {
  hc::accelerator acc = av.get_accelerator();
  partial = hc::am_alloc(groups * sizeof(double), acc, 0);
  host = hc::am_alloc(groups * sizeof(double), acc, amHostPinned);
}

wave_speed_reducer::~wave_speed_reducer() {
  hc::am_free(partial);
  hc::am_free(host);
}

double wave_speed_reducer::operator()(const fields& f) {
  double* out = partial;
  const int cells = f.nx * f.ny;
  const int threads = groups * GROUP;

  hc::extent<1> ext(threads);
  hc::tiled_extent<1> tiled = ext.tile_with_dynamic(GROUP, GROUP * sizeof(double));
  hc::parallel_for_each(av, tiled, [=](hc::tiled_index<1> t) [[hc]] {
    double* speeds = (double*)hc::get_dynamic_group_segment_base_pointer();
    const int local = t.local[0];

    double largest = 0;
    for (int c = t.global[0]; c < cells; c += threads) {
      const double s = wave_speed(f.load(f.at(c / f.nx, c % f.nx), 0));
      largest = s > largest ? s : largest;
    }
    speeds[local] = largest;
    t.barrier.wait_with_tile_static_memory_fence();

    for (int half = t.tile_dim[0] / 2; half > 0; half >>= 1) {
      if (local < half && speeds[local + half] > speeds[local]) speeds[local] = speeds[local + half];
      t.barrier.wait_with_tile_static_memory_fence();
    }
    if (local == 0) out[t.tile[0]] = speeds[0];
  });
  av.copy(partial, host, groups * sizeof(double));
  return *std::max_element(host, host + groups);
}
