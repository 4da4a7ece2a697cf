// rows: hc.am.track_getinfo, hc.am.AmPointerInfo
// ptx: none
#include <hc.hpp>
#include <hc_am.hpp>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  char* p = hc::am_alloc(1000, acc, 0);
  hc::AmPointerInfo info(nullptr, nullptr, nullptr, 0, acc, false, false);
  for (int offset : {0, 1, 500, 999}) {
    CHECK(hc::am_memtracker_getinfo(&info, p + offset) == AM_SUCCESS);
    CHECK(info._devicePointer == p && info._sizeBytes == 1000 && info._isAmManaged && info._acc == acc);
  }
  int local = 0;
  CHECK(hc::am_memtracker_getinfo(&info, &local) == AM_ERROR_MISC);
  CHECK(hc::am_free(p + 1) == AM_ERROR_MISC);
  CHECK(hc::am_free(p) == AM_SUCCESS);
  CHECK(hc::am_free(nullptr) == AM_SUCCESS);  // as free()
  CHECK(hc::am_memtracker_getinfo(&info, p) == AM_ERROR_MISC);
  return failures();
}
