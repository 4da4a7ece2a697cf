// rows: amp.3.1.set_default
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  CHECK(accelerator::set_default(L"host"));
  const accelerator acc;
  CHECK(acc.device_path == L"host");
  CHECK(!accelerator::set_default(L"host"));  // it has been used
  array<int, 1> a(4);
  CHECK(a.accelerator_view.accelerator == acc);
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { a[i] = 3; });
  std::vector<int> got = a;
  CHECK(got[3] == 3);
  return failures();
}
