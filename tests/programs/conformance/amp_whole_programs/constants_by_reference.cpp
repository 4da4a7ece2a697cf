// rows: amp.headers.standards
// flags: -std=c++14 -pedantic -Wall -Wextra -Werror
// Before C++17, too, a reference can be bound to the constants of the library's classes.
#include <amp.h>
#include <amp_graphics.h>

#include <algorithm>
#include <string>

using namespace concurrency;

int twice(const int& x) restrict(cpu, amp) { return x * 2; }

int main() {
  accelerator cpu(accelerator::cpu_accelerator), other(accelerator::default_accelerator);
  if (cpu == other) return 1;
  const wchar_t(&warp)[14] = accelerator::direct3d_warp;
  if (std::wstring(warp) != accelerator::direct3d_warp) return 2;
  if (std::max(extent<2>::rank, index<3>::rank) != 3) return 3;
  if (std::min(array<int, 2>::rank, array_view<const int, 4>::rank) != 2) return 4;
  if (twice(graphics::texture<float, 3>::rank) != 6 || twice(graphics::int_3::size) != 6) return 5;
  array_view<int> v(8);
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    v[t.global] = twice(t.tile_dim0) + twice(tiled_extent<4>::tile_dim0) + twice(index<1>::rank);
  });
  return v[7] != 18;
}
