// Vulkan 1.3 devices with 64-bit buffer addresses: real GPUs first, then those that are CPUs. The loader is
// opened when devices are first listed; nothing of Vulkan is needed to build or to start.
#ifndef HCRT_BACKENDS_VULKAN_BACKEND_HPP
#define HCRT_BACKENDS_VULKAN_BACKEND_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends {

std::unique_ptr<Backend> make_vulkan_backend();

}  // namespace hcrt::backends
#endif
