// A Vulkan loader that the tests load by HCPY_VULKAN_LIBRARY: the system's, with a device of lavapipe's that
// HCRT_FAKE_VULKAN changes:
//   apart     a GPU with memory of its own; kernels see host memory at other addresses than the host,
//             but for VK_EXT_map_memory_placed, which maps it where kernels see it
//   occupied  the same, and the process has something else where such memory is first to be mapped
//   plain     as apart, without VK_EXT_map_memory_placed
// HCRT_FAKE_VULKAN_FAIL: the number of a call that fails, with the result HCRT_FAKE_VULKAN_ERROR (default: no
// memory of the device). Prints that call's name, and at the end how many there were.
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>

#include "../../../runtime/backends/vulkan/api.hpp"

using namespace hcrt::backends::vulkan;

namespace {

void* (*real_vkGetInstanceProcAddr)(VkInstance, const char*) = nullptr;
#define REAL(result, function, parameters) result(*real_##function) parameters = nullptr;
HCRT_VULKAN_FIRST(REAL)
HCRT_VULKAN_FUNCTIONS(REAL)
#undef REAL

bool mode_is(const char* name) {
  const char* const mode = std::getenv("HCRT_FAKE_VULKAN");
  return mode && std::strcmp(mode, name) == 0;
}
bool is_apart() { return mode_is("apart") || mode_is("occupied") || mode_is("plain"); }

// --- calls that fail ---
std::atomic<long> calls{0};
std::atomic<bool> is_lost{false};
VkDevice opened = nullptr;

struct Count {
  ~Count() { std::fprintf(stderr, "%ld driver calls\n", calls.load()); }
} const count_at_the_end;

// What a lost device refuses from then on.
bool asks_the_device(const char* name) {
  for (const char* const one : {"vkQueueSubmit", "vkWaitSemaphores", "vkGetSemaphoreCounterValue",
                                "vkGetQueryPoolResults", "vkDeviceWaitIdle"})
    if (std::strcmp(name, one) == 0) return true;
  return false;
}

bool fails(const char* name) {
  if (is_lost && asks_the_device(name)) return true;
  const char* const number = std::getenv("HCRT_FAKE_VULKAN_FAIL");
  if (std::strcmp(name, "vkGetSemaphoreCounterValue") == 0) return false;
  if (++calls != (number ? std::atol(number) : 0)) return false;
  std::fprintf(stderr, "%s fails\n", name);
  return true;
}

VkResult failure() {
  const char* const error = std::getenv("HCRT_FAKE_VULKAN_ERROR");
  const VkResult result = error ? std::atoi(error) : VK_ERROR_OUT_OF_DEVICE_MEMORY;
  if (result == VK_ERROR_DEVICE_LOST && opened && !is_lost.exchange(true))
    real_vkDeviceWaitIdle(opened);  // a lost one works no more
  return result;
}

// --- memory that is apart ---
// Host memory is a file, which lavapipe has imported at `address`, and which is mapped for the host
// elsewhere.
struct Memory {
  int file = -1;
  u64 bytes = 0, address = 0;
  void* seen_at = nullptr;
  bool is_away = false;  // its place in the process is free
};
std::mutex mutex;
std::map<VkDeviceMemory, Memory> memories;
std::map<VkBuffer, VkDeviceMemory> bound;
bool was_occupied = false;

struct Import {
  std::int32_t sType = 1000178000;
  const void* pNext = nullptr;
  VkFlags handleType = 0x80;  // memory of the process
  void* pHostPointer = nullptr;
};

// What is chained and has this type; lavapipe passes over those that it does not know.
template <class Struct>
Struct* chained(void* first, Structure type) {
  for (auto* part = static_cast<VkPhysicalDeviceProperties2*>(first); part;
       part = static_cast<VkPhysicalDeviceProperties2*>(part->pNext))
    if (part->sType == type) return reinterpret_cast<Struct*>(part);
  return nullptr;
}

void properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* found) {
  real_vkGetPhysicalDeviceProperties2(device, found);
  found->properties.deviceType = type_discrete;
  using Limits = VkPhysicalDeviceMapMemoryPlacedPropertiesEXT;
  if (auto* const limits = chained<Limits>(found, structure_placed_map_properties))
    limits->minPlacedMemoryMapAlignment = 4096;
}

void features(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* found) {
  real_vkGetPhysicalDeviceFeatures2(device, found);
  using Offered = VkPhysicalDeviceMapMemoryPlacedFeaturesEXT;
  if (auto* const offered = chained<Offered>(found, structure_placed_map_features))
    offered->memoryMapPlaced = 1;
}

VkResult extensions(VkPhysicalDevice device, const char* layer, u32* count, VkExtensionProperties* all) {
  const u32 room = *count, added = mode_is("plain") ? 0 : 2;
  if (const VkResult result = real_vkEnumerateDeviceExtensionProperties(device, layer, count, all))
    return result;
  const u32 real = *count;
  *count = real + added;
  if (!all || !added) return VK_SUCCESS;
  if (room < real + added) return 5;  // VK_INCOMPLETE
  std::strcpy(all[real].extensionName, "VK_EXT_map_memory_placed");
  std::strcpy(all[real + 1].extensionName, "VK_KHR_map_memory2");
  return VK_SUCCESS;
}

VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* wanted, const void* allocator,
                       VkDevice* device) {
  VkDeviceCreateInfo info = *wanted;
  const char* const import = "VK_EXT_external_memory_host";
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = &import;
  const VkResult result = real_vkCreateDevice(physical, &info, allocator, device);
  if (result == VK_SUCCESS) opened = *device;
  return result;
}

void memory_kinds(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* found) {
  real_vkGetPhysicalDeviceMemoryProperties(device, found);
  found->memoryTypeCount = 2;
  found->memoryTypes[0] = {memory_device_local, 0};
  found->memoryTypes[1] = {memory_host_visible | memory_host_coherent | memory_host_cached, 0};
}

void requirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* needs) {
  real_vkGetBufferMemoryRequirements(device, buffer, needs);
  needs->memoryTypeBits = 3;
}

VkResult allocate(VkDevice device, const VkMemoryAllocateInfo* wanted, const void* allocator,
                  VkDeviceMemory* memory) {
  VkMemoryAllocateInfo info = *wanted;
  info.memoryTypeIndex = 0;
  if (wanted->memoryTypeIndex == 0) return real_vkAllocateMemory(device, &info, allocator, memory);
  Memory made;
  made.bytes = (wanted->allocationSize + 4095) / 4096 * 4096;
  made.file = memfd_create("fake_vulkan", 0);
  if (made.file < 0 || ftruncate(made.file, static_cast<off_t>(made.bytes)) != 0)
    return VK_ERROR_OUT_OF_HOST_MEMORY;
  void* const first = mmap(nullptr, made.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made.file, 0);
  made.address = reinterpret_cast<u64>(first);
  Import import;
  import.pNext = wanted->pNext;
  import.pHostPointer = first;
  info.pNext = &import;
  info.allocationSize = made.bytes;
  const VkResult result = real_vkAllocateMemory(device, &info, allocator, memory);
  const std::lock_guard<std::mutex> lock(mutex);
  if (result == VK_SUCCESS) memories[*memory] = made;
  return result;
}

void free_memory(VkDevice device, VkDeviceMemory memory, const void* allocator) {
  real_vkFreeMemory(device, memory, allocator);
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = memories.find(memory);
  if (found == memories.end()) return;
  const Memory& gone = found->second;
  if (!gone.is_away) munmap(reinterpret_cast<void*>(gone.address), gone.bytes);
  if (gone.seen_at) munmap(gone.seen_at, gone.bytes);
  close(gone.file);
  memories.erase(found);
}

VkResult bind(VkDevice device, VkBuffer buffer, VkDeviceMemory memory, u64 offset) {
  const std::lock_guard<std::mutex> lock(mutex);
  bound[buffer] = memory;
  return real_vkBindBufferMemory(device, buffer, memory, offset);
}

VkResult map(VkDevice device, VkDeviceMemory memory, u64 offset, u64 bytes, VkFlags flags, void** mapped) {
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = memories.find(memory);
  if (found == memories.end()) return real_vkMapMemory(device, memory, offset, bytes, flags, mapped);
  Memory& made = found->second;
  *mapped = made.seen_at = mmap(nullptr, made.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made.file, 0);
  return VK_SUCCESS;
}

// Host memory that is not mapped yet leaves its place in the process free: a GPU's addresses are not those of
// the process.
u64 device_address(VkDevice device, const VkBufferDeviceAddressInfo* info) {
  const u64 address = real_vkGetBufferDeviceAddress(device, info);
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = memories.find(bound[info->buffer]);
  if (found == memories.end() || found->second.seen_at) return address;
  void* const place = reinterpret_cast<void*>(found->second.address);
  munmap(place, found->second.bytes);
  was_occupied = mode_is("occupied") && !was_occupied;
  found->second.is_away = !was_occupied;
  if (was_occupied)
    mmap(place, found->second.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return address;
}

VkResult map_placed_memory(VkDevice, const VkMemoryMapInfoKHR* info, void** mapped) {
  if (fails("vkMapMemory2KHR")) return failure();
  const auto* const place = static_cast<const VkMemoryMapPlacedInfoEXT*>(info->pNext);
  const std::lock_guard<std::mutex> lock(mutex);
  Memory& made = memories.at(info->memory);
  if (info->flags != map_placed || info->size != made.bytes) return -5;  // VK_ERROR_MEMORY_MAP_FAILED
  *mapped =
      mmap(place->pPlacedAddress, made.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, made.file, 0);
  made.is_away = false;
  return *mapped == MAP_FAILED ? -5 : VK_SUCCESS;
}

void* device_function(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkMapMemory2KHR") == 0) return reinterpret_cast<void*>(map_placed_memory);
  return real_vkGetDeviceProcAddr(device, name);
}

// --- the table ---
template <auto& Real, class Function>
struct Counted;
template <auto& Real, class Result, class... Arguments>
struct Counted<Real, Result (*)(Arguments...)> {
  static inline const char* name = nullptr;
  static inline Result (*next)(Arguments...) = nullptr;
  static Result call(Arguments... arguments) {
    if constexpr (std::is_same_v<Result, VkResult>)
      if (fails(name)) return failure();
    return next(arguments...);
  }
};

void* instead(const std::string& name) {
  static const std::map<std::string, void*> changed = {
      {"vkGetPhysicalDeviceProperties2", reinterpret_cast<void*>(properties)},
      {"vkGetPhysicalDeviceFeatures2", reinterpret_cast<void*>(features)},
      {"vkEnumerateDeviceExtensionProperties", reinterpret_cast<void*>(extensions)},
      {"vkCreateDevice", reinterpret_cast<void*>(create_device)},
      {"vkGetPhysicalDeviceMemoryProperties", reinterpret_cast<void*>(memory_kinds)},
      {"vkGetBufferMemoryRequirements", reinterpret_cast<void*>(requirements)},
      {"vkAllocateMemory", reinterpret_cast<void*>(allocate)},
      {"vkFreeMemory", reinterpret_cast<void*>(free_memory)},
      {"vkBindBufferMemory", reinterpret_cast<void*>(bind)},
      {"vkMapMemory", reinterpret_cast<void*>(map)},
      {"vkGetBufferDeviceAddress", reinterpret_cast<void*>(device_address)},
      {"vkGetDeviceProcAddr", reinterpret_cast<void*>(device_function)},
  };
  const auto found = changed.find(name);
  return found == changed.end() || !is_apart() ? nullptr : found->second;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void* vkGetInstanceProcAddr(VkInstance instance,
                                                                              const char* name) {
  if (!real_vkGetInstanceProcAddr) {
    void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return nullptr;
    real_vkGetInstanceProcAddr =
        reinterpret_cast<void* (*)(VkInstance, const char*)>(dlsym(library, "vkGetInstanceProcAddr"));
  }
#define GIVE(result, function, parameters)                                                \
  if (std::strcmp(name, #function) == 0) {                                                \
    using Type = result(*) parameters;                                                    \
    real_##function = reinterpret_cast<Type>(real_vkGetInstanceProcAddr(instance, name)); \
    using Called = Counted<real_##function, Type>;                                        \
    void* const other = instead(name);                                                    \
    Called::name = #function;                                                             \
    Called::next = other ? reinterpret_cast<Type>(other) : real_##function;               \
    return real_##function ? reinterpret_cast<void*>(&Called::call) : nullptr;            \
  }
  HCRT_VULKAN_FIRST(GIVE)
  HCRT_VULKAN_FUNCTIONS(GIVE)
#undef GIVE
  return real_vkGetInstanceProcAddr(instance, name);
}
