// HC: hc::fast_math and hc::precise_math, and the C names for kernels in the global namespace.
#ifndef HC_MATH_HPP
#define HC_MATH_HPP

#include "hcrt/detail/math.hpp"

namespace hc {

namespace fast_math = Kalmar::fast_math;
namespace precise_math = Kalmar::precise_math;

}  // namespace hc

using Kalmar::precise_math::rsqrt;
#endif
