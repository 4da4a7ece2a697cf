// rows: hc.accelerator_view.create_blocking_marker
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  hc::array<int> a(64);
  std::vector<hc::accelerator_view> views;
  std::vector<hc::completion_future> futures;
  for (int n = 0; n < 12; ++n) views.push_back(acc.create_view());
  std::vector<hc::array<int>> arrays;
  for (int n = 0; n < 12; ++n) arrays.emplace_back(64, views[n]);
  for (int n = 0; n < 12; ++n) {
    hc::array<int>& mine = arrays[n];
    futures.push_back(hc::parallel_for_each(views[n], mine.get_extent(),
                                            [&mine, n](hc::index<1> i) [[hc]] { mine[i] = n; }));
  }
  hc::accelerator_view last = acc.create_view();
  futures.push_back(hc::completion_future());  // skipped
  hc::completion_future all = last.create_blocking_marker(futures.begin(), futures.end(), hc::system_scope);
  all.wait();
  for (int n = 0; n < 12; ++n) CHECK(futures[n].is_ready());
  hc::completion_future one = last.create_blocking_marker(futures[0]);
  hc::completion_future two = last.create_blocking_marker({one, all}, hc::accelerator_scope);
  two.wait();
  CHECK(one.is_ready() && two.is_ready());
  CHECK(!last.create_blocking_marker(futures.end(), futures.end()).valid());
  CHECK(std::vector<int>(arrays[11])[63] == 11);
  return failures();
}
