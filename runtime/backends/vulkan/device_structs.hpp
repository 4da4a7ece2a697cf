// Of Vulkan 1.3, as it is used here: handles, and the structures that find and open devices.
#ifndef HCRT_BACKENDS_VULKAN_DEVICE_STRUCTS_HPP
#define HCRT_BACKENDS_VULKAN_DEVICE_STRUCTS_HPP

#include <cstddef>
#include <cstdint>

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
  structure_memory_map_info = 1000271000,
  structure_placed_map_features = 1000272000,
  structure_placed_map_properties = 1000272001,
  structure_placed_map_info = 1000272002,
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

// Of VK_EXT_map_memory_placed.
struct VkPhysicalDeviceMapMemoryPlacedFeaturesEXT {
  Structure sType = structure_placed_map_features;
  void* pNext = nullptr;
  VkBool32 memoryMapPlaced = 0, memoryMapRangePlaced = 0, memoryUnmapReserve = 0;
};

struct VkPhysicalDeviceMapMemoryPlacedPropertiesEXT {
  Structure sType = structure_placed_map_properties;
  void* pNext = nullptr;
  u64 minPlacedMemoryMapAlignment = 0;
};

struct VkPhysicalDeviceFeatures2 {
  Structure sType = structure_features_2;
  void* pNext = nullptr;
  VkPhysicalDeviceFeatures features{};
};

struct VkExtensionProperties {
  char extensionName[256];
  u32 specVersion;
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

}  // namespace hcrt::backends::vulkan
#endif
