#ifndef HCRT_BACKENDS_CUDA_PTX_CONSTANTS_HPP
#define HCRT_BACKENDS_CUDA_PTX_CONSTANTS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../../core/specialized.hpp"

namespace hcrt::backends::cuda {

/// The PTX with these values in the place of the registers that the moves of its constants read
/// (hcpy/passes/specialize.py writes them). A constant that the optimiser found no use for has no move.
std::string with_constants(std::string_view ptx, const std::vector<Specialized>&,
                           const std::vector<std::uint64_t>& values);

}  // namespace hcrt::backends::cuda
#endif
