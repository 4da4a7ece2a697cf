// rows: amp.7.view_of_captures
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  // Without a view the kernel runs where the arrays live.
  const accelerator host(L"host");
  array<int, 1> a(8, host.create_view()), b(8, a.accelerator_view);
  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) { b[i] = a[i] = i[0]; });
  array_view<int, 1> v(a);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= 2; });
  parallel_for_each(a.extent.tile<4>(), [&](tiled_index<4> t) restrict(amp) { b[t] += a[t]; });
  CHECK(std::vector<int>(b)[7] == 21 && std::vector<int>(a)[7] == 14);
  return failures();
}
