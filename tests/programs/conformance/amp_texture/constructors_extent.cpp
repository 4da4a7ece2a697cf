// rows: amp.10.1.constructors, amp.10.1.extent, amp.10.1.bits_per_scalar_element, amp.10.1.mipmap_levels
// ptx: none
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const texture<int, 1> a(extent<1>(5));
  CHECK(a.extent == extent<1>(5) && a.bits_per_scalar_element == 32 && a.mipmap_levels == 1);
  const texture<float_2, 2> b(extent<2>(3, 4), 16);
  CHECK(b.extent == extent<2>(3, 4) && b.bits_per_scalar_element == 16);
  const texture<uint_4, 3> c(extent<3>(2, 3, 4), 8u, 2u);
  CHECK(c.extent == extent<3>(2, 3, 4) && c.bits_per_scalar_element == 8 && c.mipmap_levels == 2);
  const texture<double, 1> d(extent<1>(5));
  CHECK(d.bits_per_scalar_element == 64);
  const texture<unorm_4, 2> e(extent<2>(3, 4));
  CHECK(e.bits_per_scalar_element == 16);
  CHECK((texture<int, 3>::rank) == 3);
  CHECK((std::is_same<texture<float_4, 2>::value_type, float_4>::value));
  CHECK((std::is_same<texture<float_4, 2>::scalar_type, float>::value));
  CHECK((std::is_same<texture<norm, 2>::scalar_type, norm>::value));
  return failures();
}
