// Values that a kernel carries over barriers lie in volatile variables named hcpy.held
// (hcpy/passes/hold_over_barriers.py), for Intel's runtime for CPUs and PoCL. Other devices need
// no such memory.
#ifndef HCRT_BACKENDS_OPENCL_HELD_VALUES_HPP
#define HCRT_BACKENDS_OPENCL_HELD_VALUES_HPP

#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {

/// Has no access to those variables be volatile.
/// \param words a module that spirv_fault() finds nothing wrong with
void release_held_values(spirv::Words& words);

}  // namespace hcrt::backends::opencl
#endif
