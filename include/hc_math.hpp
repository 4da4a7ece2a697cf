// HC: hc::fast_math and hc::precise_math, and the names of precise_math for kernels and host in the global
// namespace, as templates: for float and half beside the C library's functions of double.
#ifndef HC_MATH_HPP
#define HC_MATH_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/detail/math.hpp"
#include "hcrt/detail/math_half.hpp"

namespace hc {

namespace fast_math = Kalmar::fast_math;
namespace precise_math = Kalmar::precise_math;

}  // namespace hc

#include "hcrt/detail/math_global.hpp"

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
