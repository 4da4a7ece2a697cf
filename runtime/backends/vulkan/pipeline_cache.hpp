#ifndef HCRT_BACKENDS_VULKAN_PIPELINE_CACHE_HPP
#define HCRT_BACKENDS_VULKAN_PIPELINE_CACHE_HPP

#include <mutex>
#include <string>

#include "api.hpp"

namespace hcrt::backends::vulkan {

// What a driver made of kernels, kept from run to run for drivers that keep nothing themselves.
// Any thread, at the same time.
class PipelineCache {
 public:
  PipelineCache(const Api&, VkDevice, const VkPhysicalDeviceProperties&);

  /// For vkCreateComputePipelines; 0: the driver has none.
  VkPipelineCache native() const noexcept { return cache_; }
  /// After a pipeline was made: writes what there is, where that has grown by a tenth.
  void keep();

 private:
  const Api& api_;
  VkDevice device_;
  std::string name_;
  VkPipelineCache cache_ = 0;
  std::size_t kept_ = 0;  // bytes
  std::mutex mutex_;
};

}  // namespace hcrt::backends::vulkan
#endif
