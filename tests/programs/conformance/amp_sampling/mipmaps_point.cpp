// rows: amp.10.5.sample_lod, amp.10.5.sample_point
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

// The point filter takes the nearest level.
int main() {
  texture<float, 1> t(8, 32u, 4u);
  for (unsigned level = 0; level < 4; ++level) {
    const texture_view<float, 1> v(t, level);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v.set(i, 10.0f * level + i[0]); });
  }
  const texture_view<const float, 1> v(t), tail(t, 2, 2);
  const sampler point(filter_point);
  array_view<float, 1> seen(8);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    seen[0] = v.sample(point, 0.8f, 0.0f);
    seen[1] = v.sample(point, 0.8f, 0.4f);
    seen[2] = v.sample(point, 0.8f, 0.6f);
    seen[3] = v.sample(point, 0.8f, 2.0f);
    seen[4] = v.sample(point, 0.8f, 9.0f);
    seen[5] = v.sample(point, 0.8f, -1.0f);
    seen[6] = tail.sample(point, 0.8f);
    seen[7] = tail.sample(point, 0.8f, 3.0f);
  });
  const float expected[] = {6, 6, 13, 21, 30, 6, 21, 30};
  for (int k = 0; k < 8; ++k) CHECK(seen[k] == expected[k]);
  return failures();
}
