// Devices without a generic address space (OpenCL 3.0 lets them be) take modules with generic pointers, and
// read through each as if it pointed to global memory.
#ifndef HCRT_BACKENDS_OPENCL_GENERIC_POINTERS_HPP
#define HCRT_BACKENDS_OPENCL_GENERIC_POINTERS_HPP

#include <string>
#include <unordered_set>

#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {

/// The kernels that make a generic pointer of one to group or private memory, or call what does.
/// \param words a module that spirv_fault() finds nothing wrong with
std::unordered_set<std::string> kernels_with_generic_pointers(const spirv::Words& words);

}  // namespace hcrt::backends::opencl
#endif
