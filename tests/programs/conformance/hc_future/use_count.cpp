// rows: hc.completion_future.get_use_count
#include <hc.hpp>

#include "check.hpp"

static int by_value(hc::completion_future f) { return f.get_use_count(); }

int main() {
  hc::array<int> a(100);
  hc::completion_future f = hc::parallel_for_each(a.get_extent(), [&](hc::index<1> i) [[hc]] { a[i] = 1; });
  CHECK(f.get_use_count() == 2);
  CHECK(by_value(f) == 3);
  f.wait();
  CHECK(f.get_use_count() == 2 && hc::completion_future().get_use_count() == 0);
  return failures();
}
