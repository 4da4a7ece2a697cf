// am_alloc and its kin: allocations, copies, the tracker, flags.
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

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
  return failures();
}
