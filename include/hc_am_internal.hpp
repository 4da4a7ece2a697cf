// HC: allocations that hcc kept for HIP.
#ifndef HC_AM_INTERNAL_HPP
#define HC_AM_INTERNAL_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_am.hpp"
namespace hc {
namespace internal {

/// Host memory that kernels of the accelerator reach, coherent with the host; null on failure.
HCRT_CPU inline auto_voidp am_alloc_host_coherent(std::size_t bytes, Kalmar::accelerator& acc, unsigned = 0) {
  return am_alloc(bytes, acc, amHostCoherent);
}

HCRT_CPU inline auto_voidp am_alloc_host_coherent(std::size_t bytes) {
  Kalmar::accelerator acc;
  return am_alloc_host_coherent(bytes, acc);
}

}  // namespace internal

using internal::am_alloc_host_coherent;

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
