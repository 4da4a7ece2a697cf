// Atomic operations that HC has beyond C++ AMP's, which refuses them: on 64-bit integers and float, and with
// a limit.
#ifndef HCRT_DETAIL_WIDE_ATOMICS_HPP
#define HCRT_DETAIL_WIDE_ATOMICS_HPP

#include "atomics.hpp"

namespace Kalmar {

HCRT_ATOMICS(std::uint64_t)

HCRT_ATOMIC(float, fetch_add, __scoped_atomic_fetch_add)
HCRT_ATOMIC(float, fetch_sub, __scoped_atomic_fetch_sub)

}  // namespace Kalmar

namespace hcrt {
namespace builtins {

/// Adds 1, but a value of `limit` or above becomes 0; returns the value before.
HCRT_BOTH inline unsigned __atomic_wrapinc(unsigned* p, unsigned limit) {
  unsigned old = __scoped_atomic_load_n(p, HCRT_ATOMIC_ORDER);
  while (!hcrt::detail::compare_exchange(p, &old, old >= limit ? 0u : old + 1u)) {
  }
  return old;
}

/// Subtracts 1, but 0 and values above `limit` become `limit`; returns the value before.
HCRT_BOTH inline unsigned __atomic_wrapdec(unsigned* p, unsigned limit) {
  unsigned old = __scoped_atomic_load_n(p, HCRT_ATOMIC_ORDER);
  while (!hcrt::detail::compare_exchange(p, &old, old == 0 || old > limit ? limit : old - 1u)) {
  }
  return old;
}

}  // namespace builtins
}  // namespace hcrt

using namespace hcrt::builtins;
namespace hc {
using namespace hcrt::builtins;
}

#undef HCRT_ATOMICS
#undef HCRT_ATOMIC
#undef HCRT_ATOMIC_ORDER
#endif
