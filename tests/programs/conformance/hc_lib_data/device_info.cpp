// rows: hc.library.device_info
// flags: -std=c++17
// hc::device_info in kernels: constants, of the accelerator that runs them.
#include <cstring>
#include <cwchar>
#include <hc.hpp>
#include <hc_device_info.hpp>

#include "check.hpp"

using info = hc::device_info;

template <int Size>
struct Fixed {
  int value[Size];
};

int main() {
  hc::array_view<int> seen(8);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    Fixed<info::has_dedicated_tile_memory ? 3 : 5> of_constant_size{};
    seen[0] = int(info::kind), seen[1] = info::wave_size, seen[2] = info::has_double;
    seen[3] = info::has_int64_atomics, seen[4] = info::has_dedicated_tile_memory;
    seen[5] = int(sizeof of_constant_size / sizeof(int)), seen[6] = info::is_gpu_target;
    if constexpr (info::has_half_arithmetic) seen[7] = 1;
  });
  const std::wstring path = hc::accelerator().get_device_path();
  const bool cuda = path.find(L"cuda") == 0, host = path.find(L"host") == 0;
  CHECK(seen[1] == (cuda ? 32 : host ? 1 : 0));
  CHECK(seen[5] == (seen[4] ? 3 : 5) && (!cuda || seen[4]) && (!host || !seen[4]));
  CHECK(bool(seen[6]) == !host);
  if (cuda || host) CHECK(seen[2] && seen[3]);
  return failures();
}
