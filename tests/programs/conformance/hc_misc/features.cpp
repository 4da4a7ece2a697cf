// rows: hc.hcc_features.macros, hc.hc_defines.half, hc.hc_defines.auto_voidp
#include <hc_defines.h>

#include <hc.hpp>
#include <hcc_features.hpp>

#include "check.hpp"

#if !HC_FEATURE_PRINTF
#error "hc::printf is there"
#endif
#if !defined(HCC_BACKEND_AMDGPU) || __hcc_backend__ != HCC_BACKEND_AMDGPU
#error "programs look for the back end before they ask for group segments"
#endif

int main() {
  int x = 5;
  const hc::auto_voidp any(&x);
  int* const as_int = any;
  const char* const as_bytes = any;
  CHECK(as_int == &x && as_bytes == reinterpret_cast<char*>(&x) && sizeof(hc::half) == 2);
  hc::array_view<float> out(1);
  hc::parallel_for_each(hc::extent<1>(1), [=](hc::index<1>) [[hc]] {
    hc::half h = hc::half(out[0] + 1.0f);
    h = h + hc::half(0.5f);
    out[0] = float(h);
  }).wait();
  CHECK(out[0] == 1.5f);
  return failures();
}
