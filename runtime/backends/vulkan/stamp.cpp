#include "stamp.hpp"

namespace hcrt::backends::vulkan {

constexpr VkFlags query_64_bits = 1;

Stamp::Stamp(Device& device) : device_(device) {
  VkQueryPoolCreateInfo info;
  info.queryCount = 2;
  if (device.has_stamps())
    device.check(device.api().vkCreateQueryPool(device.native(), &info, nullptr, &queries_),
                 "vkCreateQueryPool");
}

Stamp::~Stamp() {
  if (queries_) device_.api().vkDestroyQueryPool(device_.native(), queries_, nullptr);
}

// By the host: the command for it takes NVIDIA's devices some 5 us.
void Stamp::reset() const {
  if (queries_) device_.api().vkResetQueryPool(device_.native(), queries_, 0, 2);
}

void Stamp::begin(VkCommandBuffer commands) const {
  if (queries_) device_.api().vkCmdWriteTimestamp(commands, stage_all_commands, queries_, 0);
}

void Stamp::end(VkCommandBuffer commands) const {
  if (queries_) device_.api().vkCmdWriteTimestamp(commands, stage_all_commands, queries_, 1);
}

bool Stamp::read(u64& began, u64& ended) const noexcept {
  u64 found[2];
  if (!queries_ || device_.lost()) return false;
  const VkResult result = device_.api().vkGetQueryPoolResults(device_.native(), queries_, 0, 2, sizeof found,
                                                              found, sizeof found[0], query_64_bits);
  if (result != VK_SUCCESS) return false;
  began = device_.nanoseconds(found[0]);
  ended = device_.nanoseconds(found[1]);
  return true;
}

}  // namespace hcrt::backends::vulkan
