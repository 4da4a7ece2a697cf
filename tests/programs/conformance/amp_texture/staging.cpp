// rows: amp.10.1.staging, amp.10.1.data
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const accelerator_view device = accelerator().default_view;
  const accelerator_view host = accelerator(accelerator::cpu_accelerator).default_view;
  texture<uint, 2> staging(4, 4, 8u, host, device);
  CHECK(staging.accelerator_view == host && staging.associated_accelerator_view == device);
  unsigned char* texels = static_cast<unsigned char*>(staging.data());
  CHECK(texels != nullptr);
  for (unsigned y = 0; y < 4; ++y)
    for (unsigned x = 0; x < 4; ++x) texels[y * staging.row_pitch + x] = static_cast<unsigned char>(16 * y + x);
  texture<uint, 2> t(4, 4, 8u, device);
  copy(staging, t);
  texture_view<uint, 2> v(t);
  texture<uint, 2> twice(t.extent, 8u, device);
  texture_view<uint, 2> out(twice);
  parallel_for_each(device, t.extent, [=](index<2> i) restrict(amp) { out.set(i, v[i] * 2); });
  copy(twice, staging);
  texels = static_cast<unsigned char*>(staging.data());
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) CHECK(texels[y * 4 + x] == 2 * (16 * y + x));
  return failures();
}
