// rows: hc.completion_future.valid, hc.completion_future.is_ready, hc.completion_future.wait
#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::completion_future empty;
  CHECK(!empty.valid() && !empty.is_ready());
  empty.wait();
  hc::array<int> a(100);
  hc::completion_future f = hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 1; });
  CHECK(f.valid());
  f.wait();
  f.wait(hc::hcWaitModeActive);
  f.get();
  f.wait(hc::hcWaitModeBlocked);
  CHECK(f.is_ready() && f.get_native_handle() != nullptr);
  hc::completion_future copy(f), assigned;
  assigned = copy;
  CHECK(assigned.valid() && assigned.is_ready() && assigned.get_native_handle() == f.get_native_handle());
  return failures();
}
