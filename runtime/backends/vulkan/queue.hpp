#ifndef HCRT_BACKENDS_VULKAN_QUEUE_HPP
#define HCRT_BACKENDS_VULKAN_QUEUE_HPP

#include <deque>

#include "event.hpp"
#include "module.hpp"

namespace hcrt::backends::vulkan {

// One thread at a time, but pending(), wait() and flush(): any. Kernels run asynchronously; a copy waits for
// the work before it and is complete when it returns.
class Queue final : public backends::Queue {
 public:
  explicit Queue(Device&);
  ~Queue() override;

  EventHandle launch(const Launch&) override;
  EventHandle copy(const Copy&) override;
  EventHandle fill_zero(void* device_pointer, std::size_t bytes) override;
  EventHandle marker() override;
  bool depend(backends::Event&) override;
  std::unique_ptr<Gate> hold() override { return nullptr; }
  void checkpoint() override {}
  void flush() override {}
  void wait() override;
  std::size_t pending() noexcept override;

 private:
  /// A command buffer and memory for a function object, used again once the command is complete.
  struct Slot {
    VkCommandBuffer commands = nullptr;
    Allocation argument;
    u64 value = 0;  // of the timeline, when the command is complete
  };
  struct Grid {
    u32 group[3], groups[3];
  };

  Slot& take_slot(std::size_t argument_bytes);
  void begin(const Slot&);
  EventHandle submit(Slot&, const char* what);
  void wait_for_dependencies();
  Grid choose_grid(const Launch&, const Function&) const;
  void dispatch(VkCommandBuffer, const Grid&) const;
  void copy_row(unsigned char* to, Side to_side, const unsigned char* from, Side from_side,
                std::size_t bytes);
  void transfer(VkBuffer to, u64 to_offset, VkBuffer from, u64 from_offset, u64 bytes);
  Allocation& staging(std::size_t bytes);

  Device& device_;
  const Api& api_;
  VkCommandPool pool_ = 0;
  std::shared_ptr<Timeline> timeline_;
  std::atomic<u64> submitted_{0};                                 // the newest command's value
  std::deque<Slot> slots_;                                        // in the order of their commands
  std::vector<std::pair<std::shared_ptr<Timeline>, u64>> waits_;  // of the next command
  Allocation staging_;
};

}  // namespace hcrt::backends::vulkan
#endif
