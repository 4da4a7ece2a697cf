#ifndef HCRT_BACKENDS_OPENCL_SPIRV_CONSTANTS_HPP
#define HCRT_BACKENDS_OPENCL_SPIRV_CONSTANTS_HPP

#include <cstdint>
#include <vector>

#include "../../core/specialized.hpp"
#include "../spirv_words.hpp"

namespace hcrt::backends::opencl {

/// Has the module specialisation constants?
bool has_constants(const spirv::Words& words);

/// The module with these values as the ones that its specialisation constants have where nobody gives any:
/// OpenCL's own way, clSetProgramSpecializationConstant, is an extra of a device. A module that lacks one of
/// the constants is an Error.
spirv::Words with_constants(spirv::Words words, const std::vector<Specialized>&,
                            const std::vector<std::uint64_t>& values);

}  // namespace hcrt::backends::opencl
#endif
