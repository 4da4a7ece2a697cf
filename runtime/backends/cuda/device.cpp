#include "device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../../core/log.hpp"
#include "graph.hpp"
#include "held_queue.hpp"
#include "module.hpp"

namespace hcrt::backends::cuda {

std::size_t BlockCache::rounded(std::size_t bytes) {
  const std::size_t unit = bytes < (std::size_t{1} << 20) ? 512 : std::size_t{2} << 20;
  return (bytes + unit - 1) / unit * unit;
}

void* BlockCache::take(std::size_t rounded_bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = kept_.find(rounded_bytes);
  if (place == kept_.end()) return nullptr;
  void* const block = place->second;
  kept_.erase(place);
  kept_bytes_ -= rounded_bytes;
  return block;
}

void BlockCache::added(void* block, std::size_t rounded_bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  sizes_[block] = rounded_bytes;
}

bool BlockCache::put(void* block, std::size_t limit) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = sizes_.find(block);
  if (place == sizes_.end()) return false;
  const std::size_t bytes = place->second;
  if (kept_bytes_ + bytes > limit) {
    sizes_.erase(place);
    return false;
  }
  kept_.emplace(bytes, block);
  kept_bytes_ += bytes;
  return true;
}

std::vector<void*> BlockCache::take_all() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<void*> blocks;
  for (const auto& entry : kept_) {
    blocks.push_back(entry.second);
    sizes_.erase(entry.second);
  }
  kept_.clear();
  kept_bytes_ = 0;
  return blocks;
}

std::vector<void*> BlockCache::take_known() {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<void*> blocks;
  for (const auto& entry : sizes_) blocks.push_back(entry.first);
  sizes_.clear();
  kept_.clear();
  kept_bytes_ = 0;
  return blocks;
}

Device::Device(const Api& api, int ordinal) : api_(api), ordinal_(ordinal) {
  info_.backend = hcrt::Backend::cuda;
  info_.path = widen(text("cuda:%d", ordinal));
  info_.is_gpu = true;
  info_.supports_double = true;
  try {
    describe(ordinal);
  } catch (const Error& error) {
    info_.unusable = error.what();
  }
}

void Device::describe(int ordinal) {
  check(api_.cuDeviceGet(&device_, ordinal), "cuDeviceGet");
  char name[256] = "";
  check(api_.cuDeviceGetName(name, sizeof name, device_), "cuDeviceGetName");
  info_.description = widen(name);
  check(api_.cuDeviceTotalMem(&info_.memory_bytes, device_), "cuDeviceTotalMem");
  const int major = attribute(attribute_compute_capability_major);
  const int minor = attribute(attribute_compute_capability_minor);
  capability_ = major * 10 + minor;
  info_.architecture = text("sm_%d", capability_);
  info_.version = static_cast<std::uint32_t>(major << 16 | minor);
  info_.max_tile_static_bytes =
      static_cast<std::size_t>(std::max(attribute(attribute_max_shared_memory_per_block_optin),
                                        attribute(attribute_max_shared_memory_per_block)));
  info_.compute_units = static_cast<std::uint32_t>(attribute(attribute_multiprocessor_count));
  max_registers_ = static_cast<std::uint32_t>(attribute(attribute_max_registers_per_block));
  info_.max_group_items = static_cast<std::uint32_t>(attribute(attribute_max_threads_per_block));
  for (int d = 0; d < 3; ++d) {
    info_.max_group_size[d] = static_cast<std::uint32_t>(attribute(attribute_max_block_dim_x + d));
    max_grid_[d] = static_cast<std::uint32_t>(attribute(attribute_max_grid_dim_x + d));
  }
}

int Device::attribute(int which) const {
  int value = 0;
  check(api_.cuDeviceGetAttribute(&value, which, device_), "cuDeviceGetAttribute");
  return value;
}

void Device::note(CUresult result, const char* what) const noexcept {
  if (!is_sticky(result)) return;
  const std::lock_guard<std::mutex> lock(lost_mutex_);
  if (is_lost_.load()) return;
  lost_ =
      make_failure(Errc::device_removed, text("accelerator %s is lost: %s: %s", narrow(info_.path).c_str(),
                                              what, api_.describe(result).c_str()));
  is_lost_.store(true, std::memory_order_release);
}

void Device::start_clock(CUstream stream) const {
  std::call_once(clock_made_, [&] {
    if (!clock_.event) check(api_.cuEventCreate(&clock_.event, event_default), "cuEventCreate");
    check(api_.cuEventRecord(clock_.event, stream), "cuEventRecord");
    check(api_.cuEventSynchronize(clock_.event), "cuEventSynchronize");
    clock_.tick = tick_now();
  });
}

void Device::fail(CUresult result, const char* what) const {
  note(result, what);
  if (const FailureRef failure = lost()) failure->deliver();
  api_.fail(result, what);
}

FailureRef Device::lost() const noexcept {
  if (!is_lost_.load(std::memory_order_acquire)) return nullptr;
  const std::lock_guard<std::mutex> lock(lost_mutex_);
  return lost_;
}

void Device::enter() const {
  if (const FailureRef failure = lost()) failure->deliver();
  if (!info_.unusable.empty())
    throw Error(Errc::runtime, narrow(info_.path) + " can't be used: " + info_.unusable);
  std::call_once(context_made_, [this] {
    check(api_.cuDevicePrimaryCtxRetain(&context_, device_), "making a context on the GPU");
  });
  CUcontext current = nullptr;  // asked each time: other libraries of the program change it as well
  if (api_.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context_) return;
  check(api_.cuCtxSetCurrent(context_), "cuCtxSetCurrent");
}

// "sm_80" runs on 8.0 and all later devices, "sm_90a" on 9.0 only, "sm_100f" on 10.x from 10.0 on.
int Device::rate(const Image& image) const noexcept {
  if (image.kind != HCRT_IMAGE_PTX || std::strncmp(image.architecture, "sm_", 3) != 0) return 0;
  char* suffix = nullptr;
  const int needed = static_cast<int>(std::strtol(image.architecture + 3, &suffix, 10));
  if (needed <= 0 || needed > capability_) return 0;
  if (*suffix == 'a' && needed != capability_) return 0;
  if (*suffix == 'f' && needed / 10 != capability_ / 10) return 0;
  return needed * 2 + (*suffix ? 1 : 0);
}

std::unique_ptr<backends::Module> Device::load(const Image& image) {
  return std::make_unique<Module>(*this, image);
}

std::unique_ptr<backends::Queue> Device::create_queue(const QueueOptions& options) {
  return std::make_unique<HeldQueue>(*this, options);
}

std::unique_ptr<backends::Graph> Device::create_graph(const std::vector<const GraphNode*>& nodes) {
  if (!api_.has_graphs()) return nullptr;
  auto graph = std::make_unique<Graph>(*this);
  graph->build(nodes);
  return graph;
}

CUresult Device::allocate_raw(std::size_t bytes, MemoryKind kind, void** address) const {
  if (kind == MemoryKind::pinned)
    return api_.cuMemHostAlloc(address, bytes, host_alloc_portable | host_alloc_device_map);
  // A call that must fail is a fault to tools that watch the driver.
  if (bytes > info_.memory_bytes) return CUDA_ERROR_OUT_OF_MEMORY;
  CUdeviceptr pointer = 0;
  const CUresult result = api_.cuMemAlloc(&pointer, bytes);
  *address = reinterpret_cast<void*>(pointer);
  return result;
}

void Device::free_raw(void* address, MemoryKind kind) const noexcept {
  if (kind == MemoryKind::pinned) {
    api_.cuMemFreeHost(address);  // fails only where the driver is gone already
  } else {
    api_.cuMemFree(reinterpret_cast<CUdeviceptr>(address));
  }
}

void* Device::allocate(std::size_t bytes, std::size_t, MemoryKind kind) {  // blocks are 256-byte aligned
  enter();
  const std::size_t size = BlockCache::rounded(bytes);
  if (size < bytes)
    throw Error(Errc::out_of_memory,
                text("out of memory on %s: %zu bytes", narrow(info_.path).c_str(), bytes));
  if (void* kept = cache(kind).take(size)) return kept;
  void* address = nullptr;
  CUresult result = allocate_raw(size, kind, &address);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    for (void* block : cache(kind).take_all()) free_raw(block, kind);
    result = allocate_raw(size, kind, &address);
  }
  check(result, text("allocating %zu bytes on %s", bytes, narrow(info_.path).c_str()).c_str());
  cache(kind).added(address, size);
  return address;
}

void Device::deallocate(void* address, MemoryKind kind) noexcept {
  const std::size_t limit = kind == MemoryKind::device ? info_.memory_bytes / 8 : std::size_t{1} << 30;
  if (cache(kind).put(address, limit)) return;
  try {
    enter();
  } catch (const Error& error) {
    HCRT_LOG("freeing memory: %s", error.what());
    return;
  }
  free_raw(address, kind);
}

// The driver goes through host memory itself where the GPUs have no link.
bool Device::copies_from(const backends::Device& other) const noexcept {
  return api_.cuMemcpyPeerAsync && other.info().backend == hcrt::Backend::cuda &&
         other.info().unusable.empty();
}

bool Device::reaches(const backends::Device& other) const noexcept {
  if (&other == this) return true;
  if (!copies_from(other) || !info_.unusable.empty()) return false;
  if (!api_.cuDeviceCanAccessPeer || !api_.cuCtxEnablePeerAccess) return false;
  int can = 0;
  const CUdevice peer = static_cast<const Device&>(other).device_;
  return api_.cuDeviceCanAccessPeer(&can, device_, peer) == CUDA_SUCCESS && can;
}

bool Device::reach(const backends::Device& other) {
  return reaches(other) && (&other == this || enable_access(static_cast<const Device&>(other)));
}

static std::uint64_t bit(int ordinal) { return std::uint64_t{1} << (ordinal % 64); }

// Asked for when it is needed first: it makes a context on the other GPU, and takes memory on both.
bool Device::enable_access(const Device& other) const {
  other.enter();
  enter();
  const std::lock_guard<std::mutex> lock(peers_mutex_);
  if (accessible_ & bit(other.ordinal_)) return true;
  const CUresult result = api_.cuCtxEnablePeerAccess(other.context_, 0);
  note(result, "peer access");
  if (result != CUDA_SUCCESS && result != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
    HCRT_LOG("peer access: %s", api_.describe(result).c_str());
    return false;
  }
  accessible_ |= bit(other.ordinal_);
  return true;
}

void Device::prepare_copies_from(const Device& other) const {
  if (prepared_ & bit(other.ordinal_)) return;
  const bool direct = reaches(other) && enable_access(other);
  if (prepared_.fetch_or(bit(other.ordinal_)) & bit(other.ordinal_)) return;
  HCRT_LOG("copies from %s to %s: %s", narrow(other.info_.path).c_str(), narrow(info_.path).c_str(),
           direct ? "directly" : "through host memory, as the GPUs have no access to each other");
}

bool Device::lock(void* address, std::size_t bytes) {
  enter();
  const CUresult result = api_.cuMemHostRegister(address, bytes, host_alloc_portable | host_alloc_device_map);
  // Portable memory is locked for all GPUs at once: another one may have done it.
  if (result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) return true;
  if (result) HCRT_LOG("locking %zu bytes of host memory: %s", bytes, api_.describe(result).c_str());
  return result == 0;
}

// The thread need not have done anything on the GPU yet.
void Device::unlock(void* address) noexcept {
  try {
    enter();
    check(api_.cuMemHostUnregister(address), "cuMemHostUnregister");
  } catch (const Error& error) {
    HCRT_LOG("unlocking host memory: %s", error.what());
  }
}

void* Device::native(Native which) {
  if (which != Native::context) return nullptr;
  enter();
  return context_;
}

void Device::wait_for_stream(void* stream) {
  enter();
  check(api_.cuStreamSynchronize(static_cast<CUstream>(stream)), "waiting for another package's stream");
}

bool Device::has_memory(const void* address) {
  if (!api_.cuPointerGetAttributes) return false;
  enter();
  int which = pointer_device_ordinal, ordinal = -1;
  void* values[] = {&ordinal};
  const auto place = reinterpret_cast<CUdeviceptr>(address);
  return api_.cuPointerGetAttributes(1, &which, values, place) == CUDA_SUCCESS && ordinal == ordinal_;
}

void Device::loaded(CUmodule module) const {
  const std::lock_guard<std::mutex> lock(modules_mutex_);
  modules_.push_back(module);
}

void Device::unloaded(CUmodule module) const noexcept {
  const std::lock_guard<std::mutex> lock(modules_mutex_);
  modules_.erase(std::remove(modules_.begin(), modules_.end(), module), modules_.end());
}

void Device::release_all() noexcept {
  if (!context_) return;
  try {
    enter();
  } catch (const Error&) {
    return;  // lost: the driver has freed all
  }
  for (const MemoryKind kind : {MemoryKind::device, MemoryKind::pinned})
    for (void* block : cache(kind).take_known()) free_raw(block, kind);
  const std::lock_guard<std::mutex> lock(modules_mutex_);
  for (const CUmodule module : modules_) api_.cuModuleUnload(module);
  modules_.clear();
  if (clock_.event) api_.cuEventDestroy(clock_.event);
  if (api_.cuDevicePrimaryCtxRelease) api_.cuDevicePrimaryCtxRelease(device_);
}

}  // namespace hcrt::backends::cuda
