// HC's clocks, in kernels and on the host.
#ifndef HCRT_DETAIL_CLOCK_HPP
#define HCRT_DETAIL_CLOCK_HPP

#include "../abi.h"
#include "handle.hpp"
#include "workitem.hpp"

#if defined(HCPY_TARGET_SPIRV)
extern "C" HCRT_AMP std::uint64_t hcrt_launch_clock;  // the runtime sets it to the time of each launch
#elif defined(HCPY_AMP) && defined(__KALMAR_ACCELERATOR__)
extern "C" HCRT_AMP std::uint64_t __hcrt_host_clock();
#endif

namespace hcrt {
namespace builtins {

/// Real time in nanoseconds. OpenCL's devices have no clock: there it is the time of the launch, and one more
/// at each call.
HCRT_BOTH inline std::uint64_t __clock_u64() {
#if defined(HCPY_TARGET_PTX)
  return __nvvm_read_ptx_sreg_globaltimer();
#elif defined(HCPY_TARGET_SPIRV)
  return __scoped_atomic_fetch_add(&hcrt_launch_clock, std::uint64_t(1), __ATOMIC_RELAXED,
                                   __MEMORY_SCOPE_DEVICE);
#elif defined(HCPY_TARGET_AMDGCN)
  return __builtin_readsteadycounter() * 10;  // of 100 MHz
#else
  return __hcrt_host_clock();
#endif
}

/// The processor's cycles; on OpenCL's devices __clock_u64().
HCRT_BOTH inline std::uint64_t __cycle_u64() {
#if defined(HCPY_TARGET_PTX)
  return static_cast<std::uint64_t>(__nvvm_read_ptx_sreg_clock64());
#elif defined(HCPY_TARGET_SPIRV)
  return __clock_u64();
#else
  return __builtin_readcyclecounter();
#endif
}

}  // namespace builtins
}  // namespace hcrt

using namespace hcrt::builtins;
namespace hc {
using namespace hcrt::builtins;

/// The clock of completion_future's ticks.
HCRT_CPU inline std::uint64_t get_system_ticks() {
#ifdef __KALMAR_ACCELERATOR__
  return 0;  // never run
#else
  return hcrt::tick_now();
#endif
}
/// Ticks per second of get_system_ticks(): 1,000,000,000; 0 in kernels.
HCRT_CPU inline std::uint64_t get_tick_frequency() {
#ifdef __KALMAR_ACCELERATOR__
  return 0;
#else
  return hcrt::tick_frequency();
#endif
}

}  // namespace hc
#endif
