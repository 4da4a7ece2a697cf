#ifndef HCRT_BACKENDS_VULKAN_STAMP_HPP
#define HCRT_BACKENDS_VULKAN_STAMP_HPP

#include "device.hpp"

namespace hcrt::backends::vulkan {

// When the device began a command and when it ended it, in two queries. Belongs to a command buffer and to
// the command's event; the last of them ends it.
class Stamp {
 public:
  explicit Stamp(Device&);
  ~Stamp();
  Stamp(const Stamp&) = delete;
  Stamp& operator=(const Stamp&) = delete;

  /// Before the command buffer is used again.
  void reset() const;
  void begin(VkCommandBuffer) const;
  void end(VkCommandBuffer) const;
  /// Of a complete command, in the device's own time; false: the device does not say.
  bool read(u64& began, u64& ended) const noexcept;

 private:
  Device& device_;
  VkQueryPool queries_ = 0;
};

}  // namespace hcrt::backends::vulkan
#endif
