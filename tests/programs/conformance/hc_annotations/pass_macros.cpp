// rows: hc.language.pass_macros
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int pass() [[cpu, hc]] {
#if __KALMAR_ACCELERATOR__
  return 1;
#elif defined(__KALMAR_CPU__)
  return 2;
#else
  return 3;
#endif
}
int old_pass() [[cpu, hc]] {
#ifdef __HCC_ACCELERATOR__
  return 1;
#endif
#ifdef __HCC_CPU__
  return 2;
#endif
  return 3;
}
#if !defined(__HCC_HC__) || defined(__HCC_AMP__)
#error "one mode is defined"
#endif
#if !defined(__HCC__) || !defined(__KALMAR_CC__)
#error "the compiler is known"
#endif

int main() {
  array_view<int> v(2);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    v[0] = pass();
    v[1] = old_pass();
  }).wait();
  CHECK(v[0] == 1 && v[1] == 1 && pass() == 2 && old_pass() == 2);
  return failures();
}
