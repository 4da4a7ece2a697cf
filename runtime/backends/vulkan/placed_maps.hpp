#ifndef HCRT_BACKENDS_VULKAN_PLACED_MAPS_HPP
#define HCRT_BACKENDS_VULKAN_PLACED_MAPS_HPP

#include <vector>

#include "api.hpp"

namespace hcrt::backends::vulkan {

/// Maps memory where kernels see it, by VK_EXT_map_memory_placed, so that host and kernels share addresses.
/// After find() and open(), any thread.
class PlacedMaps {
 public:
  /// Asks the device for the extension; adds to what vkCreateDevice is to take.
  void find(const Api&, VkPhysicalDevice);
  const std::vector<const char*>& extensions() const noexcept { return extensions_; }
  /// To be chained into VkDeviceCreateInfo where extensions() has any.
  VkPhysicalDeviceMapMemoryPlacedFeaturesEXT& features() noexcept { return features_; }
  void open(const Api&, VkDevice);

  bool available() const noexcept { return map_ != nullptr; }
  /// The size that an allocation of these bytes needs to be mapped.
  u64 padded(u64 bytes) const noexcept { return (bytes + alignment_ - 1) / alignment_ * alignment_; }
  /// Maps all of the memory at that address. False: the process has something there, or the driver refuses.
  bool map(VkDevice, VkDeviceMemory, u64 address, u64 bytes) const noexcept;

 private:
  VkPhysicalDeviceMapMemoryPlacedFeaturesEXT features_;
  std::vector<const char*> extensions_;
  u64 alignment_ = 1;
  VkResult (*map_)(VkDevice, const VkMemoryMapInfoKHR*, void**) = nullptr;
};

}  // namespace hcrt::backends::vulkan
#endif
