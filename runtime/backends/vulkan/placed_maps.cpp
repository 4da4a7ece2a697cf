#include "placed_maps.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace hcrt::backends::vulkan {
namespace {

constexpr const char* placed = "VK_EXT_map_memory_placed";
constexpr const char* map_2 = "VK_KHR_map_memory2";  // what the former builds on

}  // namespace

void PlacedMaps::find(const Api& api, VkPhysicalDevice device) {
  u32 count = 0;
  if (api.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) != VK_SUCCESS) return;
  std::vector<VkExtensionProperties> all(count);
  if (api.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data()) != VK_SUCCESS) return;
  const auto has = [&](const char* name) {
    return std::any_of(all.begin(), all.end(), [&](const VkExtensionProperties& extension) {
      return std::strcmp(extension.extensionName, name) == 0;
    });
  };
  if (!has(placed) || !has(map_2)) return;
  VkPhysicalDeviceMapMemoryPlacedFeaturesEXT offered;
  VkPhysicalDeviceFeatures2 asked;
  asked.pNext = &offered;
  api.vkGetPhysicalDeviceFeatures2(device, &asked);
  VkPhysicalDeviceMapMemoryPlacedPropertiesEXT limits;
  VkPhysicalDeviceProperties2 properties;
  properties.pNext = &limits;
  api.vkGetPhysicalDeviceProperties2(device, &properties);
  if (!offered.memoryMapPlaced || !limits.minPlacedMemoryMapAlignment) return;
  features_.memoryMapPlaced = 1;
  alignment_ = limits.minPlacedMemoryMapAlignment;
  extensions_ = {placed, map_2};
}

void PlacedMaps::open(const Api& api, VkDevice device) {
  if (extensions_.empty()) return;
  map_ = reinterpret_cast<VkResult (*)(VkDevice, const VkMemoryMapInfoKHR*, void**)>(
      api.vkGetDeviceProcAddr(device, "vkMapMemory2KHR"));
}

// A map replaces what is there, so that the place is taken first.
bool PlacedMaps::map(VkDevice device, VkDeviceMemory memory, u64 address, u64 bytes) const noexcept {
  if (!map_ || address % alignment_ != 0) return false;
  void* const wanted = reinterpret_cast<void*>(address);
  void* const taken = mmap(wanted, bytes, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (taken == MAP_FAILED) return false;
  if (taken == wanted) {
    VkMemoryMapPlacedInfoEXT place;
    place.pPlacedAddress = wanted;
    VkMemoryMapInfoKHR info;
    info.pNext = &place;
    info.flags = map_placed;
    info.memory = memory;
    info.size = bytes;
    void* mapped = nullptr;
    if (map_(device, &info, &mapped) == VK_SUCCESS && mapped == wanted) return true;
  }
  munmap(taken, bytes);
  return false;
}

}  // namespace hcrt::backends::vulkan
