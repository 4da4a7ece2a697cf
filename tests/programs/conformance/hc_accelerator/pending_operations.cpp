// rows: hc.accelerator_view.get_pending_async_ops, hc.accelerator_view.wait,
// hc.accelerator_view.create_marker
#include <hc.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator_view view = hc::accelerator().create_view();
  CHECK(view.get_is_empty() && view.get_pending_async_ops() == 0);
  hc::array<int> a(1000, view);
  std::vector<hc::completion_future> futures;
  for (int n = 0; n < 10; ++n)
    futures.push_back(
        hc::parallel_for_each(view, a.get_extent(), [&a](hc::index<1> i) [[hc]] { a[i] += i[0]; }));
  hc::completion_future marker = view.create_marker();
  marker.wait(hc::hcWaitModeActive);
  for (const hc::completion_future& future : futures) CHECK(future.is_ready());
  CHECK(view.get_pending_async_ops() == 0);
  view.create_marker(hc::no_scope).wait();
  view.create_marker(hc::accelerator_scope).wait(hc::hcWaitModeBlocked);
  view.flush();
  view.wait();
  view.wait(hc::hcWaitModeActive);
  CHECK(view.get_is_empty() && std::vector<int>(a)[999] == 9990);
  return failures();
}
