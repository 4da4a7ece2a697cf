// rows: amp.10.5.sample_linear, amp.10.5.value_types
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

// What is sampled has the texture's type, in any format: here the mean of two texels.
int main() {
  const unsigned char bytes[] = {0, 255, 51, 204, 255, 0, 51, 0};
  const texture<unorm_4, 1> colors(2, bytes, 8u, 8u);
  const short shorts[] = {32767, 0, -32767, 32767};
  const texture<norm_2, 1> normals(2, shorts, 8u, 16u);
  const unsigned short halves[] = {0x3C00, 0x4200};  // 1, 3
  const texture<float, 1> floats(2, halves, 4u, 16u);
  const texture_view<const unorm_4, 1> c(colors);
  const texture_view<const norm_2, 1> n(normals);
  const texture_view<const float, 1> f(floats);
  array_view<unorm_4, 1> color(1);
  array_view<norm_2, 1> normal(1);
  array_view<float, 1> number(1);
  const sampler linear;
  parallel_for_each(
      extent<1>(1), [=](index<1> i) restrict(amp) {
        color[i] = c.sample(linear, 0.5f);
        normal[i] = n.sample(linear, 0.5f);
        number[i] = f.sample(linear, 0.5f);
      });
  CHECK(color[0].r == 0.5f && color[0].g == 0.5f && color[0].b == 51 / 255.0f &&
        color[0].a == 204 / 255.0f * 0.5f);
  CHECK(normal[0].x == 0.0f && normal[0].y == 0.5f);
  CHECK(number[0] == 2.0f);
  return failures();
}
