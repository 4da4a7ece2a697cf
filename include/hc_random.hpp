// Random numbers for kernels: hc::random_stream, and the counter-based generators below it.
#ifndef HC_RANDOM_HPP
#define HC_RANDOM_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hcrt/detail/philox.hpp"

namespace hc {

using Kalmar::philox2x32;
using Kalmar::philox4x32;
using Kalmar::random_stream;

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
