// rows: hc.am.track_add, hc.am.track_update, hc.am.track_remove, hc.am.track_reset, hc.am.track_sizeinfo
// ptx: none
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  std::vector<char> mine(100), other(50);
  hc::AmPointerInfo info(mine.data(), mine.data(), mine.data(), mine.size(), acc, false, false);
  CHECK(hc::am_memtracker_add(mine.data(), info) == AM_SUCCESS);
  CHECK(hc::am_memtracker_add(mine.data() + 10, info) == AM_ERROR_MISC);  // overlaps
  int tag = 0;
  CHECK(hc::am_memtracker_update(mine.data() + 3, 12, 34, &tag) == AM_SUCCESS);
  hc::AmPointerInfo found;
  CHECK(hc::am_memtracker_getinfo(&found, mine.data() + 99) == AM_SUCCESS);
  CHECK(found._appId == 12 && found._appAllocationFlags == 34 && found._appPtr == &tag &&
        !found._isAmManaged);
  std::size_t device = 0, host = 0, user = 0;
  hc::am_memtracker_sizeinfo(acc, &device, &host, &user);
  CHECK(user == 100 && device == 0 && host == 0);
  CHECK(hc::am_memtracker_remove(mine.data()) == AM_SUCCESS &&
        hc::am_memtracker_remove(mine.data()) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_add(mine.data(), 100, acc) == AM_SUCCESS);
  CHECK(hc::am_memtracker_add(other.data(), 50, acc) == AM_SUCCESS);
  void* const own = hc::am_alloc(1024, acc, 0);
  CHECK(hc::am_memtracker_reset(acc) == 3);  // what am_alloc gave is freed
  CHECK(hc::am_memtracker_getinfo(&found, own) == AM_ERROR_MISC && hc::am_free(own) == AM_ERROR_MISC);
  CHECK(hc::am_memtracker_reset(acc) == 0);
  CHECK(hc::am_memtracker_getinfo(&found, other.data()) == AM_ERROR_MISC);
  hc::AmPointerInfo early(other.data(), other.data(), other.size(), acc, false, false);
  CHECK(early._unalignedDevicePointer == other.data() && early._sizeBytes == 50);
  hc::AmPointerInfo nowhere;
  nowhere._sizeBytes = 50;
  CHECK(hc::am_memtracker_add(other.data(), nowhere) == AM_ERROR_MISC);  // of no accelerator
  hc::am_memtracker_print();
  hc::am_memtracker_update_peers(acc, 0, nullptr);
  return failures();
}
