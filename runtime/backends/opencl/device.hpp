#ifndef HCRT_BACKENDS_OPENCL_DEVICE_HPP
#define HCRT_BACKENDS_OPENCL_DEVICE_HPP

#include "../../core/backend.hpp"
#include "api.hpp"
#include "svm_blocks.hpp"

namespace hcrt::backends::opencl {

/// How kernels reach memory whose address the function object holds.
enum class MemoryModel {
  none,
  system,  // fine-grained system SVM: all host memory, no copies
  usm,     // cl_intel_unified_shared_memory
  svm      // SVM buffers: each launch names those that may be used
};

// Any thread, at the same time.
class Device final : public backends::Device {
 public:
  Device(const Api&, cl_platform_id, cl_device_id, unsigned number);
  ~Device() override;

  const DeviceInfo& info() const noexcept override { return info_; }
  int rate(const Image&) const noexcept override;
  std::unique_ptr<backends::Module> load(const Image&) override;
  std::unique_ptr<backends::Queue> create_queue(const QueueOptions&) override;
  std::unique_ptr<backends::Graph> create_graph(const std::vector<const GraphNode*>&) override;
  void* allocate(std::size_t bytes, std::size_t alignment, MemoryKind) override;
  void deallocate(void*, MemoryKind) noexcept override;

  const Api& api() const noexcept { return api_; }
  const Extensions& extensions() const noexcept { return extensions_; }
  cl_device_id id() const noexcept { return device_; }
  cl_context context() const noexcept { return context_; }
  MemoryModel memory() const noexcept { return memory_; }
  /// Intel's runtime for CPUs does, and PoCL (docs/devices.md).
  bool loses_values_over_barriers() const noexcept { return loses_values_; }
  /// Intel's runtime for CPUs does (docs/devices.md).
  bool breaks_counted_loops() const noexcept { return breaks_loops_; }
  /// Do the lanes of its sub-groups exchange values?
  bool has_waves() const noexcept { return has_waves_; }
  /// To memory of any kind: OpenCL 3.0 leaves it to the device.
  bool has_generic_pointers() const noexcept { return generic_pointers_; }
  bool takes_smaller_edge_groups() const noexcept { return smaller_edge_groups_; }
  void* native(Native) override;
  void lend(void*) override;
  void take_back(void*) noexcept override;
  /// Declares to the driver what memory the kernel may use besides its arguments: once, and SVM blocks before
  /// each launch. The launch is to be submitted or forgotten; 0: it names none.
  void declare_memory(cl_kernel);
  SvmBlocks::Launch declare_blocks(cl_kernel);
  SvmBlocks& svm_blocks() noexcept { return svm_blocks_; }

 private:
  template <class Value>
  Value query(cl_uint what) const;
  std::string query_text(cl_uint what) const;
  void describe(unsigned number);
  void find_extensions(cl_platform_id);
  MemoryModel choose_memory(const std::string& extensions) const;
  std::string find_fault() const;

  const Api& api_;
  Extensions extensions_;
  cl_device_id device_;
  cl_context context_ = nullptr;
  MemoryModel memory_ = MemoryModel::none;
  bool smaller_edge_groups_ = false;
  bool loses_values_ = false;
  bool breaks_loops_ = false;
  bool has_waves_ = false;
  bool generic_pointers_ = false;
  int spirv_version_ = 0;  // major * 100 + minor; 0: none
  DeviceInfo info_{};
  void free_blocks();

  SvmBlocks svm_blocks_;
};

}  // namespace hcrt::backends::opencl
#endif
