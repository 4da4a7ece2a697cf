// rows: amp.ms.names.direct3d_arithmetic
// All of the namespace, as a using-directive brings it into a kernel; no flag is needed. It is one with that
// of the short vectors' spellings.
#include <amp.h>
#include <amp_short_vectors.h>

#include "check.hpp"

using namespace concurrency;

float both(direct3d::uint2 x) restrict(amp) {
  using namespace concurrency::graphics;
  direct3d::float2 y(direct3d::saturate(2.0f), direct3d::mad(2.0f, 3.0f, 4.0f));
  return y.y + direct3d::umax(x.x, x.y);
}

int main() {
  array_view<float> f(8);
  array_view<int> n(16);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) {
        using namespace concurrency::direct3d;
        n[0] = abs(-3);
        n[1] = clamp(-5, -2, 3);
        n[2] = countbits(0xffu);
        n[3] = firstbithigh(16) + firstbithigh(0);
        n[4] = firstbitlow(24);
        n[5] = imax(3, -4) + 10 * imin(3, -4);
        n[6] = umax(3u, 4u) + 10 * umin(3u, 4u);
        n[7] = mad(2, 3, 4) + mad(2u, 3u, 4u);
        n[8] = reversebits(2u) >> 28;
        n[9] = sign(-8) + 10 * sign(0.5f);
        f[0] = clamp(2.5f, 0.f, 1.f);
        f[1] = mad(2.f, 3.f, 4.f);
        f[2] = rcp(4.f);
        f[3] = saturate(7.f) + saturate(-1.f);
        f[4] = smoothstep(0.f, 1.f, 0.5f);
        f[5] = step(2.f, 1.f) + 2 * step(1.f, 2.f);
        f[6] = radians(180.f);
        f[7] = both(direct3d::uint2(1, 2)) + static_cast<float>(mad(2.0, 3.0, 4.0));
      });
  CHECK(n[0] == 3 && n[1] == -2 && n[2] == 8 && n[3] == 3 && n[4] == 3);
  CHECK(n[5] == -37 && n[6] == 34 && n[7] == 20 && n[8] == 4 && n[9] == 9);
  CHECK(f[0] == 1 && f[1] == 10 && f[2] == 0.25f && f[3] == 1 && f[4] == 0.5f && f[5] == 2 && f[7] == 22);
  CHECK(f[6] > 3.14159f && f[6] < 3.1416f);
  return failures();
}
