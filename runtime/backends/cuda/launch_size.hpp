// How a launch is divided into blocks.
#ifndef HCRT_BACKENDS_CUDA_LAUNCH_SIZE_HPP
#define HCRT_BACKENDS_CUDA_LAUNCH_SIZE_HPP

#include "module.hpp"

namespace hcrt::backends::cuda {

struct LaunchSize {
  unsigned block[3], grid[3];
};

/// Throws where the grid would have too many blocks.
LaunchSize launch_size(const LaunchShape&, const Device&, const Function&);

/// Dynamic group memory beyond 48 KiB must be asked for, once for each function and larger size.
void allow_dynamic_bytes(const Device&, const Function&, std::uint32_t bytes);

}  // namespace hcrt::backends::cuda
#endif
