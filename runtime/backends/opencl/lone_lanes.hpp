// Devices without sub-groups of which the lanes exchange values (cl_khr_subgroup_ballot and
// cl_khr_subgroup_shuffle) run kernels with wave functions as the host does: each work-item is a wave of its
// own.
#ifndef HCRT_BACKENDS_OPENCL_LONE_LANES_HPP
#define HCRT_BACKENDS_OPENCL_LONE_LANES_HPP

#include <cstdint>
#include <vector>

namespace hcrt::backends::opencl {

/// The module for waves of one lane; without wave functions, as it was.
/// \param words a module that spirv_fault() finds nothing wrong with
std::vector<std::uint32_t> make_lone_lanes(const std::vector<std::uint32_t>& words);

}  // namespace hcrt::backends::opencl
#endif
