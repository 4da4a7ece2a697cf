// rows: amp.3.1.direct3d_warp, amp.3.1.direct3d_ref
#include <amp.h>

#include <string>

#include "check.hpp"

using namespace concurrency;

int main() {
  const accelerator warp(accelerator::direct3d_warp), ref(accelerator::direct3d_ref);
  CHECK(std::wstring(accelerator::direct3d_warp) == L"direct3d\\warp");
  CHECK(std::wstring(accelerator::direct3d_ref) == L"direct3d\\ref");
  CHECK(warp == ref && warp.device_path == L"host");
  array_view<int, 1> seen(8);
  parallel_for_each(warp.default_view, seen.extent, [=](index<1> i) restrict(amp) { seen[i] = i[0] * 2; });
  CHECK(seen[7] == 14);
  return failures();
}
