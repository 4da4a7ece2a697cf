#ifndef HCRT_BACKENDS_VULKAN_RECORDER_HPP
#define HCRT_BACKENDS_VULKAN_RECORDER_HPP

#include "module.hpp"

namespace hcrt::backends::vulkan {

/// What comes after waits for what came before, in these stages.
void barrier(const Api&, VkCommandBuffer, VkFlags from, VkFlags from_access, VkFlags to, VkFlags to_access);
/// All later commands wait for all earlier ones.
void full_barrier(const Api&, VkCommandBuffer);

/// A kernel, whose function object is at the address. Throws where the device cannot run it.
void record_kernel(const Device&, VkCommandBuffer, const Launch&, u64 argument_address);

}  // namespace hcrt::backends::vulkan
#endif
