// The kernels of the sample project: only this file is HC, its header and its users are plain C++.
#include "dot_kernels.hpp"

#include <hc.hpp>

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr int group = 64;
  const int groups = (static_cast<int>(a.size()) + group - 1) / group;
  const int count = static_cast<int>(a.size());
  hc::array_view<const double> left(count, a), right(count, b);
  hc::array_view<double> sums(groups);
  sums.discard_data();
  const hc::extent<1> items(groups * group);
  hc::parallel_for_each(items.tile(group), [=](hc::tiled_index<1> i) [[hc]] {
    tile_static double part[group];
    const int at = i.global[0], own = i.local[0];
    part[own] = at < count ? left[at] * right[at] : 0;
    i.barrier.wait();
    for (int half = group / 2; half > 0; half /= 2) {
      if (own < half) part[own] += part[own + half];
      i.barrier.wait();
    }
    if (own == 0) sums[i.tile[0]] = part[0];
  });
  double total = 0;
  for (int i = 0; i < groups; ++i) total += sums[i];
  return total;
}
