// rows: amp.language.pass_macros
#include <amp.h>

#include "check.hpp"

template <class Function>
void launch(int size, Function function) {
  concurrency::parallel_for_each(concurrency::extent<1>(size), [=](concurrency::index<1> i) restrict(amp) { function(i[0]); });
}

// The parts count the lambdas of a function differently; a wrapper's kernels have nothing else to tell them
// apart.
int main() {
  int data[16] = {};
  concurrency::array_view<int> v(16, data);
#if __HCC_ACCELERATOR__
  auto devices = [](int x) { return x; };
  devices(1);
#endif
  launch(16, [=](int i) restrict(amp) { v[i] = 1; });
#if !__HCC_ACCELERATOR__
  auto hosts = [](int x) { return x; };
  CHECK(hosts(2) == 2);
#endif
  launch(1, [=](int) restrict(amp) { v[1] = 5; });
  for (int n = 0; n < 2; ++n) launch(1, [=](int) restrict(amp) { v[2] += 5; });
  CHECK(v[0] == 1 && v[1] == 5 && v[2] == 11 && v[3] == 1);
  return failures();
}
