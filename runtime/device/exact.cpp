// Division and square root for Vulkan, whose own may be off by a few ulp:
// hcpy/passes/vulkan/exact_division.py.
#include "exact.hpp"

#include "library.hpp"

#pragma clang fp contract(off)

/// Does the device round them correctly itself? A specialisation constant.
extern "C" bool __hcrt_vulkan_divides_exactly();

namespace {

struct OfDevice {
  static float inverse(float x) { return 1 / x; }
  static double inverse(double x) { return 1 / x; }
  static float root(float x) { return __builtin_sqrtf(x); }
  static double root(double x) { return __builtin_sqrt(x); }
};

}  // namespace

HCRT_LIBRARY float __hcrt_dividef(float x, float y) {
  return __hcrt_vulkan_divides_exactly() ? x / y : hcrt_exact::divide<OfDevice>(x, y);
}
HCRT_LIBRARY double __hcrt_divide(double x, double y) {
  return __hcrt_vulkan_divides_exactly() ? x / y : hcrt_exact::divide<OfDevice>(x, y);
}
HCRT_LIBRARY float __hcrt_rootf(float x) {
  return __hcrt_vulkan_divides_exactly() ? __builtin_sqrtf(x) : hcrt_exact::root<OfDevice>(x);
}
HCRT_LIBRARY double __hcrt_root(double x) {
  return __hcrt_vulkan_divides_exactly() ? __builtin_sqrt(x) : hcrt_exact::root<OfDevice>(x);
}
