#ifndef HCRT_BACKENDS_NULL_DEVICE_HPP
#define HCRT_BACKENDS_NULL_DEVICE_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends::null {

// Any thread, at the same time.
class Device final : public backends::Device {
 public:
  explicit Device(int number);

  const DeviceInfo& info() const noexcept override { return info_; }
  int rate(const Image&) const noexcept override { return 1; }
  std::unique_ptr<backends::Module> load(const Image&) override;
  std::unique_ptr<backends::Queue> create_queue(const QueueOptions&) override;
  void* allocate(std::size_t bytes, std::size_t alignment, MemoryKind) override;
  void deallocate(void*, MemoryKind) noexcept override;

 private:
  DeviceInfo info_{};
};

}  // namespace hcrt::backends::null
#endif
