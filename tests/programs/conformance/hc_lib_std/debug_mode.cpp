// rows: hc.failures.ended
// flags: -D_GLIBCXX_DEBUG
#include <hc.hpp>

#include <algorithm>
#include <array>
#include <numeric>

#include "check.hpp"

// libstdc++'s checks of iterators and indices are in the kernels; those that hold change nothing.
int main() {
  hc::array_view<int, 2> v(8, 16);
  hc::array_view<int> sums(8);
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 16; ++k) v(i, k) = (k * 7 + i) % 16;
  hc::parallel_for_each(hc::extent<1>(8), [=](hc::index<1> i) [[hc]] {
    int* row = &v(i[0], 0);
    std::sort(row, row + 16);
    std::array<int, 4> some = {row[3], row[1], row[2], row[0]};
    std::sort(some.begin(), some.end());
    const int at = static_cast<int>(std::lower_bound(row, row + 16, 5) - row);
    sums[i] = std::accumulate(some.begin(), some.end(), 100 * at) + some[3];
  });
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 16; ++k) CHECK(v(i, k) == k);
    CHECK(sums[i] == 509);
  }
  // A broken one ends the process on the host, and loses the device on CUDA.
  if (hc::accelerator().get_device_path().find(L"opencl") != 0) return failures();
  bool failed = false;
  try {
    hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
      int* row = &v(0, 0);
      std::sort(row + sums[0] % 10, row);  // nine behind its end
    }).wait();
  } catch (const hc::runtime_exception&) {
    failed = true;
  }
  CHECK(failed);
  return failures();
}
