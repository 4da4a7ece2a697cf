// rows: amp.10.1.capture
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

/// Textures as members by reference, and as arguments of functions that the kernel calls.
struct Invert {
  const texture<unorm_4, 2>& from;
  texture<unorm_4, 2>& to;

  unorm_4 inverted(const texture<unorm_4, 2>& t, index<2> i) const restrict(amp) {
    const unorm_4 one(UNORM_MAX);
    return one - t[i];
  }
  void operator()(index<2> i) const restrict(amp) { to.set(i, inverted(from, i)); }
};

int main() {
  unsigned char bytes[2 * 3 * 4];
  for (int k = 0; k < 24; ++k) bytes[k] = static_cast<unsigned char>(k * 10);
  const texture<unorm_4, 2> from(2, 3, bytes, sizeof bytes, 8u);
  texture<unorm_4, 2> to(2, 3, 8u);
  parallel_for_each(from.extent, Invert{from, to});
  unsigned char inverted[24];
  copy(to, inverted, sizeof inverted);
  for (int k = 0; k < 24; ++k) CHECK(inverted[k] == 255 - bytes[k]);
  return failures();
}
