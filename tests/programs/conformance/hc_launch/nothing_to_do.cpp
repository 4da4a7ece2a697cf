// rows: hc.parallel_for_each.empty
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int> v(1);
  v[0] = 3;
  hc::completion_future f = hc::parallel_for_each(hc::extent<1>(0), [=](hc::index<1>) [[hc]] { v[0] = 4; });
  CHECK(!f.valid() && !f.is_ready());
  f.wait();
  hc::parallel_for_each(hc::extent<3>(3, 0, 4), [=](hc::index<3>) [[hc]] { v[0] = 5; }).wait();
  hc::parallel_for_each(hc::extent<1>(0).tile(0), [=](hc::tiled_index<1>) [[hc]] { v[0] = 6; }).wait();
  hc::parallel_for_each(hc::extent<2>(0, 8).tile(4, 4), [=](hc::tiled_index<2>) [[hc]] { v[0] = 7; }).wait();
  CHECK(v[0] == 3);
  return failures();
}
