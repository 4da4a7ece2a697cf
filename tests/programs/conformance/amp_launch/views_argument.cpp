// rows: amp.7.accelerator_view
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator_view view = accelerator().create_view(queuing_mode_immediate);
  array<int, 2> a(8, 8, view);
  array_view<int, 2> v(8, 8);
  parallel_for_each(view, a.extent, [ =, &a ](index<2> i) restrict(amp) { v[i] = a[i] = i[0] * 8 + i[1]; });
  parallel_for_each(
      view, a.extent.tile<4, 4>(), [ =, &a ](tiled_index<4, 4> t) restrict(amp) { v[t] += a[t.global]; });
  CHECK(v(7, 7) == 126);
  array<int, 3> c(2, 4, 6, view);
  parallel_for_each(
      c.accelerator_view,
      c.extent.tile<2, 2, 2>(), [&c](tiled_index<2, 2, 2> t) restrict(amp) { c[t] = t.tile[2]; });
  CHECK(std::vector<int>(c)[47] == 2);
  return failures();
}
