// rows: amp.10.8.layout
#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

struct Pixel {
  unorm_4 color;
  norm depth;
};

int main() {
  CHECK(sizeof(Pixel) == 20);
  std::vector<Pixel> pixels(8);
  for (int k = 0; k < 8; ++k) {
    pixels[k].color = unorm_4(k * 0.125f, 0.0f, 1.0f, 0.5f);
    pixels[k].depth = norm(k * 0.25f - 1.0f);
  }
  array<Pixel, 1> a(8, pixels.begin(), pixels.end());
  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) {
    a[i].color.rg = a[i].color.gr;
    a[i].color *= unorm_4(unorm(0.5f));
    a[i].depth -= norm(0.5f);
  });
  copy(a, pixels.begin());
  for (int k = 0; k < 8; ++k) {
    CHECK(pixels[k].color == unorm_4(0.0f, k * 0.0625f, 0.5f, 0.25f));
    CHECK(float(pixels[k].depth) == (k < 2 ? -1.0f : k * 0.25f - 1.5f));
  }
  return failures();
}
