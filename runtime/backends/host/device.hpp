#ifndef HCRT_BACKENDS_HOST_DEVICE_HPP
#define HCRT_BACKENDS_HOST_DEVICE_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends::host {

// Any thread, at the same time.
class Device final : public backends::Device {
 public:
  explicit Device(bool runs_kernels);

  const DeviceInfo& info() const noexcept override { return info_; }
  int rate(const Image&) const noexcept override;
  std::unique_ptr<backends::Module> load(const Image&) override;
  std::unique_ptr<backends::Queue> create_queue(const QueueOptions&) override;
  std::unique_ptr<backends::Graph> create_graph(const std::vector<const GraphNode*>&) override;
  void* allocate(std::size_t bytes, std::size_t alignment, MemoryKind) override;
  void deallocate(void*, MemoryKind) noexcept override;

 private:
  DeviceInfo info_{};
};

}  // namespace hcrt::backends::host
#endif
