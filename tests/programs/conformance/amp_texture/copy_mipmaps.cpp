// rows: amp.10.6.textures, amp.10.4.mipmap_level, amp.10.1.copy_constructor
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  texture<uint, 2> t(4, 4, 8u, 3u);
  for (unsigned level = 0; level < 3; ++level) {
    const texture_view<uint, 2> v(t, level);
    parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v.set(i, 50 * level + 4 * i[0] + i[1]); });
  }
  const texture<uint, 2> copied(t);
  CHECK(copied.mipmap_levels == 3);
  // All levels, contiguous.
  unsigned char texels[16 + 4 + 1];
  copy(copied, texels, sizeof texels);
  CHECK(texels[15] == 15 && texels[16] == 50 && texels[19] == 55 && texels[20] == 100);
  // One level of a texture to another texture.
  texture<uint, 2> small(2, 2, 8u);
  copy(texture_view<const uint, 2>(t, 1, 1), small);
  copy(small, texels, 4u);
  CHECK(texels[0] == 50 && texels[1] == 51 && texels[2] == 54 && texels[3] == 55);
  return failures();
}
