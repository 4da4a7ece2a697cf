// Of Vulkan 1.3, as it is used here: the structures of memory, pipelines, commands and what orders them.
#ifndef HCRT_BACKENDS_VULKAN_WORK_STRUCTS_HPP
#define HCRT_BACKENDS_VULKAN_WORK_STRUCTS_HPP

#include "device_structs.hpp"

namespace hcrt::backends::vulkan {

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

struct VkMemoryMapInfoKHR {
  Structure sType = structure_memory_map_info;
  const void* pNext = nullptr;
  VkFlags flags = 0;
  VkDeviceMemory memory = 0;
  u64 offset = 0, size = 0;
};
constexpr VkFlags map_placed = 1;

struct VkMemoryMapPlacedInfoEXT {
  Structure sType = structure_placed_map_info;
  const void* pNext = nullptr;
  void* pPlacedAddress = nullptr;
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

}  // namespace hcrt::backends::vulkan
#endif
