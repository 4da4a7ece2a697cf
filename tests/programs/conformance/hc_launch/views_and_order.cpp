// rows: hc.parallel_for_each.accelerator_view
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  std::vector<hc::accelerator_view> views = {acc.get_default_view(), acc.create_view(),
                                             acc.create_view(hc::execute_any_order)};
  hc::array_view<int> v(64);
  std::vector<hc::completion_future> futures;
  for (int round = 0; round < 5; ++round)
    for (const hc::accelerator_view& view : views)
      futures.push_back(
          hc::parallel_for_each(view, v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 1; }));
  CHECK(v[63] == 15);  // reads wait, and kernels on one view's data are ordered
  hc::array<int> a(64, views[1]);
  hc::parallel_for_each(views[2], a.get_extent(), [&a, v](hc::index<1> i) [[hc]] { a[i] = v[i]; }).wait();
  CHECK(std::vector<int>(a)[0] == 15);
  return failures();
}
