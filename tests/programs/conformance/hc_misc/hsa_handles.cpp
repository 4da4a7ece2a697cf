// rows: hc.misc.hsa_handles
// flags: -Xclang -fhsa-ext
#include <hc.hpp>
#include <hc_am.hpp>
#include <hc_am_internal.hpp>
#include <hc_math.hpp>

#include "check.hpp"

static_assert(__hcc_patchlevel__ > 0, "a number");

int main() {
  hc::accelerator acc;
  hc::accelerator_view view = acc.get_default_view();
  CHECK(!acc.get_hsa_agent() && !acc.get_hsa_am_region() && !acc.get_hsa_am_system_region());
  CHECK(!view.get_hsa_queue() && !view.get_hsa_agent() && !view.get_hsa_kernarg_region());
  void* memory = hc::am_alloc_host_coherent(64);
  CHECK(memory != nullptr);
  hc::am_free(memory);
  hc::array_view<int> told(5);
  hc::parallel_for_each(told.get_extent(), [=](hc::index<1> i) [[hc]] {
    const float x = i[0];
    told[i] = isfinite(x) + isnormal(x) * 2 + isnan(x) * 4 + isinf(x) * 8 + signbit(-x) * 16;
  });
  CHECK(told[0] == 17 && told[1] == 19);
  return failures();
}
