#ifndef HCRT_BACKENDS_CUDA_DEVICE_HPP
#define HCRT_BACKENDS_CUDA_DEVICE_HPP

#include <mutex>
#include <unordered_map>
#include <vector>

#include "../../core/backend.hpp"
#include "api.hpp"

namespace hcrt::backends::cuda {

// Freed blocks of one kind, kept for the next allocation of the same size: cuMemAlloc and cuMemFree
// synchronise the device. Any thread, at the same time.
class BlockCache {
 public:
  static std::size_t rounded(std::size_t bytes);

  void* take(std::size_t rounded_bytes);  // null: none is kept
  void added(void* block, std::size_t rounded_bytes);
  /// Keeps the block (true), or forgets it because enough are kept: the caller frees it.
  bool put(void* block, std::size_t limit);
  /// Forgets all kept blocks; the caller frees them.
  std::vector<void*> take_all();
  /// Forgets also those in use.
  std::vector<void*> take_known();

 private:
  std::mutex mutex_;
  std::unordered_map<void*, std::size_t> sizes_;  // of all blocks, in use or kept
  std::unordered_multimap<std::size_t, void*> kept_;
  std::size_t kept_bytes_ = 0;
};

/// An event whose time is known: times since it are those of all streams.
struct Clock {
  CUevent event = nullptr;
  std::uint64_t tick = 0;
};

// Any thread, at the same time.
class Device final : public backends::Device {
 public:
  Device(const Api&, int ordinal);

  const DeviceInfo& info() const noexcept override { return info_; }
  int rate(const Image&) const noexcept override;
  std::unique_ptr<backends::Module> load(const Image&) override;
  std::unique_ptr<backends::Queue> create_queue(const QueueOptions&) override;
  std::unique_ptr<backends::Graph> create_graph(const std::vector<const GraphNode*>&) override;
  void* allocate(std::size_t bytes, std::size_t alignment, MemoryKind) override;
  void deallocate(void*, MemoryKind) noexcept override;
  bool copies_from(const backends::Device&) const noexcept override;
  bool reaches(const backends::Device&) const noexcept override;
  bool reach(const backends::Device&) override;
  bool lock(void*, std::size_t) override;
  void unlock(void*) noexcept override;
  void* native(Native) override;
  void wait_for_stream(void*) override;
  bool has_memory(const void*) override;
  void release_all() noexcept override;

  /// Modules that are loaded: release_all() unloads them.
  void loaded(CUmodule) const;
  void unloaded(CUmodule) const noexcept;
  const Api& api() const noexcept { return api_; }
  CUcontext context() const noexcept { return context_; }  // once the device was entered
  /// Makes the device's context current on this thread; made on first use. Throws where the device is lost.
  void enter() const;
  /// Before the first copy from that GPU's memory: has the driver copy directly where the GPUs can.
  void prepare_copies_from(const Device& other) const;
  /// Throws an Error for a result that is not CUDA_SUCCESS, and notes whether the device is lost.
  void check(CUresult result, const char* what) const {
    if (result != CUDA_SUCCESS) fail(result, what);
  }
  /// Makes the clock of all streams, unless it is there; waits for the stream's work.
  void start_clock(CUstream) const;
  const Clock& clock() const noexcept { return clock_; }  // once it was made
  [[noreturn]] void fail(CUresult, const char* what) const;
  void note(CUresult, const char* what) const noexcept;
  /// Why the device is of no use any more; null: it is well.
  FailureRef lost() const noexcept;
  std::uint32_t max_grid(int dimension) const noexcept { return max_grid_[dimension]; }
  std::uint32_t max_registers() const noexcept { return max_registers_; }  // of a block, of 32 bits

 private:
  void describe(int ordinal);
  int attribute(int which) const;
  bool enable_access(const Device& other) const;
  CUresult allocate_raw(std::size_t bytes, MemoryKind, void** address) const;
  void free_raw(void* address, MemoryKind) const noexcept;
  BlockCache& cache(MemoryKind kind) noexcept {
    return kind == MemoryKind::device ? device_blocks_ : pinned_blocks_;
  }

  const Api& api_;
  CUdevice device_ = 0;
  int ordinal_ = 0;
  DeviceInfo info_{};
  int capability_ = 0;  // 90 for compute capability 9.0
  std::uint32_t max_grid_[3] = {};
  std::uint32_t max_registers_ = 0;
  mutable std::once_flag clock_made_;
  mutable Clock clock_;
  mutable std::once_flag context_made_;
  mutable CUcontext context_ = nullptr;
  mutable std::atomic<bool> is_lost_{false};
  mutable std::mutex lost_mutex_;
  mutable FailureRef lost_;
  BlockCache device_blocks_, pinned_blocks_;
  mutable std::mutex peers_mutex_;
  mutable std::atomic<std::uint64_t> prepared_{0}, accessible_{0};  // a bit for each GPU's ordinal
  mutable std::mutex modules_mutex_;
  mutable std::vector<CUmodule> modules_;
};

}  // namespace hcrt::backends::cuda
#endif
