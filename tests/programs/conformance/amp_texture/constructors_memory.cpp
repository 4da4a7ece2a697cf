// rows: amp.10.1.from_memory
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  unsigned char bytes[24];
  for (int k = 0; k < 24; ++k) bytes[k] = static_cast<unsigned char>(10 * k);
  const accelerator_view view = accelerator().default_view;
  const texture<uint, 1> a(24, bytes, 24u, 8u);
  const texture<uint_2, 2> b(3, 4, bytes, 24u, 8u, view);
  const texture<uint_4, 3> c(extent<3>(1, 2, 3), bytes, 24u, 8u, view, view);
  array_view<uint, 1> seen(6);
  parallel_for_each(extent<1>(1), [=, &a, &b, &c](index<1>) restrict(amp) {
    seen[0] = a[23];
    seen[1] = b(1, 2).x;
    seen[2] = b(1, 2).y;
    seen[3] = c(0, 1, 1).x;
    seen[4] = c(0, 1, 1).w;
    seen[5] = c(0, 0, 2).z;
  });
  const uint expected[] = {230, 120, 130, 160, 190, 100};
  for (int k = 0; k < 6; ++k) CHECK(seen[k] == expected[k]);
  return failures();
}
