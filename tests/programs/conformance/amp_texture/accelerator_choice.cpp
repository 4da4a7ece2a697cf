// rows: amp.10.1.accelerator_view, amp.10.1.capture
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

// A kernel without an accelerator_view runs where the texture is that it holds, on each accelerator.
int main() {
  for (const accelerator& device : accelerator::get_all()) {
    if (device.device_path == accelerator::cpu_accelerator || device.device_path == L"cpu") continue;
    accelerator where = device;
    const std::vector<int> values(8, 6);
    texture<int, 1> t(8, values.begin(), values.end(), where.create_view());
    CHECK(t.accelerator_view.accelerator == device);
    parallel_for_each(t.extent, [&t](index<1> i) restrict(amp) { t.set(i, t[i] + i[0]); });
    const texture_view<int, 1> v(t);
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v.set(i, v[i] * 2); });
    int seen[8];
    copy(t, seen, sizeof seen);
    for (int k = 0; k < 8; ++k) CHECK(seen[k] == 2 * (6 + k));
  }
  return failures();
}
