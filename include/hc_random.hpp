// Random numbers for kernels: hc::random_stream, and the counter-based generators below it.
#ifndef HC_RANDOM_HPP
#define HC_RANDOM_HPP

#include "hcrt/detail/hide_macros.hpp"

#include "hcrt/detail/philox.hpp"

namespace hc {

using Kalmar::philox2x32;
using Kalmar::philox4x32;
using Kalmar::random_stream;

}  // namespace hc

#include "hcrt/detail/show_macros.hpp"
#endif
