// Atomic operations on float, double and 64-bit signed integers beyond HC's own, by the same names.
#ifndef HC_ATOMICS_HPP
#define HC_ATOMICS_HPP

#include "hcrt/detail/hide_macros.hpp"

#include "hcrt/detail/real_atomics.hpp"

namespace hc {

using namespace Kalmar;

}  // namespace hc

#include "hcrt/detail/show_macros.hpp"
#endif
