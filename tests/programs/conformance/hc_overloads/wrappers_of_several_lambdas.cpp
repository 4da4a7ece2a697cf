// rows: hc.language.pass_macros, hc.language.kernel_forms
#include <hc.hpp>

#include "check.hpp"

template <class Function>
void launch(int size, Function function) {
  hc::parallel_for_each(hc::extent<1>(size), [=](hc::index<1> i) [[hc]] { function(i[0]); }).wait();
}

// The parts count the lambdas of a function differently; a wrapper's kernels have nothing else to tell them
// apart.
int main() {
  hc::array_view<int> v(16);
#if __KALMAR_ACCELERATOR__
  auto devices = [](int x) { return x; };
  devices(1);
#endif
  launch(16, [=](int i) [[hc]] { v[i] = 1; });
#if !__KALMAR_ACCELERATOR__
  auto hosts = [](int x) { return x; };
  CHECK(hosts(2) == 2);
#endif
  launch(1, [=](int) [[hc]] { v[1] = 5; });
  for (int n = 0; n < 2; ++n) launch(1, [=](int) [[hc]] { v[2] += 5; });
  CHECK(v[0] == 1 && v[1] == 5 && v[2] == 11 && v[3] == 1);
  return failures();
}
