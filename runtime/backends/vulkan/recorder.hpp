#ifndef HCRT_BACKENDS_VULKAN_RECORDER_HPP
#define HCRT_BACKENDS_VULKAN_RECORDER_HPP

#include "module.hpp"

namespace hcrt::backends::vulkan {

/// Later kernels wait for earlier ones, and see what they wrote.
void wait_for_kernels(const Api&, VkCommandBuffer);
/// All later commands wait for all earlier ones.
void wait_for_commands(const Api&, VkCommandBuffer);
/// The host sees what the commands wrote, once they are complete.
void show_host(const Api&, VkCommandBuffer);

/// Writes kernels into one buffer of commands.
class KernelRecorder {
 public:
  KernelRecorder(const Device& device, VkCommandBuffer commands) : device_(device), commands_(commands) {}

  /// Has the function object copied to where it is said, unless it is pushed. Throws where the device cannot
  /// run the kernel.
  void record(const Launch&, const Allocation& arguments, std::size_t offset);

 private:
  void push(const Launch&, const Allocation& arguments, std::size_t offset) const;
  void bind(VkPipeline);

  const Device& device_;
  const VkCommandBuffer commands_;
  VkPipeline bound_ = 0;
};

/// Where the function object is, for a kernel that does not get it in its push constants.
std::size_t argument_bytes(const backends::Function&);

}  // namespace hcrt::backends::vulkan
#endif
