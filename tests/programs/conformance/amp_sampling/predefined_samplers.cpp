// rows: amp.10.5.sample_predefined
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const float values[] = {1, 2, 4, 8};
  const texture<float, 1> t(4, values, values + 4);
  const texture_view<const float, 1> v(t);
  array_view<float, 1> seen(6);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    seen[0] = v.sample(0.5f);
    seen[1] = v.sample<filter_point>(0.5f);
    seen[2] = v.sample<filter_linear, address_wrap>(0.0f);
    seen[3] = v.sample<filter_point, address_mirror>(1.3f);
    seen[4] = v.sample<filter_linear, address_clamp>(1.0f, 0.0f);
    seen[5] = v.sample<filter_linear, address_border>(1.0f);
  });
  const float expected[] = {3, 4, 4.5f, 4, 8, 4};
  for (int k = 0; k < 6; ++k) CHECK(seen[k] == expected[k]);
  return failures();
}
