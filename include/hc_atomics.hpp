// Atomic operations on float, double and 64-bit signed integers beyond HC's own, by the same names.
#ifndef HC_ATOMICS_HPP
#define HC_ATOMICS_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/detail/real_atomics.hpp"

namespace hc {

using namespace Kalmar;

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
