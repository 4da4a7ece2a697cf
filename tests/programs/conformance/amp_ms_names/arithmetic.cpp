// rows: amp.ms.names.direct3d_arithmetic, amp.ms.names.minmax
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int main() {
  std::vector<float> f(16);
  std::vector<int> n(16);
  array_view<float> fv(16, f);
  array_view<int> nv(16, n);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    fv[0] = direct3d::clamp(3.0f, 0.0f, 2.0f);
    fv[1] = direct3d::mad(2.0f, 3.0f, 4.0f);
    fv[2] = direct3d::saturate(-1.0f) + direct3d::saturate(0.25f) + direct3d::saturate(7.0f);
    fv[3] = direct3d::smoothstep(0.0f, 2.0f, 1.0f);
    fv[4] = direct3d::step(1.0f, 2.0f) + direct3d::step(2.0f, 1.0f);
    fv[5] = direct3d::rcp(4.0f);
    fv[6] = direct3d::radians(180.0f);
    fv[7] = max(1, 2.5f) + min(3.5f, 2);
    nv[0] = direct3d::clamp(-3, -2, 2);
    nv[1] = direct3d::mad(2, 3, 4);
    nv[2] = direct3d::countbits(0xF0Fu);
    nv[3] = direct3d::firstbithigh(0x50) * 100 + direct3d::firstbitlow(0x50);
    nv[4] = direct3d::imax(-1, 1) * 10 + direct3d::imin(-1, 1);
    nv[5] = direct3d::umax(1u, 2u) * 10 + direct3d::umin(1u, 2u);
    nv[6] = direct3d::reversebits(1u) == 0x80000000u;
    nv[7] = direct3d::sign(-2.0f) * 10 + direct3d::sign(5);
    nv[8] = direct3d::abs(-8) + __max(1, 2) * __min(3, 4);
  });
  fv.synchronize();
  nv.synchronize();
  CHECK(f[0] == 2 && f[1] == 10 && f[2] == 1.25f && f[3] == 0.5f && f[4] == 1 && f[5] == 0.25f);
  CHECK(f[6] > 3.14159f && f[6] < 3.1416f && f[7] == 4.5f);
  CHECK(n[0] == -2 && n[1] == 10 && n[2] == 8 && n[3] == 604 && n[4] == 9 && n[5] == 21 && n[6] == 1);
  CHECK(n[7] == -9 && n[8] == 14);
  return failures();
}
