#include "pipeline_cache.hpp"

#include <vector>

#include "../../core/kept_files.hpp"
#include "../../core/log.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr std::size_t header_bytes = 32;  // of every driver's cache, an empty one's, too

// One file for each device, driver and version of it.
std::string name_of(const VkPhysicalDeviceProperties& device) {
  std::string name = text("vulkan-%08x-%08x-%08x-", device.vendorID, device.deviceID, device.driverVersion);
  for (const unsigned char byte : device.pipelineCacheUUID) name += text("%02x", byte);
  return name;
}

}  // namespace

PipelineCache::PipelineCache(const Api& api, VkDevice device, const VkPhysicalDeviceProperties& properties)
    : api_(api), device_(device), name_(name_of(properties)) {
  const std::vector<unsigned char> found = read_kept(name_);
  VkPipelineCacheCreateInfo info;
  info.initialDataSize = found.size();
  info.pInitialData = found.data();
  VkResult result = api.vkCreatePipelineCache(device, &info, nullptr, &cache_);
  if (result == VK_SUCCESS) {
    kept_ = found.size();
    return;
  }
  info.initialDataSize = 0;
  info.pInitialData = nullptr;
  result = api.vkCreatePipelineCache(device, &info, nullptr, &cache_);
  if (result != VK_SUCCESS) cache_ = 0;
}

void PipelineCache::keep() {
  if (!cache_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  std::size_t bytes = 0;
  if (api_.vkGetPipelineCacheData(device_, cache_, &bytes, nullptr) != VK_SUCCESS) return;
  if (bytes <= header_bytes || bytes <= kept_ + kept_ / 10) return;
  std::vector<unsigned char> content(bytes);
  if (api_.vkGetPipelineCacheData(device_, cache_, &bytes, content.data()) != VK_SUCCESS) return;
  kept_ = bytes;
  if (write_kept(name_, content.data(), bytes)) HCRT_LOG("%zu bytes of pipelines were kept", bytes);
}

}  // namespace hcrt::backends::vulkan
