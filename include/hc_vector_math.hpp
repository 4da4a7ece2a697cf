// Functions of short vectors, in namespace hc; calls without it find them through their arguments.
//
// Other arguments than the first may be numbers, which represent vectors of them: hc::clamp(v, 0, 1).
#ifndef HC_VECTOR_MATH_HPP
#define HC_VECTOR_MATH_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_short_vector.hpp"
#include "hcrt/detail/vector_math.hpp"

namespace hc {

// clang-format off
using hcrt::vectors::acos; using hcrt::vectors::acosh; using hcrt::vectors::asin; using hcrt::vectors::asinh;
using hcrt::vectors::atan; using hcrt::vectors::atan2; using hcrt::vectors::atanh; using hcrt::vectors::cbrt;
using hcrt::vectors::ceil; using hcrt::vectors::copysign; using hcrt::vectors::cos; using hcrt::vectors::cosh;
using hcrt::vectors::cospi; using hcrt::vectors::erf; using hcrt::vectors::erfc; using hcrt::vectors::exp;
using hcrt::vectors::exp10; using hcrt::vectors::exp2; using hcrt::vectors::expm1; using hcrt::vectors::fabs;
using hcrt::vectors::fdim; using hcrt::vectors::floor; using hcrt::vectors::fma; using hcrt::vectors::fmax;
using hcrt::vectors::fmin; using hcrt::vectors::fmod; using hcrt::vectors::hypot; using hcrt::vectors::log;
using hcrt::vectors::log10; using hcrt::vectors::log1p; using hcrt::vectors::log2;
using hcrt::vectors::nearbyint; using hcrt::vectors::pow; using hcrt::vectors::remainder;
using hcrt::vectors::rint; using hcrt::vectors::round; using hcrt::vectors::rsqrt; using hcrt::vectors::sin;
using hcrt::vectors::sinh; using hcrt::vectors::sinpi; using hcrt::vectors::sqrt; using hcrt::vectors::tan;
using hcrt::vectors::tanh; using hcrt::vectors::trunc;

using hcrt::vectors::abs; using hcrt::vectors::clamp; using hcrt::vectors::degrees; using hcrt::vectors::fract;
using hcrt::vectors::max; using hcrt::vectors::min; using hcrt::vectors::mix; using hcrt::vectors::mod;
using hcrt::vectors::modf; using hcrt::vectors::roundeven;
using hcrt::vectors::radians; using hcrt::vectors::saturate; using hcrt::vectors::sign;
using hcrt::vectors::smoothstep; using hcrt::vectors::step;

using hcrt::vectors::all; using hcrt::vectors::any; using hcrt::vectors::none; using hcrt::vectors::select;
using hcrt::vectors::is_equal; using hcrt::vectors::is_greater; using hcrt::vectors::is_greater_equal;
using hcrt::vectors::is_less; using hcrt::vectors::is_less_equal; using hcrt::vectors::is_not_equal;
using hcrt::vectors::is_less_greater; using hcrt::vectors::is_ordered; using hcrt::vectors::is_unordered;
using hcrt::vectors::logical_and; using hcrt::vectors::logical_not; using hcrt::vectors::logical_or;
using hcrt::vectors::logical_xor;
using hcrt::vectors::isfinite; using hcrt::vectors::isinf; using hcrt::vectors::isnan;
using hcrt::vectors::isnormal; using hcrt::vectors::signbit;

using hcrt::vectors::cross; using hcrt::vectors::distance; using hcrt::vectors::dot;
using hcrt::vectors::faceforward; using hcrt::vectors::length; using hcrt::vectors::normalize;
using hcrt::vectors::reflect; using hcrt::vectors::refract; using hcrt::vectors::sum;

using hcrt::vectors::abs_diff; using hcrt::vectors::add_sat; using hcrt::vectors::clz; using hcrt::vectors::ctz;
using hcrt::vectors::hadd; using hcrt::vectors::mul_hi; using hcrt::vectors::popcount;
using hcrt::vectors::rhadd; using hcrt::vectors::rotate; using hcrt::vectors::sub_sat;
// clang-format on

namespace short_vector {

typedef hcrt::vectors::mask_of<1, true> bool_1;
typedef hcrt::vectors::mask_of<2, true> bool_2;
typedef hcrt::vectors::mask_of<3, true> bool_3;
typedef hcrt::vectors::mask_of<4, true> bool_4;
typedef hcrt::vectors::mask_of<8, true> bool_8;
typedef hcrt::vectors::mask_of<16, true> bool_16;

}  // namespace short_vector
}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
