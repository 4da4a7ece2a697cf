// What loops end by depends on a number named hcpy.zero, which Intel's compiler for CPUs cannot know to be 0
// (hcpy/passes/hide_loop_bounds.py). Other devices are told.
#ifndef HCRT_BACKENDS_OPENCL_LOOP_BOUNDS_HPP
#define HCRT_BACKENDS_OPENCL_LOOP_BOUNDS_HPP

#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {

/// Has those numbers be differences of a number from itself.
/// \param words a module that spirv_fault() finds nothing wrong with
void show_loop_bounds(spirv::Words& words);

}  // namespace hcrt::backends::opencl
#endif
