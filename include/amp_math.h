// C++ AMP: Concurrency::fast_math and Concurrency::precise_math.
#ifndef HCPY_AMP_MATH_H
#define HCPY_AMP_MATH_H

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/detail/math.hpp"

namespace Concurrency {

namespace fast_math = Kalmar::fast_math;
namespace precise_math = Kalmar::precise_math;

}  // namespace Concurrency

namespace concurrency = Concurrency;

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
