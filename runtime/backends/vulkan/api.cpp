#include "api.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "../../core/log.hpp"
#include "../../core/variables.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr u32 version_1_3 = 1u << 22 | 3u << 12;

std::string make_instance(Api& api) {
  VkApplicationInfo application;
  application.pEngineName = "hcpy";
  application.apiVersion = version_1_3;
  VkInstanceCreateInfo info;
  info.pApplicationInfo = &application;
  const VkResult result = api.vkCreateInstance(&info, nullptr, &api.instance);
  if (result != VK_SUCCESS)
    return text(
        "Vulkan has no driver here: vkCreateInstance failed (%d); install one, e.g. Debian's "
        "mesa-vulkan-drivers",
        result);
  return {};
}

}  // namespace

std::string open_api(Api& api) {
  const char* const name = variables::vulkan_library.value();
  void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const reason = dlerror();
    return text(
        "the Vulkan loader is missing (%s); install one with a driver, e.g. Debian's mesa-vulkan-drivers",
        reason ? reason : name);
  }
  api.vkGetInstanceProcAddr =
      reinterpret_cast<void* (*)(VkInstance, const char*)>(dlsym(library, "vkGetInstanceProcAddr"));
  if (!api.vkGetInstanceProcAddr) return text("%s is no Vulkan loader: it lacks vkGetInstanceProcAddr", name);
#define HCRT_VULKAN_LOAD(result, function, parameters)                                                       \
  api.function = reinterpret_cast<result(*) parameters>(api.vkGetInstanceProcAddr(api.instance, #function)); \
  if (!api.function) return text("%s is older than Vulkan 1.3: it lacks %s", name, #function);
  HCRT_VULKAN_FIRST(HCRT_VULKAN_LOAD)
  u32 version = 0;
  if (api.vkEnumerateInstanceVersion(&version) != VK_SUCCESS || version < version_1_3)
    return text("%s has Vulkan %u.%u, which is older than 1.3", name, version >> 22, version >> 12 & 0x3ff);
  if (const std::string fault = make_instance(api); !fault.empty()) return fault;
  HCRT_VULKAN_FUNCTIONS(HCRT_VULKAN_LOAD)
#undef HCRT_VULKAN_LOAD
  return {};
}

static const char* result_name(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "out of host memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "out of device memory";
    case VK_ERROR_DEVICE_LOST:
      return "the device is lost";
    case -3:
      return "initialization failed";
    case -8:
      return "a feature is not present";
    case -10:
      return "too many objects";
    default:
      return "Vulkan error";
  }
}

void fail(VkResult result, const char* what) {
  const bool memory = result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
                      result == -10;  // more allocations than the driver allows
  const Errc code = memory                           ? Errc::out_of_memory
                    : result == VK_ERROR_DEVICE_LOST ? Errc::device_removed
                                                     : Errc::runtime;
  throw Error(code, text("%s: %s (%d)", what, result_name(result), result));
}

void check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) fail(result, what);
}

}  // namespace hcrt::backends::vulkan
