#include "device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "../../core/log.hpp"
#include "../../core/variables.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "queue.hpp"

namespace hcrt::backends::vulkan {
namespace {

constexpr std::size_t least_bytes = 16;

/// All that is asked for, or that is there, of a device's features; the parts are chained.
struct Features {
  VkPhysicalDeviceVulkan13Features of_1_3;
  VkPhysicalDeviceVulkan12Features of_1_2;
  VkPhysicalDeviceVulkan11Features of_1_1;
  VkPhysicalDeviceFeatures2 all;

  Features() {
    all.pNext = &of_1_1;
    of_1_1.pNext = &of_1_2;
    of_1_2.pNext = &of_1_3;
  }
  Features(const Features&) = delete;
  Features& operator=(const Features&) = delete;
};

}  // namespace

Device::Device(const Api& api, VkPhysicalDevice physical, unsigned number) : api_(api), physical_(physical) {
  describe(number);
  info_.unusable = find_fault();
  if (info_.unusable.empty()) info_.unusable = open();
}

void Device::describe(unsigned number) {
  VkPhysicalDeviceDriverProperties driver;
  VkPhysicalDeviceProperties2 found;
  found.pNext = &driver;
  api_.vkGetPhysicalDeviceProperties2(physical_, &found);
  const VkPhysicalDeviceProperties& properties = found.properties;
  limits_ = properties.limits;
  api_.vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
  info_.backend = hcrt::Backend::vulkan;
  info_.path = widen(text("vulkan:%u", number));
  info_.description = widen(properties.deviceName);
  info_.version = (properties.apiVersion >> 22) << 16 | (properties.apiVersion >> 12 & 0x3ff);
  for (u32 i = 0; i < memory_.memoryHeapCount; ++i)
    if (memory_.memoryHeaps[i].flags & 1) info_.memory_bytes += memory_.memoryHeaps[i].size;
  info_.max_tile_static_bytes = limits_.maxComputeSharedMemorySize;
  is_nvidias_ = driver.driverID == driver_nvidia;
  info_.compute_units = count_units(driver.driverID);
  info_.max_group_items = limits_.maxComputeWorkGroupInvocations;
  std::copy(limits_.maxComputeWorkGroupSize, limits_.maxComputeWorkGroupSize + 3, info_.max_group_size);
  info_.is_gpu = properties.deviceType != type_cpu;
  info_.is_emulated = !info_.is_gpu;
  const char* const wanted = variables::vulkan_memory.given();
  const char* const division = variables::vulkan_division.given();
  rows_are_apart_ =
      driver.driverID == driver_mesa_llvmpipe && std::strncmp(driver.driverInfo, "Mesa 22.", 8) == 0;
  divides_exactly_ =
      division ? std::strcmp(division, "device") == 0 : driver.driverID == driver_mesa_llvmpipe;
  staging_ = wanted ? std::strcmp(wanted, "device") == 0 : properties.deviceType == type_discrete;
}

// Vulkan itself does not say how many there are; 1 where nothing does.
u32 Device::count_units(std::int32_t driver) const {
  VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia;
  VkPhysicalDeviceShaderCorePropertiesAMD amd;
  VkPhysicalDeviceProperties2 found;
  u32 units = 0;
  if (driver == driver_nvidia) {
    found.pNext = &nvidia;
    api_.vkGetPhysicalDeviceProperties2(physical_, &found);
    units = nvidia.shaderSMCount;
  } else if (driver == driver_amd || driver == driver_amd_open_source || driver == driver_mesa_radv) {
    found.pNext = &amd;
    api_.vkGetPhysicalDeviceProperties2(physical_, &found);
    units = amd.shaderEngineCount * amd.shaderArraysPerEngineCount * amd.computeUnitsPerShaderArray;
  } else if (driver == driver_mesa_llvmpipe) {
    units = std::thread::hardware_concurrency();
  }
  return std::max(units, 1u);
}

std::string Device::find_fault() {
  if (info_.version < (1u << 16 | 3))
    return text("Vulkan %u.%u is older than 1.3", info_.version >> 16, info_.version & 0xffff);
  Features has;
  api_.vkGetPhysicalDeviceFeatures2(physical_, &has.all);
  VkPhysicalDeviceFloatControlsProperties& floats = float_controls_;
  VkPhysicalDeviceSubgroupProperties waves;
  floats.pNext = &waves;
  VkPhysicalDeviceProperties2 properties;
  properties.pNext = &floats;
  api_.vkGetPhysicalDeviceProperties2(physical_, &properties);
  floats.pNext = nullptr;
  // NVIDIA's devices round to nearest unasked. Asked, and to keep infinities, too, driver 580 makes no fused
  // operation of a product and a sum: n-body ran at 23.8 TFLOPS instead of 28.6.
  if (is_nvidias_) std::fill_n(floats.shaderRoundingModeRTE, 3, VkBool32{0});
  const VkPhysicalDeviceFeatures& first = has.all.features;
  const bool has_waves = (waves.supportedStages & shader_stage_compute) != 0;
  abilities_ = {has.of_1_2.shaderInt8 != 0,
                first.shaderInt16 != 0,
                has.of_1_2.shaderFloat16 && floats.shaderSignedZeroInfNanPreserveFloat16,
                first.shaderFloat64 && floats.shaderSignedZeroInfNanPreserveFloat64,
                has.of_1_2.storageBuffer8BitAccess != 0,
                has.of_1_1.storageBuffer16BitAccess != 0,
                has.of_1_2.shaderBufferInt64Atomics != 0,
                has_waves,
                has_waves && (waves.supportedOperations & subgroup_ballot),
                has_waves && (waves.supportedOperations & subgroup_shuffle)};
  info_.supports_double = abilities_.float64;
  const struct {
    const char* name;
    bool has;
  } needed[] = {{"shaderInt64", first.shaderInt64 != 0},
                {"bufferDeviceAddress", has.of_1_2.bufferDeviceAddress != 0},
                {"timelineSemaphore", has.of_1_2.timelineSemaphore != 0},
                {"vulkanMemoryModel", has.of_1_2.vulkanMemoryModel != 0},
                {"maintenance4", has.of_1_3.maintenance4 != 0},
                {"shaderSignedZeroInfNanPreserveFloat32", floats.shaderSignedZeroInfNanPreserveFloat32 != 0}};
  std::string lacking;
  for (const auto& feature : needed)
    if (!feature.has) lacking += (lacking.empty() ? "it lacks " : ", ") + std::string(feature.name);
  return lacking;
}

std::string Device::open() {
  u32 count = 0;
  api_.vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  api_.vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
  // Those for kernels alone begin them sooner.
  const auto has = [&](VkFlags asked, VkFlags without) {
    return std::find_if(families.begin(), families.end(), [&](const VkQueueFamilyProperties& f) {
      return (f.queueFlags & asked) && !(f.queueFlags & without);
    });
  };
  auto found = has(queue_compute, queue_graphics);
  if (found == families.end()) found = has(queue_compute, 0);
  if (found == families.end()) return "it has no queues for kernels";
  family_ = static_cast<u32>(found - families.begin());
  stamps_ = found->timestampValidBits == 64;
  const float priority = 1;
  VkDeviceQueueCreateInfo queue;
  queue.queueFamilyIndex = family_;
  queue.pQueuePriorities = &priority;
  Features wanted;
  VkPhysicalDeviceFeatures& first = wanted.all.features;
  first.shaderInt64 = 1;
  first.shaderInt16 = abilities_.int16;
  first.shaderFloat64 = abilities_.float64;
  wanted.of_1_1.storageBuffer16BitAccess = abilities_.storage16;
  wanted.of_1_2.storageBuffer8BitAccess = abilities_.storage8;
  wanted.of_1_2.shaderBufferInt64Atomics = abilities_.atomics64;
  wanted.of_1_2.shaderFloat16 = abilities_.float16;
  wanted.of_1_2.shaderInt8 = abilities_.int8;
  wanted.of_1_2.hostQueryReset = 1;  // all devices of Vulkan 1.2 have it
  wanted.of_1_2.timelineSemaphore = wanted.of_1_2.bufferDeviceAddress = 1;
  wanted.of_1_2.vulkanMemoryModel = 1;
  wanted.of_1_3.maintenance4 = 1;
  VkDeviceCreateInfo info;
  info.pNext = &wanted.all;
  info.pQueueCreateInfos = &queue;
  placed_.find(api_, physical_);
  if (!placed_.extensions().empty()) wanted.of_1_3.pNext = &placed_.features();
  info.enabledExtensionCount = static_cast<u32>(placed_.extensions().size());
  info.ppEnabledExtensionNames = placed_.extensions().data();
  if (const VkResult result = api_.vkCreateDevice(physical_, &info, nullptr, &device_))
    return text("vkCreateDevice failed (%d)", result);
  placed_.open(api_, device_);
  api_.vkGetDeviceQueue(device_, family_, 0, &queue_);
  const VkPushConstantRange range = {shader_stage_compute, 0, push_constant_bytes};
  VkPipelineLayoutCreateInfo layout;
  layout.pushConstantRangeCount = 1;
  layout.pPushConstantRanges = &range;
  if (const VkResult result = api_.vkCreatePipelineLayout(device_, &layout, nullptr, &layout_))
    return text("vkCreatePipelineLayout failed (%d)", result);
  VkPhysicalDeviceProperties2 properties;
  api_.vkGetPhysicalDeviceProperties2(physical_, &properties);
  pipelines_ = std::make_unique<PipelineCache>(api_, device_, properties.properties);
  try {
    Allocation tried = make(least_bytes, Place::host);
    shares_addresses_ = reinterpret_cast<u64>(tried.mapped) == tried.address;
    destroy(tried);
    // HCPY_VULKAN_MEMORY=device is what devices are that have no such memory, too.
    const bool allowed = !(staging_ && !info_.is_gpu);
    const bool is_placed = allowed && !shares_addresses_ && make_placed(least_bytes, tried);
    if (is_placed) destroy(tried);
    pins_ = is_placed || (allowed && shares_addresses_);
    const char* const where =
        shares_addresses_ ? "is where the driver maps it" : "is mapped where kernels see it";
    HCRT_LOG("%s: pinned memory %s", narrow(info_.path).c_str(), pins_ ? where : "is not to be had");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

int Device::rate(const Image& image) const noexcept { return image.kind == HCRT_IMAGE_VULKAN ? 1 : 0; }

std::unique_ptr<backends::Module> Device::load(const Image& image) {
  return std::make_unique<Module>(*this, image);
}

void Device::require_usable() const {
  if (!info_.unusable.empty())
    throw Error(Errc::runtime, "accelerator " + narrow(info_.path) + " can't be used: " + info_.unusable);
}

std::unique_ptr<backends::Queue> Device::create_queue(const QueueOptions&) {
  require_usable();
  return std::make_unique<Queue>(*this);
}

std::unique_ptr<backends::Graph> Device::create_graph(const std::vector<const GraphNode*>& nodes) {
  if (!can_record(*this, nodes)) return nullptr;
  return std::make_unique<Graph>(*this, nodes);
}

// --- memory ---
u32 Device::memory_type(u32 allowed, VkFlags wanted, VkFlags liked) const {
  for (const VkFlags flags : {wanted | liked, wanted})
    for (u32 i = 0; i < memory_.memoryTypeCount; ++i)
      if ((allowed >> i & 1) && (memory_.memoryTypes[i].propertyFlags & flags) == flags) return i;
  throw Error(Errc::out_of_memory, narrow(info_.path) + " has no memory of the kind that is needed");
}

Allocation Device::make(std::size_t bytes, Place place) {
  const bool visible = place != Place::device, mapped = visible && place != Place::unmapped;
  Allocation made;
  made.bytes = std::max<u64>(bytes, least_bytes);
  VkBufferCreateInfo info;
  info.size = made.bytes;
  info.usage = usage_transfer_source | usage_transfer_destination | usage_storage | usage_device_address;
  check(api_.vkCreateBuffer(device_, &info, nullptr, &made.buffer), "vkCreateBuffer");
  try {
    VkMemoryRequirements needs{};
    api_.vkGetBufferMemoryRequirements(device_, made.buffer, &needs);
    const VkFlags seen = memory_host_visible | memory_host_coherent;
    VkMemoryAllocateFlagsInfo flags;
    VkMemoryAllocateInfo allocate;
    allocate.pNext = &flags;
    made.memory_bytes = place == Place::unmapped ? placed_.padded(needs.size) : needs.size;
    allocate.allocationSize = made.memory_bytes;
    allocate.memoryTypeIndex = memory_type(needs.memoryTypeBits, visible ? seen : memory_device_local,
                                           place == Place::both ? memory_device_local
                                           : visible            ? memory_host_cached
                                                                : 0);
    const std::string what = text("out of memory on %s: %zu bytes", narrow(info_.path).c_str(), bytes);
    check(api_.vkAllocateMemory(device_, &allocate, nullptr, &made.memory), what.c_str());
    check(api_.vkBindBufferMemory(device_, made.buffer, made.memory, 0), "vkBindBufferMemory");
    if (mapped) {
      void* seen_at = nullptr;
      check(api_.vkMapMemory(device_, made.memory, 0, ~u64{0}, 0, &seen_at), "vkMapMemory");
      made.mapped = static_cast<unsigned char*>(seen_at);
    }
  } catch (const Error&) {
    destroy(made);
    throw;
  }
  VkBufferDeviceAddressInfo address;
  address.buffer = made.buffer;
  made.address = api_.vkGetBufferDeviceAddress(device_, &address);
  return made;
}

void Device::destroy(const Allocation& allocation) noexcept {
  if (allocation.buffer) api_.vkDestroyBuffer(device_, allocation.buffer, nullptr);
  if (allocation.memory) api_.vkFreeMemory(device_, allocation.memory, nullptr);  // unmaps it
}

// The driver chooses addresses. Where the process has something else there, the memory is kept until another
// place is found: the driver would choose it again. False: none of a few is free.
bool Device::make_placed(std::size_t bytes, Allocation& made) {
  const std::size_t most_places = placed_.available() ? 4 : 0;
  std::vector<Allocation> taken;
  bool mapped = false;
  try {
    while (!mapped && taken.size() < most_places) {
      made = make(bytes, Place::unmapped);
      mapped = placed_.map(device_, made.memory, made.address, made.memory_bytes);
      if (!mapped) taken.push_back(made);
    }
  } catch (const Error&) {
    for (const Allocation& other : taken) destroy(other);
    throw;
  }
  for (const Allocation& other : taken) destroy(other);
  if (mapped) made.mapped = reinterpret_cast<unsigned char*>(made.address);
  return mapped;
}

// Throws where the host's address is not that of the kernels.
Allocation Device::make_pinned(std::size_t bytes) {
  Allocation made;
  if (pins_ && shares_addresses_) {
    made = make(bytes, Place::host);
    if (reinterpret_cast<u64>(made.mapped) == made.address) return made;
    destroy(made);
  } else if (pins_ && make_placed(bytes, made)) {
    return made;
  }
  throw Error(Errc::unsupported_feature,
              "accelerator " + narrow(info_.path) +
                  " has no memory that the host and its kernels reach by one address");
}

void* Device::keep(const Allocation& made) {
  const std::lock_guard<std::mutex> lock(memory_mutex_);
  allocations_[made.address] = made;
  seen_ += made.mapped != nullptr;
  return reinterpret_cast<void*>(made.address);
}

void* Device::allocate(std::size_t bytes, std::size_t alignment, MemoryKind kind) {
  require_usable();
  const auto make_one = [&](std::size_t size) {
    return kind == MemoryKind::pinned ? make_pinned(size)
                                      : make(size, staging_ ? Place::device : Place::host);
  };
  Allocation made = make_one(bytes);
  const u64 rest = alignment ? made.address % alignment : 0;
  if (rest == 0) return keep(made);
  destroy(made);
  made = make_one(bytes + alignment);
  keep(made);
  return reinterpret_cast<void*>((made.address + alignment - 1) / alignment * alignment);
}

void* Device::allocate_visible(std::size_t bytes, void*& host) {
  require_usable();
  const Allocation made = make(bytes, Place::host);
  host = made.mapped;
  return keep(made);
}

void Device::deallocate(void* address, MemoryKind) noexcept {
  Allocation found;
  {
    const std::lock_guard<std::mutex> lock(memory_mutex_);
    const Allocation* const kept = find_kept(address);  // where it was aligned, after the first byte
    if (!kept) return;
    found = *kept;
    allocations_.erase(found.address);
    seen_ -= found.mapped != nullptr;
  }
  destroy(found);
}

// With the memory's lock held.
const Allocation* Device::find_kept(const void* inside) const {
  const auto address = reinterpret_cast<u64>(inside);
  auto place = allocations_.upper_bound(address);
  if (place == allocations_.begin()) return nullptr;
  --place;
  return address - place->first < place->second.bytes ? &place->second : nullptr;
}

Allocation Device::find(const void* inside) {
  const std::lock_guard<std::mutex> lock(memory_mutex_);
  if (const Allocation* const found = find_kept(inside)) return *found;
  throw Error(Errc::runtime,
              text("%p is no address of memory of accelerator %s", inside, narrow(info_.path).c_str()));
}

Allocation Device::find_pinned(const void* inside) {
  if (!pins_ || !is_seen()) return {};
  const std::lock_guard<std::mutex> lock(memory_mutex_);
  const Allocation* const found = find_kept(inside);
  return found && reinterpret_cast<u64>(found->mapped) == found->address ? *found : Allocation{};
}

u64 Device::nanoseconds(u64 stamp) const noexcept {
  const float period = limits_.timestampPeriod;
  const u64 own = period == 1 ? stamp : static_cast<u64>(static_cast<double>(stamp) * period);
  return own + static_cast<u64>(clock_ahead_);
}

// --- commands ---
void Device::submit(const VkSubmitInfo& info, const char* what) {
  const std::lock_guard<std::mutex> lock(queue_mutex_);
  check(api_.vkQueueSubmit(queue_, 1, &info, 0), what);
}

void Device::check(VkResult result, const char* what) {
  if (result == VK_ERROR_DEVICE_LOST) lost_.store(true, std::memory_order_relaxed);
  vulkan::check(result, what);
}

}  // namespace hcrt::backends::vulkan
