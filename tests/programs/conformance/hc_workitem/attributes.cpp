// rows: hc.attributes.waves_per_eu, hc.attributes.flat_workgroup_size, hc.attributes.max_workgroup_dim flags:
// -Wall -Wextra -Werror
#include <hc.hpp>

#include "check.hpp"

struct functor {
  hc::array_view<int> out;
  [[hc_waves_per_eu(1)]] void operator()(hc::index<1>) const [[hc]] { out[4] = 1; }
};
struct other {
  hc::array_view<int> out;
  void operator()(hc::index<1>) const [[hc]] [[hc_flat_workgroup_size(1, 256)]] { out[5] = 1; }
};

int main() {
  const hc::extent<1> one(1);
  hc::array_view<int> out(6);
  hc::parallel_for_each(one, [=](hc::index<1>) [[hc]] [[hc_waves_per_eu(1, 2)]] { out[0] = 1; });
  hc::parallel_for_each(one, [=](hc::index<1>) [[hc]] [[hc_flat_workgroup_size(1, 256)]] { out[1] = 1; });
  hc::parallel_for_each(one, [=](hc::index<1>) [[hc, hc_max_workgroup_dim(256, 1, 1)]] { out[2] = 1; });
  hc::parallel_for_each(one, [=] [[hc]] [[hc_max_workgroup_dim(64, 1, 1)]] (hc::index<1>) { out[3] = 1; });
  hc::parallel_for_each(one, functor{out});
  hc::parallel_for_each(one, other{out});
  for (int k = 0; k < 6; ++k) CHECK(out[k] == 1);
  return failures();
}
