// rows: amp.10.1.constructors, amp.10.1.extent
// ptx: none
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const accelerator_view view = accelerator().default_view;
  const texture<int, 1> a(7), a8(7, 8u), a_view(7, view), a_all(7, 16u, view), a_mips(7, 8u, 3u);
  CHECK(a.extent[0] == 7 && a.bits_per_scalar_element == 32);
  CHECK(a8.extent[0] == 7 && a8.bits_per_scalar_element == 8);
  CHECK(a_view.accelerator_view == view && a_all.bits_per_scalar_element == 16 && a_mips.mipmap_levels == 3);

  const texture<float, 2> b(3, 4), b16(3, 4, 16u), b_view(3, 4, view), b_mips(8, 4, 32u, 0u, view);
  CHECK(b.extent == extent<2>(3, 4) && b16.bits_per_scalar_element == 16 && b_view.extent == b.extent);
  CHECK(b_mips.mipmap_levels == 4 && b_mips.accelerator_view == view);

  const texture<unorm_4, 3> c(2, 3, 4), c8(2, 3, 4, 8u), c_view(2, 3, 4, 8u, view);
  CHECK(c.extent == extent<3>(2, 3, 4) && c8.bits_per_scalar_element == 8 && c_view.extent == c.extent);
  return failures();
}
