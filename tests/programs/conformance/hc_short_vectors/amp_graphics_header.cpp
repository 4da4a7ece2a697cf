// rows: hc.short_vector.amp_graphics
#include <amp_graphics.h>
#include <hc.hpp>

#include <vector>

#include "check.hpp"

// C++ AMP's textures in an HC program.
int main() {
  using namespace Concurrency::graphics;
  std::vector<float> values(16);
  for (int k = 0; k < 16; ++k) values[k] = k;
  texture<float, 2> t(4, 4, values.begin(), values.end()), out(4, 4, 16u);
  const texture_view<const float, 2> v(t);
  const sampler linear;
  hc::parallel_for_each(t.get_extent(), [=, &out](hc::index<2> i) [[hc]] {
    out.set(i, v.sample(linear, float_2((i[1] + 1) / 4.0f, (i[0] + 0.5f) / 4.0f)));
  }).wait();
  copy(out, values.begin());
  CHECK(values[0] == 0.5f && values[3] == 3.0f && values[5] == 5.5f);
  return failures();
}
