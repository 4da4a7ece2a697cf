// rows: hc.am.am_alloc, hc.am.flags, hc.am.am_alloc_host_coherent
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_am_internal.hpp>

#include "check.hpp"

static void check_kind(int* p, hc::accelerator& acc) {
  const int n = 100;
  CHECK(p != nullptr);
  for (int i = 0; i < n; ++i) p[i] = i;  // the host's too
  hc::parallel_for_each(acc.get_default_view(), hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    p[i[0]] += 1000;
  }).wait();
  for (int i = 0; i < n; ++i) CHECK(p[i] == 1000 + i);
  hc::AmPointerInfo info;
  CHECK(hc::am_memtracker_getinfo(&info, p) == AM_SUCCESS);
  CHECK(info._hostPointer == p && info._devicePointer == p && !info._isInDeviceMem && info._isAmManaged);
  CHECK(hc::am_free(p) == AM_SUCCESS);
}

int main() {
  hc::accelerator acc;
  static_assert(amHostPinned == 1 && amHostNonCoherent == 1 && amHostCoherent == 2 && amHostUnmapped == 4 &&
                    amDeviceFinegrained == 8,
                "hcc's values");
  check_kind(hc::am_alloc(400, acc, amHostPinned), acc);
  check_kind(hc::am_alloc(400, acc, amHostCoherent), acc);
  check_kind(hc::am_alloc_host_coherent(400, acc), acc);
  // The device's own is in device memory, also where the host shares that.
  for (unsigned flags : {0, amDeviceFinegrained}) {
    int* p = hc::am_alloc(400, acc, flags);
    hc::AmPointerInfo info;
    CHECK(hc::am_memtracker_getinfo(&info, p + 9) == AM_SUCCESS && info._isInDeviceMem && info._isAmManaged);
    CHECK(info._devicePointer == p && info._sizeBytes == 400);
    std::size_t device = 0, host = 0, user = 0;
    hc::am_memtracker_sizeinfo(acc, &device, &host, &user);
    CHECK(device == 400 && host == 0 && user == 0);
    CHECK(hc::am_free(p) == AM_SUCCESS);
  }
  return failures();
}
