// Values that a kernel carries over barriers lie in volatile variables named hcpy.held
// (hcpy/passes/hold_over_barriers.py), for Intel's runtime for CPUs and PoCL. Other devices need
// no such memory.
#ifndef HCRT_BACKENDS_OPENCL_HELD_VALUES_HPP
#define HCRT_BACKENDS_OPENCL_HELD_VALUES_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hcrt::backends::opencl {

/// The module's words, in which accesses to those variables are not volatile.
/// \param data a module that spirv_fault() finds nothing wrong with
std::vector<std::uint32_t> release_held_values(const void* data, std::size_t bytes);

}  // namespace hcrt::backends::opencl
#endif
