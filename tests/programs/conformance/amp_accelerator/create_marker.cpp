// rows: amp.3.2.create_marker
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  accelerator_view view = accelerator().create_view();
  array<int, 1> a(1000, view);
  parallel_for_each(view, a.extent, [&](index<1> i) restrict(amp) { a[i] = i[0]; });
  completion_future marker = view.create_marker();
  CHECK(marker.valid());
  marker.wait();
  marker.get();
  std::vector<int> got = a;
  CHECK(got[999] == 999);
  return failures();
}
