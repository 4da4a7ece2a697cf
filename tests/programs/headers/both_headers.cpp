// hc.hpp and amp.h in one unit: the shared types are the same ones.
#include <amp.h>
#include <amp_math.h>

#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_math.hpp>
#include <type_traits>
#include <vector>

#include "check.hpp"

int main() {
  static_assert(std::is_same<hc::index<2>, Concurrency::index<2>>::value, "one index");
  static_assert(std::is_same<hc::extent<2>, concurrency::extent<2>>::value, "one extent");
  static_assert(std::is_same<Kalmar::index<1>, hc::index<1>>::value, "one index");
  std::vector<int> data(64);
  concurrency::array_view<int> v(64, data);
  hc::parallel_for_each(v.extent, [=](hc::index<1> i) [[hc]] { v[i] = i[0]; }).wait();
  concurrency::parallel_for_each(v.extent.tile<16>(), [=](concurrency::tiled_index<16> t) [[hc]] {
    tile_static int last;
    if (t.local[0] == 15) last = v[t];
    t.barrier.wait();
    v[t] += last;
  });
  CHECK(v[0] == 15 && v[63] == 126);
  return failures();
}
