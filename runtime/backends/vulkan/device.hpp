#ifndef HCRT_BACKENDS_VULKAN_DEVICE_HPP
#define HCRT_BACKENDS_VULKAN_DEVICE_HPP

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "../../core/backend.hpp"
#include "api.hpp"
#include "pipeline_cache.hpp"
#include "placed_maps.hpp"

namespace hcrt::backends::vulkan {

/// A buffer with its own memory and an address that kernels take.
struct Allocation {
  VkBuffer buffer = 0;
  VkDeviceMemory memory = 0;
  u64 address = 0, bytes = 0, memory_bytes = 0;
  unsigned char* mapped = nullptr;  // where the host sees it; null: it does not
};

/// Where memory is, and who sees it: the device's own; the host's, for both; the device's own where the host
/// sees it (what is small, written by the host and read by kernels), else the host's; the host's, not yet
/// mapped.
enum class Place { device, host, both, unmapped };

/// What a device offers modules, by the numbers of SPIR-V's capabilities.
struct Abilities {
  bool int8, int16, float16, float64, storage8, storage16, atomics64, waves, ballot, shuffle;
};

// Any thread, at the same time.
class Device final : public backends::Device {
 public:
  Device(const Api&, VkPhysicalDevice, unsigned number);

  const DeviceInfo& info() const noexcept override { return info_; }
  int rate(const Image&) const noexcept override;
  std::unique_ptr<backends::Module> load(const Image&) override;
  std::unique_ptr<backends::Queue> create_queue(const QueueOptions&) override;
  std::unique_ptr<backends::Graph> create_graph(const std::vector<const GraphNode*>&) override;
  void* allocate(std::size_t bytes, std::size_t alignment, MemoryKind) override;
  void deallocate(void*, MemoryKind) noexcept override;
  bool pins() const noexcept override { return pins_; }
  void* allocate_visible(std::size_t bytes, void*& host) override;
  /// A CPU's kernels reach all that the process has.
  bool lock(void*, std::size_t) override { return shares_addresses_ && !info_.is_gpu; }

  const Api& api() const noexcept { return api_; }
  VkDevice native() const noexcept { return device_; }
  u32 queue_family() const noexcept { return family_; }
  VkPipelineLayout layout() const noexcept { return layout_; }
  PipelineCache& pipelines() noexcept { return *pipelines_; }
  u32 max_groups(int dimension) const noexcept { return limits_.maxComputeWorkGroupCount[dimension]; }
  bool has_stamps() const noexcept { return stamps_; }
  /// A stamp of the device in nanoseconds of tick_now(), not later than it was.
  u64 nanoseconds(u64 stamp) const noexcept;
  /// The difference of the clocks, as the device's first queue finds it.
  std::once_flag& clock_once() noexcept { return clock_once_; }
  void set_clock(std::int64_t ahead) noexcept { clock_ahead_ = ahead; }
  const Abilities& abilities() const noexcept { return abilities_; }
  /// Are its own division and square root used? Our code rounds others, which Vulkan allows a few ulp.
  bool divides_exactly() const noexcept { return divides_exactly_; }
  /// Is each wave of one row of a group, with lanes that are no work-items beyond its end? Mesa 22's are;
  /// Mesa 25's are of several rows of one work-item.
  bool rows_are_apart() const noexcept { return rows_are_apart_; }
  const VkPhysicalDeviceFloatControlsProperties& float_controls() const noexcept { return float_controls_; }

  Allocation make(std::size_t bytes, Place);
  void destroy(const Allocation&) noexcept;
  /// The allocation that an address lies in.
  Allocation find(const void*);
  /// The allocation that the host sees at this address of its own, as kernels do; without a buffer: none.
  Allocation find_pinned(const void*);

  /// Does the host see memory that kernels may write?
  bool is_seen() const noexcept { return seen_.load(std::memory_order_relaxed) != 0; }

  /// All queues share the driver's one.
  void submit(const VkSubmitInfo&, const char* what);
  /// Notes that the device is lost, and throws for any other fault.
  void check(VkResult, const char* what);
  bool lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

 private:
  void describe(unsigned number);
  u32 count_units(std::int32_t driver) const;
  std::string find_fault();
  std::string open();
  Allocation make_pinned(std::size_t bytes);
  bool make_placed(std::size_t bytes, Allocation&);
  void require_usable() const;
  void* keep(const Allocation&);
  const Allocation* find_kept(const void*) const;
  u32 memory_type(u32 allowed, VkFlags wanted, VkFlags liked) const;

  const Api& api_;
  VkPhysicalDevice physical_;
  VkDevice device_ = nullptr;
  VkQueue queue_ = nullptr;
  VkPipelineLayout layout_ = 0;
  std::unique_ptr<PipelineCache> pipelines_;
  PlacedMaps placed_;
  u32 family_ = 0;
  VkPhysicalDeviceLimits limits_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  Abilities abilities_{};
  VkPhysicalDeviceFloatControlsProperties float_controls_;
  bool is_nvidias_ = false, divides_exactly_ = false, rows_are_apart_ = false;
  bool staging_ = false;           // its own memory is not what the host sees
  bool pins_ = false;              // kernels can reach memory that the host sees by the host's address
  bool shares_addresses_ = false;  // they do wherever the driver maps it
  bool stamps_ = false;            // queues note when commands begin and end
  std::once_flag clock_once_;
  std::int64_t clock_ahead_ = 0;  // of the host's clock
  DeviceInfo info_{};
  std::mutex queue_mutex_, memory_mutex_;
  std::map<u64, Allocation> allocations_;  // by address
  std::atomic<std::size_t> seen_{0};       // of them, those that the host sees
  std::atomic<bool> lost_{false};
};

}  // namespace hcrt::backends::vulkan
#endif
