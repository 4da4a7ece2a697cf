// Is an image a row of SPIR-V instructions? OpenCL compilers were seen to end the process over some that are
// none. What the instructions say is theirs to judge.
#ifndef HCRT_BACKENDS_OPENCL_SPIRV_CHECK_HPP
#define HCRT_BACKENDS_OPENCL_SPIRV_CHECK_HPP

#include <cstddef>
#include <string>

namespace hcrt::backends::opencl {

/// What is wrong with a module's structure; empty: nothing.
std::string spirv_fault(const void* data, std::size_t bytes);

}  // namespace hcrt::backends::opencl
#endif
