// rows: amp.headers.standards
// Headers of others ask for the names of CUDA, HIP and SYCL, and then use what no program of C++ AMP has; the
// host's code is not an AMD GPU's either.
#include <amp.h>

#include "check.hpp"

#if defined(__CUDA_ARCH__) || defined(__CUDACC__) || defined(__HIP__) || defined(__HIPCC__) || \
    defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__) || defined(SYCL_LANGUAGE_VERSION)
#error "a program of C++ AMP is none of another language"
#endif
#if defined(__HCC_CPU__) && (defined(__AMD__) || defined(__AMDGPU__) || defined(__AMDGCN__))
#error "the host's code"
#endif

int main() {
  concurrency::array_view<int> v(4);
  concurrency::parallel_for_each(v.extent, [=](concurrency::index<1> i) restrict(amp) { v[i] = i[0]; });
  CHECK(v[3] == 3);
  return failures();
}
