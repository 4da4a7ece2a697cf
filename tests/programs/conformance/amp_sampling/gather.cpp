// rows: amp.10.5.gather
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<float_4> values;
  for (int k = 0; k < 12; ++k) values.push_back(float_4(k, 100 + k, 200 + k, 300 + k));
  const texture<float_4, 2> t(3, 4, values.begin(), values.end());
  const texture_view<const float_4, 2> v(t);
  CHECK((std::is_same<texture_view<const float_4, 2>::gather_return_type, float_4>::value));
  CHECK((std::is_same<texture_view<const unorm_2, 2>::gather_return_type, unorm_4>::value));
  const sampler clamp, border(address_border, float_4(-1, -2, -3, -4));
  array_view<float_4, 1> seen(7);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    const float_2 inside(0.5f, 0.5f), corner(0.0f, 0.0f);
    seen[0] = v.gather_red(clamp, inside);
    seen[1] = v.gather_green(clamp, inside);
    seen[2] = v.gather_blue(clamp, inside);
    seen[3] = v.gather_alpha(clamp, inside);
    seen[4] = v.gather_red(clamp, corner);
    seen[5] = v.gather_blue(border, corner);
    seen[6] = v.gather_red<address_wrap>(corner);
  });
  // Row 1 between columns 1 and 2: floor(0.5 * 3 - 0.5) = 1, floor(0.5 * 4 - 0.5) = 1.
  const float_4 four(9, 10, 6, 5);
  CHECK(seen[0] == four && seen[1] == four + 100 && seen[2] == four + 200 && seen[3] == four + 300);
  CHECK(seen[4] == float_4(0, 0, 0, 0));
  CHECK(seen[5] == float_4(-3, 200, -3, -3));
  CHECK(seen[6] == float_4(3, 0, 8, 11));
  return failures();
}
