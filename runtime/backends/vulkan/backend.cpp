#include "backend.hpp"

#include <algorithm>

#include "../../core/log.hpp"
#include "api.hpp"
#include "device.hpp"

namespace hcrt::backends {
namespace {

// GPUs with their own memory, GPUs in the processor, virtual ones, and processors.
int rank(std::int32_t type) {
  switch (type) {
    case vulkan::type_discrete:
      return 0;
    case vulkan::type_integrated:
      return 1;
    case vulkan::type_virtual:
      return 2;
    default:
      return 3;
  }
}

class VulkanBackend final : public Backend {
 public:
  const char* name() const noexcept override { return "vulkan"; }

  std::vector<std::unique_ptr<Device>> open() override {
    std::vector<std::unique_ptr<Device>> devices;
    note_ = vulkan::open_api(api_);
    if (!note_.empty()) return devices;
    vulkan::u32 count = 0;
    vulkan::VkResult result = api_.vkEnumeratePhysicalDevices(api_.instance, &count, nullptr);
    std::vector<vulkan::VkPhysicalDevice> found(count);
    if (result == vulkan::VK_SUCCESS && count)
      result = api_.vkEnumeratePhysicalDevices(api_.instance, &count, found.data());
    if (result != vulkan::VK_SUCCESS) {
      note_ = text("vkEnumeratePhysicalDevices failed (%d)", result);
      return devices;
    }
    found.resize(count);
    std::stable_sort(found.begin(), found.end(),
                     [this](vulkan::VkPhysicalDevice a, vulkan::VkPhysicalDevice b) {
                       return rank(type_of(a)) < rank(type_of(b));
                     });
    for (vulkan::VkPhysicalDevice device : found)
      devices.push_back(
          std::make_unique<vulkan::Device>(api_, device, static_cast<unsigned>(devices.size())));
    if (devices.empty()) note_ = "the Vulkan drivers have no devices";
    return devices;
  }

  std::string note() const override { return note_; }

 private:
  std::int32_t type_of(vulkan::VkPhysicalDevice device) const {
    vulkan::VkPhysicalDeviceProperties2 properties;
    api_.vkGetPhysicalDeviceProperties2(device, &properties);
    return properties.properties.deviceType;
  }

  vulkan::Api api_;
  std::string note_;
};

}  // namespace

std::unique_ptr<Backend> make_vulkan_backend() { return std::make_unique<VulkanBackend>(); }

}  // namespace hcrt::backends
