// rows: hc.am.am_aligned_alloc
// ptx: none
#include <cstdint>
#include <hc.hpp>
#include <hc_am.hpp>
#include <vector>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  for (const unsigned flags : {0u, unsigned(amHostPinned)}) {
    for (std::size_t alignment = 16; alignment <= 65536; alignment *= 2) {
      std::vector<char*> blocks;
      for (int i = 0; i < 10; ++i) {
        char* p = hc::am_aligned_alloc(1000, acc, flags, alignment);
        CHECK(p && reinterpret_cast<std::uintptr_t>(p) % alignment == 0);
        hc::AmPointerInfo info;
        CHECK(hc::am_memtracker_getinfo(&info, p + 999) == AM_SUCCESS && info._sizeBytes == 1000);
        blocks.push_back(p);
      }
      for (char* p : blocks) CHECK(hc::am_free(p) == AM_SUCCESS);
    }
  }
  return failures();
}
