// The part of Vulkan 1.3 that is used here, declared by ourselves so that no Vulkan headers are needed.
#ifndef HCRT_BACKENDS_VULKAN_API_HPP
#define HCRT_BACKENDS_VULKAN_API_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace hcrt::backends::vulkan {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using VkResult = std::int32_t;
using VkBool32 = u32;
using VkFlags = u32;
using VkInstance = struct VkInstance_T*;
using VkPhysicalDevice = struct VkPhysicalDevice_T*;
using VkDevice = struct VkDevice_T*;
using VkQueue = struct VkQueue_T*;
using VkCommandBuffer = struct VkCommandBuffer_T*;
// Handles that are no pointers everywhere.
using VkBuffer = u64;
using VkDeviceMemory = u64;
using VkSemaphore = u64;
using VkFence = u64;
using VkShaderModule = u64;
using VkPipeline = u64;
using VkPipelineCache = u64;
using VkPipelineLayout = u64;
using VkCommandPool = u64;
using VkQueryPool = u64;

constexpr VkResult VK_SUCCESS = 0, VK_TIMEOUT = 2, VK_ERROR_OUT_OF_HOST_MEMORY = -1,
                   VK_ERROR_OUT_OF_DEVICE_MEMORY = -2, VK_ERROR_DEVICE_LOST = -4;

// The values of sType that are used.
enum Structure : std::int32_t {
  structure_application_info = 0,
  structure_instance_create_info = 1,
  structure_device_queue_create_info = 2,
  structure_device_create_info = 3,
  structure_memory_allocate_info = 5,
  structure_semaphore_create_info = 9,
  structure_query_pool_create_info = 11,
  structure_buffer_create_info = 12,
  structure_shader_module_create_info = 16,
  structure_pipeline_cache_create_info = 17,
  structure_pipeline_shader_stage_create_info = 18,
  structure_compute_pipeline_create_info = 29,
  structure_pipeline_layout_create_info = 30,
  structure_command_pool_create_info = 39,
  structure_command_buffer_allocate_info = 40,
  structure_command_buffer_begin_info = 42,
  structure_memory_barrier = 46,
  structure_vulkan_1_1_features = 49,
  structure_vulkan_1_2_features = 51,
  structure_vulkan_1_3_features = 53,
  structure_features_2 = 1000059000,
  structure_properties_2 = 1000059001,
  structure_memory_allocate_flags_info = 1000060000,
  structure_subgroup_properties = 1000094000,
  structure_sm_properties = 1000154001,
  structure_core_properties = 1000185000,
  structure_driver_properties = 1000196000,
  structure_float_controls_properties = 1000197000,
  structure_semaphore_type_create_info = 1000207002,
  structure_timeline_semaphore_submit_info = 1000207003,
  structure_semaphore_wait_info = 1000207004,
  structure_buffer_device_address_info = 1000244001,
  structure_submit_info = 4,
};

struct VkApplicationInfo {
  Structure sType = structure_application_info;
  const void* pNext = nullptr;
  const char* pApplicationName = nullptr;
  u32 applicationVersion = 0;
  const char* pEngineName = nullptr;
  u32 engineVersion = 0, apiVersion = 0;
};

struct VkInstanceCreateInfo {
  Structure sType = structure_instance_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  const VkApplicationInfo* pApplicationInfo = nullptr;
  u32 enabledLayerCount = 0;
  const char* const* ppEnabledLayerNames = nullptr;
  u32 enabledExtensionCount = 0;
  const char* const* ppEnabledExtensionNames = nullptr;
};

struct VkPhysicalDeviceLimits {
  alignas(8) u32 of_graphics[8];
  u32 maxPushConstantsSize, maxMemoryAllocationCount;
  u32 of_descriptors[44];
  u32 maxComputeSharedMemorySize, maxComputeWorkGroupCount[3], maxComputeWorkGroupInvocations,
      maxComputeWorkGroupSize[3];
  u32 further_of_graphics[43];
  VkBool32 timestampComputeAndGraphics;
  float timestampPeriod;
  u32 others[19];
};
static_assert(sizeof(VkPhysicalDeviceLimits) == 504);
static_assert(offsetof(VkPhysicalDeviceLimits, maxComputeSharedMemorySize) == 216);
static_assert(offsetof(VkPhysicalDeviceLimits, timestampPeriod) == 424);

struct VkPhysicalDeviceProperties {
  u32 apiVersion, driverVersion, vendorID, deviceID;
  std::int32_t deviceType;
  char deviceName[256];
  unsigned char pipelineCacheUUID[16];
  VkPhysicalDeviceLimits limits;
  VkBool32 sparse[5];
};
static_assert(sizeof(VkPhysicalDeviceProperties) == 824);
constexpr std::int32_t type_integrated = 1, type_discrete = 2, type_virtual = 3, type_cpu = 4;

struct VkPhysicalDeviceProperties2 {
  Structure sType = structure_properties_2;
  void* pNext = nullptr;
  VkPhysicalDeviceProperties properties{};
};

struct VkPhysicalDeviceFloatControlsProperties {
  Structure sType = structure_float_controls_properties;
  void* pNext = nullptr;
  std::int32_t denormBehaviorIndependence = 0, roundingModeIndependence = 0;
  VkBool32 shaderSignedZeroInfNanPreserveFloat16 = 0, shaderSignedZeroInfNanPreserveFloat32 = 0,
           shaderSignedZeroInfNanPreserveFloat64 = 0;
  // Each for 16, 32 and 64 bits.
  VkBool32 shaderDenormPreserve[3] = {}, shaderDenormFlushToZero[3] = {}, shaderRoundingModeRTE[3] = {},
           shaderRoundingModeRTZ[3] = {};
};

struct VkPhysicalDeviceDriverProperties {
  Structure sType = structure_driver_properties;
  void* pNext = nullptr;
  std::int32_t driverID = 0;
  char driverName[256] = {}, driverInfo[256] = {};
  unsigned char conformance[4] = {};
};
constexpr std::int32_t driver_amd = 1, driver_amd_open_source = 2, driver_mesa_radv = 3, driver_nvidia = 4,
                       driver_mesa_llvmpipe = 13;

// Of VK_NV_shader_sm_builtins and VK_AMD_shader_core_properties.
struct VkPhysicalDeviceShaderSMBuiltinsPropertiesNV {
  Structure sType = structure_sm_properties;
  void* pNext = nullptr;
  u32 shaderSMCount = 0, shaderWarpsPerSM = 0;
};

struct VkPhysicalDeviceShaderCorePropertiesAMD {
  Structure sType = structure_core_properties;
  void* pNext = nullptr;
  u32 shaderEngineCount = 0, shaderArraysPerEngineCount = 0, computeUnitsPerShaderArray = 0, others[11] = {};
};

struct VkPhysicalDeviceSubgroupProperties {
  Structure sType = structure_subgroup_properties;
  void* pNext = nullptr;
  u32 subgroupSize = 0;
  VkFlags supportedStages = 0, supportedOperations = 0;
  VkBool32 quadOperationsInAllStages = 0;
};
constexpr VkFlags subgroup_ballot = 8, subgroup_shuffle = 16;

struct VkPhysicalDeviceFeatures {
  VkBool32 of_graphics[39];
  VkBool32 shaderFloat64, shaderInt64, shaderInt16;
  VkBool32 others[13];
};
static_assert(sizeof(VkPhysicalDeviceFeatures) == 55 * 4);
static_assert(offsetof(VkPhysicalDeviceFeatures, shaderInt16) == 41 * 4);

struct VkPhysicalDeviceVulkan11Features {
  Structure sType = structure_vulkan_1_1_features;
  void* pNext = nullptr;
  VkBool32 storageBuffer16BitAccess = 0, uniformAndStorageBuffer16BitAccess = 0;
  VkBool32 others[10] = {};
};

struct VkPhysicalDeviceVulkan12Features {
  Structure sType = structure_vulkan_1_2_features;
  void* pNext = nullptr;
  VkBool32 samplerMirrorClampToEdge = 0, drawIndirectCount = 0, storageBuffer8BitAccess = 0,
           uniformAndStorageBuffer8BitAccess = 0, storagePushConstant8 = 0, shaderBufferInt64Atomics = 0,
           shaderSharedInt64Atomics = 0, shaderFloat16 = 0, shaderInt8 = 0;
  VkBool32 of_descriptors[21] = {};
  VkBool32 samplerFilterMinmax = 0, scalarBlockLayout = 0, imagelessFramebuffer = 0,
           uniformBufferStandardLayout = 0, shaderSubgroupExtendedTypes = 0, separateDepthStencilLayouts = 0,
           hostQueryReset = 0, timelineSemaphore = 0, bufferDeviceAddress = 0,
           bufferDeviceAddressCaptureReplay = 0, bufferDeviceAddressMultiDevice = 0, vulkanMemoryModel = 0,
           vulkanMemoryModelDeviceScope = 0, vulkanMemoryModelAvailabilityVisibilityChains = 0,
           shaderOutputViewportIndex = 0, shaderOutputLayer = 0, subgroupBroadcastDynamicId = 0;
};

static_assert(offsetof(VkPhysicalDeviceVulkan12Features, subgroupBroadcastDynamicId) == 16 + 46 * 4);

struct VkPhysicalDeviceVulkan13Features {
  Structure sType = structure_vulkan_1_3_features;
  void* pNext = nullptr;
  VkBool32 robustImageAccess = 0, inlineUniformBlock = 0,
           descriptorBindingInlineUniformBlockUpdateAfterBind = 0, pipelineCreationCacheControl = 0,
           privateData = 0, shaderDemoteToHelperInvocation = 0, shaderTerminateInvocation = 0,
           subgroupSizeControl = 0, computeFullSubgroups = 0, synchronization2 = 0,
           textureCompressionASTC_HDR = 0, shaderZeroInitializeWorkgroupMemory = 0, dynamicRendering = 0,
           shaderIntegerDotProduct = 0, maintenance4 = 0;
};

struct VkPhysicalDeviceFeatures2 {
  Structure sType = structure_features_2;
  void* pNext = nullptr;
  VkPhysicalDeviceFeatures features{};
};

struct VkMemoryType {
  VkFlags propertyFlags;
  u32 heapIndex;
};
struct VkMemoryHeap {
  u64 size;
  VkFlags flags;
};
struct VkPhysicalDeviceMemoryProperties {
  u32 memoryTypeCount;
  VkMemoryType memoryTypes[32];
  u32 memoryHeapCount;
  VkMemoryHeap memoryHeaps[16];
};
constexpr VkFlags memory_device_local = 1, memory_host_visible = 2, memory_host_coherent = 4,
                  memory_host_cached = 8;

struct VkQueueFamilyProperties {
  VkFlags queueFlags;
  u32 queueCount, timestampValidBits, minImageTransferGranularity[3];
};
constexpr VkFlags queue_graphics = 1, queue_compute = 2;

struct VkDeviceQueueCreateInfo {
  Structure sType = structure_device_queue_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  u32 queueFamilyIndex = 0, queueCount = 1;
  const float* pQueuePriorities = nullptr;
};

struct VkDeviceCreateInfo {
  Structure sType = structure_device_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  u32 queueCreateInfoCount = 1;
  const VkDeviceQueueCreateInfo* pQueueCreateInfos = nullptr;
  u32 enabledLayerCount = 0;
  const char* const* ppEnabledLayerNames = nullptr;
  u32 enabledExtensionCount = 0;
  const char* const* ppEnabledExtensionNames = nullptr;
  const VkPhysicalDeviceFeatures* pEnabledFeatures = nullptr;
};

struct VkBufferCreateInfo {
  Structure sType = structure_buffer_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  u64 size = 0;
  VkFlags usage = 0;
  std::int32_t sharingMode = 0;
  u32 queueFamilyIndexCount = 0;
  const u32* pQueueFamilyIndices = nullptr;
};
constexpr VkFlags usage_transfer_source = 1, usage_transfer_destination = 2, usage_storage = 0x20,
                  usage_device_address = 0x20000;

struct VkMemoryRequirements {
  u64 size, alignment;
  u32 memoryTypeBits;
};

struct VkMemoryAllocateFlagsInfo {
  Structure sType = structure_memory_allocate_flags_info;
  const void* pNext = nullptr;
  VkFlags flags = 2;  // it has a device address
  u32 deviceMask = 0;
};

struct VkMemoryAllocateInfo {
  Structure sType = structure_memory_allocate_info;
  const void* pNext = nullptr;
  u64 allocationSize = 0;
  u32 memoryTypeIndex = 0;
};

struct VkBufferDeviceAddressInfo {
  Structure sType = structure_buffer_device_address_info;
  const void* pNext = nullptr;
  VkBuffer buffer = 0;
};

struct VkSemaphoreTypeCreateInfo {
  Structure sType = structure_semaphore_type_create_info;
  const void* pNext = nullptr;
  std::int32_t semaphoreType = 1;  // timeline
  u64 initialValue = 0;
};

struct VkSemaphoreCreateInfo {
  Structure sType = structure_semaphore_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
};

struct VkSemaphoreWaitInfo {
  Structure sType = structure_semaphore_wait_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  u32 semaphoreCount = 1;
  const VkSemaphore* pSemaphores = nullptr;
  const u64* pValues = nullptr;
};

struct VkTimelineSemaphoreSubmitInfo {
  Structure sType = structure_timeline_semaphore_submit_info;
  const void* pNext = nullptr;
  u32 waitSemaphoreValueCount = 0;
  const u64* pWaitSemaphoreValues = nullptr;
  u32 signalSemaphoreValueCount = 0;
  const u64* pSignalSemaphoreValues = nullptr;
};

struct VkSubmitInfo {
  Structure sType = structure_submit_info;
  const void* pNext = nullptr;
  u32 waitSemaphoreCount = 0;
  const VkSemaphore* pWaitSemaphores = nullptr;
  const VkFlags* pWaitDstStageMask = nullptr;
  u32 commandBufferCount = 0;
  const VkCommandBuffer* pCommandBuffers = nullptr;
  u32 signalSemaphoreCount = 0;
  const VkSemaphore* pSignalSemaphores = nullptr;
};

struct VkShaderModuleCreateInfo {
  Structure sType = structure_shader_module_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  std::size_t codeSize = 0;
  const u32* pCode = nullptr;
};

struct VkPipelineCacheCreateInfo {
  Structure sType = structure_pipeline_cache_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  std::size_t initialDataSize = 0;
  const void* pInitialData = nullptr;
};

struct VkSpecializationMapEntry {
  u32 constantID, offset;
  std::size_t size;
};
struct VkSpecializationInfo {
  u32 mapEntryCount;
  const VkSpecializationMapEntry* pMapEntries;
  std::size_t dataSize;
  const void* pData;
};

struct VkPipelineShaderStageCreateInfo {
  Structure sType = structure_pipeline_shader_stage_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  VkFlags stage = 0x20;  // compute
  VkShaderModule module = 0;
  const char* pName = nullptr;
  const VkSpecializationInfo* pSpecializationInfo = nullptr;
};

struct VkComputePipelineCreateInfo {
  Structure sType = structure_compute_pipeline_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  VkPipelineShaderStageCreateInfo stage;
  VkPipelineLayout layout = 0;
  VkPipeline basePipelineHandle = 0;
  std::int32_t basePipelineIndex = 0;
};
constexpr VkFlags pipeline_dispatch_base = 0x10;

struct VkPushConstantRange {
  VkFlags stageFlags;
  u32 offset, size;
};
struct VkPipelineLayoutCreateInfo {
  Structure sType = structure_pipeline_layout_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  u32 setLayoutCount = 0;
  const void* pSetLayouts = nullptr;
  u32 pushConstantRangeCount = 0;
  const VkPushConstantRange* pPushConstantRanges = nullptr;
};

struct VkCommandPoolCreateInfo {
  Structure sType = structure_command_pool_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 2;  // buffers begin anew one by one
  u32 queueFamilyIndex = 0;
};
struct VkCommandBufferAllocateInfo {
  Structure sType = structure_command_buffer_allocate_info;
  const void* pNext = nullptr;
  VkCommandPool commandPool = 0;
  std::int32_t level = 0;
  u32 commandBufferCount = 1;
};
struct VkCommandBufferBeginInfo {
  Structure sType = structure_command_buffer_begin_info;
  const void* pNext = nullptr;
  VkFlags flags = 1;  // submitted once
  const void* pInheritanceInfo = nullptr;
};
struct VkQueryPoolCreateInfo {
  Structure sType = structure_query_pool_create_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  std::int32_t queryType = 2;  // timestamps
  u32 queryCount = 0;
  VkFlags pipelineStatistics = 0;
};
struct VkMemoryBarrier {
  Structure sType = structure_memory_barrier;
  const void* pNext = nullptr;
  VkFlags srcAccessMask = 0, dstAccessMask = 0;
};
struct VkBufferCopy {
  u64 srcOffset, dstOffset, size;
};
constexpr VkFlags stage_kernels = 0x800, stage_copies = 0x1000, stage_host = 0x4000,
                  stage_all_commands = 0x10000, access_kernel_read = 0x20, access_kernel_write = 0x40,
                  access_copy_read = 0x800, access_copy_write = 0x1000, access_host_read = 0x2000,
                  shader_stage_compute = 0x20;

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
