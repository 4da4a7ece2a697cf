// rows: hc.language.pass_macros
// Headers of others ask for the names of CUDA, HIP and SYCL, and then use what no program of HC has.
#include <hc.hpp>

#include "check.hpp"

#if defined(__CUDA_ARCH__) || defined(__CUDACC__) || defined(__HIP__) || defined(__HIPCC__) || \
    defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__) || defined(SYCL_LANGUAGE_VERSION)
#error "a program of HC is none of another language"
#endif

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0]; });
  CHECK(v[3] == 3);
  return failures();
}
