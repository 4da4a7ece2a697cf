// rows: hc.am.am_memory_host_lock, hc.am.am_memory_host_unlock, hc.am.am_map_to_peers
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  const int n = 1000;
  std::vector<int> mine(n, 1);
  int* p = mine.data();
  hc::AmPointerInfo info;
  if (hc::am_memory_host_lock(acc, p, n * sizeof(int), &acc, 1) != AM_SUCCESS) {
    // GPUs through Vulkan reach host memory at addresses of their own alone.
    CHECK(acc.get_device_path().compare(0, 6, L"vulkan") == 0);
    CHECK(hc::am_memtracker_getinfo(&info, p) == AM_ERROR_MISC);
    CHECK(hc::am_memory_host_unlock(acc, p) == AM_ERROR_MISC);
    return failures();
  }
  CHECK(hc::am_memtracker_getinfo(&info, p + 5) == AM_SUCCESS);
  CHECK(info._hostPointer == p && info._sizeBytes == n * sizeof(int) && !info._isInDeviceMem &&
        !info._isAmManaged);
  CHECK(hc::am_map_to_peers(p, 1, &acc) == AM_SUCCESS && hc::am_map_to_peers(p, 0, nullptr) == AM_ERROR_MISC);
  hc::parallel_for_each(acc.get_default_view(), hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    p[i[0]] += i[0];
  }).wait();
  for (int i = 0; i < n; ++i) CHECK(mine[i] == 1 + i);
  CHECK(hc::am_memory_host_lock(acc, p, 8, &acc, 1) == AM_ERROR_MISC);  // locked already
  CHECK(hc::am_memory_host_unlock(acc, p) == AM_SUCCESS &&
        hc::am_memory_host_unlock(acc, p) == AM_ERROR_MISC);
  CHECK(hc::am_memory_host_lock_with_flag(acc, p, 8, nullptr, 0, amHostCoherent) == AM_SUCCESS);
  CHECK(hc::am_memory_host_unlock(acc, p) == AM_SUCCESS);
  return failures();
}
