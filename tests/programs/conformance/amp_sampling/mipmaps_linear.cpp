// rows: amp.10.5.sample_lod, amp.10.5.sample_linear
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

// The linear filter weighs two levels.
int main() {
  texture<float_2, 2> t(4, 4, 32u, 3u);
  for (unsigned level = 0; level < 3; ++level) {
    const texture_view<float_2, 2> v(t, level);
    parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v.set(i, float_2(16.0f * level, i[1])); });
  }
  const texture_view<const float_2, 2> v(t);
  const sampler linear(filter_linear);
  array_view<float_2, 1> seen(5);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    const float_2 middle(0.5f, 0.5f);
    seen[0] = v.sample(linear, middle);
    seen[1] = v.sample(linear, middle, 1.0f);
    seen[2] = v.sample(linear, middle, 0.25f);
    seen[3] = v.sample(linear, middle, 1.5f);
    seen[4] = v.sample(linear, middle, 7.0f);
  });
  const float_2 expected[] = {{0, 1.5f}, {16, 0.5f}, {4, 1.25f}, {24, 0.25f}, {32, 0}};
  for (int k = 0; k < 5; ++k) CHECK(seen[k] == expected[k]);
  return failures();
}
