// rows: hc.am.track_remove, hc.am.am_free
// The tracker forgets what am_alloc gave; copies, am_free and a second am_memtracker_add still know it.
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  int* const own = hc::am_alloc(64 * sizeof(int), acc, 0);
  int* const pinned = hc::am_alloc(64, acc, amHostPinned);
  hc::AmPointerInfo found;
  CHECK(hc::am_memtracker_remove(own + 1) == AM_ERROR_MISC);  // not where it begins
  CHECK(hc::am_memtracker_remove(own) == AM_SUCCESS && hc::am_memtracker_remove(pinned) == AM_SUCCESS);
  CHECK(hc::am_memtracker_remove(own) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_getinfo(&found, own) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_update(own, 1, 2) == AM_ERROR_MISC);
  std::size_t device = 0, host = 0, user = 0;
  hc::am_memtracker_sizeinfo(acc, &device, &host, &user);
  CHECK(device == 0 && host == 0 && user == 0);
  CHECK(hc::am_memtracker_reset(acc) == 0);

  std::vector<int> data(64, 7), back(64);
  hc::accelerator_view view = acc.get_default_view();
  view.copy(data.data(), own, 64 * sizeof(int));
  hc::parallel_for_each(view, hc::extent<1>(64), [=](hc::index<1> i) [[hc]] { own[i[0]] += i[0]; });
  view.copy(own, back.data(), 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) CHECK(back[i] == 7 + i);

  hc::AmPointerInfo again(nullptr, own, own, 64 * sizeof(int), acc, true);
  again._appId = 9;
  CHECK(hc::am_memtracker_add(own, again) == AM_SUCCESS);
  CHECK(hc::am_memtracker_getinfo(&found, own + 63) == AM_SUCCESS && found._appId == 9);
  CHECK(hc::am_memtracker_remove(own) == AM_SUCCESS);
  CHECK(hc::am_free(own) == AM_SUCCESS && hc::am_free(own) == AM_ERROR_MISC);
  CHECK(hc::am_free(pinned) == AM_SUCCESS);

  if (hc::am_memory_host_lock(acc, data.data(), 64 * sizeof(int)) == AM_SUCCESS) {
    CHECK(hc::am_memtracker_remove(data.data()) == AM_SUCCESS);
    CHECK(hc::am_memory_host_unlock(acc, data.data()) == AM_SUCCESS);
  } else {  // GPUs through Vulkan reach host memory at addresses of their own alone
    CHECK(acc.get_device_path().compare(0, 6, L"vulkan") == 0);
    CHECK(hc::am_memtracker_remove(data.data()) == AM_ERROR_MISC);
  }
  CHECK(hc::am_memtracker_add(data.data(), 64, acc) == AM_SUCCESS);
  return failures();
}
