// The part of Vulkan 1.3 that is used here, declared by ourselves so that no Vulkan headers are needed.
#ifndef HCRT_BACKENDS_VULKAN_API_HPP
#define HCRT_BACKENDS_VULKAN_API_HPP

#include <string>

#include "device_structs.hpp"
#include "work_structs.hpp"

namespace hcrt::backends::vulkan {

// X(result, name, parameters): functions that a loader gives for no instance, and those of one.
#define HCRT_VULKAN_FIRST(X)                      \
  X(VkResult, vkEnumerateInstanceVersion, (u32*)) \
  X(VkResult, vkCreateInstance, (const VkInstanceCreateInfo*, const void*, VkInstance*))

#define HCRT_VULKAN_FUNCTIONS(X)                                                                            \
  X(VkResult, vkEnumeratePhysicalDevices, (VkInstance, u32*, VkPhysicalDevice*))                            \
  X(void, vkGetPhysicalDeviceProperties2, (VkPhysicalDevice, VkPhysicalDeviceProperties2*))                 \
  X(void, vkGetPhysicalDeviceFeatures2, (VkPhysicalDevice, VkPhysicalDeviceFeatures2*))                     \
  X(void, vkGetPhysicalDeviceMemoryProperties, (VkPhysicalDevice, VkPhysicalDeviceMemoryProperties*))       \
  X(void, vkGetPhysicalDeviceQueueFamilyProperties, (VkPhysicalDevice, u32*, VkQueueFamilyProperties*))     \
  X(VkResult, vkEnumerateDeviceExtensionProperties,                                                         \
    (VkPhysicalDevice, const char*, u32*, VkExtensionProperties*))                                          \
  X(void*, vkGetDeviceProcAddr, (VkDevice, const char*))                                                    \
  X(VkResult, vkCreateDevice, (VkPhysicalDevice, const VkDeviceCreateInfo*, const void*, VkDevice*))        \
  X(void, vkGetDeviceQueue, (VkDevice, u32, u32, VkQueue*))                                                 \
  X(VkResult, vkDeviceWaitIdle, (VkDevice))                                                                 \
  X(VkResult, vkCreateBuffer, (VkDevice, const VkBufferCreateInfo*, const void*, VkBuffer*))                \
  X(void, vkDestroyBuffer, (VkDevice, VkBuffer, const void*))                                               \
  X(void, vkGetBufferMemoryRequirements, (VkDevice, VkBuffer, VkMemoryRequirements*))                       \
  X(VkResult, vkAllocateMemory, (VkDevice, const VkMemoryAllocateInfo*, const void*, VkDeviceMemory*))      \
  X(void, vkFreeMemory, (VkDevice, VkDeviceMemory, const void*))                                            \
  X(VkResult, vkBindBufferMemory, (VkDevice, VkBuffer, VkDeviceMemory, u64))                                \
  X(VkResult, vkMapMemory, (VkDevice, VkDeviceMemory, u64, u64, VkFlags, void**))                           \
  X(u64, vkGetBufferDeviceAddress, (VkDevice, const VkBufferDeviceAddressInfo*))                            \
  X(VkResult, vkCreateSemaphore, (VkDevice, const VkSemaphoreCreateInfo*, const void*, VkSemaphore*))       \
  X(void, vkDestroySemaphore, (VkDevice, VkSemaphore, const void*))                                         \
  X(VkResult, vkGetSemaphoreCounterValue, (VkDevice, VkSemaphore, u64*))                                    \
  X(VkResult, vkWaitSemaphores, (VkDevice, const VkSemaphoreWaitInfo*, u64))                                \
  X(VkResult, vkQueueSubmit, (VkQueue, u32, const VkSubmitInfo*, VkFence))                                  \
  X(VkResult, vkCreateShaderModule,                                                                         \
    (VkDevice, const VkShaderModuleCreateInfo*, const void*, VkShaderModule*))                              \
  X(void, vkDestroyShaderModule, (VkDevice, VkShaderModule, const void*))                                   \
  X(VkResult, vkCreatePipelineLayout,                                                                       \
    (VkDevice, const VkPipelineLayoutCreateInfo*, const void*, VkPipelineLayout*))                          \
  X(VkResult, vkCreatePipelineCache,                                                                        \
    (VkDevice, const VkPipelineCacheCreateInfo*, const void*, VkPipelineCache*))                            \
  X(VkResult, vkGetPipelineCacheData, (VkDevice, VkPipelineCache, std::size_t*, void*))                     \
  X(VkResult, vkCreateComputePipelines,                                                                     \
    (VkDevice, VkPipelineCache, u32, const VkComputePipelineCreateInfo*, const void*, VkPipeline*))         \
  X(void, vkDestroyPipeline, (VkDevice, VkPipeline, const void*))                                           \
  X(VkResult, vkCreateCommandPool, (VkDevice, const VkCommandPoolCreateInfo*, const void*, VkCommandPool*)) \
  X(void, vkDestroyCommandPool, (VkDevice, VkCommandPool, const void*))                                     \
  X(VkResult, vkAllocateCommandBuffers, (VkDevice, const VkCommandBufferAllocateInfo*, VkCommandBuffer*))   \
  X(VkResult, vkBeginCommandBuffer, (VkCommandBuffer, const VkCommandBufferBeginInfo*))                     \
  X(VkResult, vkResetCommandBuffer, (VkCommandBuffer, VkFlags))                                             \
  X(VkResult, vkEndCommandBuffer, (VkCommandBuffer))                                                        \
  X(void, vkCmdPipelineBarrier,                                                                             \
    (VkCommandBuffer, VkFlags, VkFlags, VkFlags, u32, const VkMemoryBarrier*, u32, const void*, u32,        \
     const void*))                                                                                          \
  X(VkResult, vkCreateQueryPool, (VkDevice, const VkQueryPoolCreateInfo*, const void*, VkQueryPool*))       \
  X(void, vkDestroyQueryPool, (VkDevice, VkQueryPool, const void*))                                         \
  X(VkResult, vkGetQueryPoolResults, (VkDevice, VkQueryPool, u32, u32, std::size_t, void*, u64, VkFlags))   \
  X(void, vkResetQueryPool, (VkDevice, VkQueryPool, u32, u32))                                              \
  X(void, vkCmdWriteTimestamp, (VkCommandBuffer, VkFlags, VkQueryPool, u32))                                \
  X(void, vkCmdFillBuffer, (VkCommandBuffer, VkBuffer, u64, u64, u32))                                      \
  X(void, vkCmdBindPipeline, (VkCommandBuffer, std::int32_t, VkPipeline))                                   \
  X(void, vkCmdPushConstants, (VkCommandBuffer, VkPipelineLayout, VkFlags, u32, u32, const void*))          \
  X(void, vkCmdDispatchBase, (VkCommandBuffer, u32, u32, u32, u32, u32, u32))                               \
  X(void, vkCmdCopyBuffer, (VkCommandBuffer, VkBuffer, VkBuffer, u32, const VkBufferCopy*))

struct Api {
  void* (*vkGetInstanceProcAddr)(VkInstance, const char*) = nullptr;
#define HCRT_VULKAN_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  HCRT_VULKAN_FIRST(HCRT_VULKAN_MEMBER)
  HCRT_VULKAN_FUNCTIONS(HCRT_VULKAN_MEMBER)
#undef HCRT_VULKAN_MEMBER
  VkInstance instance = nullptr;
};

/// Opens the loader named by HCPY_VULKAN_LIBRARY, or the system's, and makes an instance. Empty: it is
/// usable; else the reason.
std::string open_api(Api&);

/// Throws an Error for a result that is not VK_SUCCESS.
void check(VkResult, const char* what);
[[noreturn]] void fail(VkResult, const char* what);

}  // namespace hcrt::backends::vulkan
#endif
