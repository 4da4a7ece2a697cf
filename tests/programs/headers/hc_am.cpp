// am_alloc and its kin: allocations, copies, the tracker, flags.
#include <cstring>
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

static void tracker(hc::accelerator& acc) {
  std::vector<int> mine(100, 3);
  hc::AmPointerInfo info(nullptr, nullptr, nullptr, 0, acc, false, false);
  CHECK(hc::am_memtracker_add(mine.data(), info) == AM_ERROR_MISC);  // no size
  hc::AmPointerInfo all(mine.data(), mine.data(), mine.data(), 400, acc, false, false);
  CHECK(hc::am_memtracker_add(mine.data(), all) == AM_SUCCESS);
  CHECK(hc::am_memtracker_add(mine.data() + 5, all) == AM_ERROR_MISC);  // overlaps
  CHECK(hc::am_memtracker_update(mine.data() + 7, 12, 34, &acc) == AM_SUCCESS);
  CHECK(hc::am_memtracker_getinfo(&info, mine.data() + 99) == AM_SUCCESS);
  CHECK(info._hostPointer == mine.data() && info._sizeBytes == 400 && !info._isAmManaged &&
        info._appId == 12 && info._appAllocationFlags == 34 && info._appPtr == &acc);
  CHECK(hc::am_memtracker_getinfo(&info, mine.data() + 100) == AM_ERROR_MISC);
  std::size_t device_bytes = 0, host_bytes = 0, user_bytes = 0;
  hc::am_memtracker_sizeinfo(acc, &device_bytes, &host_bytes, &user_bytes);
  CHECK(user_bytes == 400);
  CHECK(hc::am_free(mine.data()) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_remove(mine.data()) == AM_SUCCESS);
  CHECK(hc::am_memtracker_remove(mine.data()) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_update(mine.data(), 1, 1) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_add(mine.data(), 400, acc) == AM_SUCCESS && hc::am_memtracker_reset(acc) == 1);
}

static void extended_copies(hc::accelerator& acc) {
  hc::accelerator_view view = acc.get_default_view();
  std::vector<int> host(100), back(100, -1);
  for (int i = 0; i < 100; ++i) host[i] = i;
  int* x = hc::am_alloc(400, acc, 0);
  hc::AmPointerInfo on_host(host.data(), host.data(), host.data(), 400, acc, false, false), on_device;
  CHECK(hc::am_memtracker_getinfo(&on_device, x) == AM_SUCCESS);
  view.copy_ext(host.data(), x, 400, hc::hcMemcpyHostToDevice, on_host, on_device, &acc, false);
  view.copy_async_ext(x, back.data(), 400, hc::hcMemcpyDeviceToHost, on_device, on_host, &acc).wait();
  CHECK(back == host);
  CHECK(view.copy2d_ext(host.data() + 11, x, 12, 4, 40, 20, hc::hcMemcpyHostToDevice, on_host, on_device,
                        &acc));
  view.copy2d_async_ext(x, back.data(), 12, 4, 20, 80, hc::hcMemcpyDeviceToHost, on_device, on_host, &acc)
      .wait();
  CHECK(back[0] == 11 && back[2] == 13 && back[3] == 3 && back[20] == 21 && back[62] == 43);
  CHECK_THROWS(view.copy2d_ext(x, back.data(), 12, 4, 8, 80, hc::hcMemcpyDeviceToHost, on_device, on_host),
               hc::runtime_exception, "pitch");
  CHECK(hc::am_free(x) == AM_SUCCESS);
}

int main() {
  hc::accelerator acc;
  hc::accelerator_view view = acc.get_default_view();
  const int n = 1000;
  std::vector<float> host(n, 1.0f), back(n);
  float* x = hc::am_alloc(n * sizeof(float), acc, 0);
  auto y = static_cast<float*>(hc::am_alloc(n * sizeof(float), acc, 0));
  CHECK(x && y && x != y);
  CHECK(static_cast<void*>(hc::am_alloc(0, acc, 0)) == nullptr);
  CHECK(hc::am_copy(x, host.data(), n * sizeof(float)) == AM_SUCCESS);
  hc::parallel_for_each(view, hc::extent<1>(n),
                        [=](hc::index<1> i) [[hc]] { y[i[0]] = x[i[0]] + float(i[0]); });
  view.wait();
  CHECK(hc::am_copy(back.data(), y, n * sizeof(float)) == AM_SUCCESS);
  CHECK(back[0] == 1.0f && back[n - 1] == float(n));

  hc::AmPointerInfo info(nullptr, nullptr, nullptr, 0, acc, 0, 0);
  CHECK(hc::am_memtracker_getinfo(&info, x + 10) == AM_SUCCESS);
  CHECK(info._devicePointer == x && info._sizeBytes >= n * sizeof(float) && info._isAmManaged &&
        info._acc == acc);
  CHECK(hc::am_memtracker_getinfo(&info, host.data()) == AM_ERROR_MISC);

  int* pinned = hc::am_alloc(n * sizeof(int), acc, amHostPinned);
  CHECK(pinned != nullptr);
  for (int i = 0; i < n; ++i) pinned[i] = i;
  hc::parallel_for_each(view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { pinned[i[0]] *= 2; }).wait();
  CHECK(pinned[n - 1] == 2 * (n - 1));
  CHECK(hc::am_memtracker_getinfo(&info, pinned) == AM_SUCCESS && info._hostPointer == info._devicePointer);

  CHECK(hc::am_free(x) == AM_SUCCESS && hc::am_free(y) == AM_SUCCESS && hc::am_free(pinned) == AM_SUCCESS);
  CHECK(hc::am_free(host.data()) == AM_ERROR_MISC);
  tracker(acc);
  extended_copies(acc);
  return failures();
}
