// rows: hc.am.am_aligned_alloc
// ptx: none
#include <cstdint>
#include <hc.hpp>
#include <hc_am.hpp>

#include "check.hpp"

int main() {
  hc::accelerator acc;
  for (std::size_t alignment = 16; alignment <= 128; alignment *= 2) {
    char* p = hc::am_aligned_alloc(1000, acc, 0, alignment);
    CHECK(p && reinterpret_cast<std::uintptr_t>(p) % alignment == 0);
    CHECK(hc::am_free(p) == AM_SUCCESS);
  }
  return failures();
}
